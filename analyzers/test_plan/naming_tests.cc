#include "analyzers/test_plan/naming_tests.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"

namespace allreview::test_plan {
namespace {

using repository::IndexedFile;
using repository::OwnerOf;
using repository::SimpleName;

// The name by which tests would speak of it.
std::string NameInTests(const python::Definition& definition) {
  const std::vector<std::string> parts = absl::StrSplit(definition.name, '.');
  const std::string& last = parts.back();
  const bool is_special =
      absl::StartsWith(last, "__") || last == "forward" || last == "backward" || last == "setup";
  return is_special && parts.size() > 1 ? parts[parts.size() - 2] : last;
}

bool IsEdited(const change::AnalysedChange& change, const std::string& path) {
  return std::any_of(change.files().begin(), change.files().end(),
                     [&](const change::AnalysedFile& file) { return file.changed->path == path; });
}

}  // namespace

Naming FindNaming(const change::AnalysedChange& change, const RepositoryFiles& repository,
                  const python::Definition& definition) {
  const std::string name = NameInTests(definition);
  Naming best;
  for (const IndexedFile* test : repository.tests) {
    if (!test->HasIdentifier(name)) continue;
    const std::set<std::string> users = change.reach().TestsNaming(*test, name);
    const auto user = std::find_if(users.begin(), users.end(),
                                   [](const std::string& one) { return !one.empty(); });
    if (user == users.end()) continue;
    const bool is_edited = IsEdited(change, test->path());
    if (best.file != nullptr && !is_edited) continue;
    best = {.file = test, .function = *user, .is_certain = is_edited};
    if (const auto* facts = test->FindDefinition(*user)) best.line = facts->place.line;
    if (is_edited) return best;
  }
  if (best.file != nullptr) {
    // Another project's class may have a method of that name.
    const absl::string_view owner = OwnerOf(definition.name);
    const bool has_owner = owner.empty() || best.file->HasIdentifier(SimpleName(owner));
    best.is_certain = best.is_certain || (has_owner && change.project().FindUnique(name));
  }
  return best;
}

}  // namespace allreview::test_plan
