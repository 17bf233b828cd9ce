#include "analyzers/playbook/log_helpers.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;

constexpr size_t kMaxFiles = 20;

bool HasHelperName(const DefinitionFacts& definition) {
  const absl::string_view name = definition.name;
  const bool logs = absl::StartsWith(name, "log_") || absl::StartsWith(name, "print_");
  return definition.kind != python::Definition::Kind::kClass && logs &&
         !absl::StrContains(name, ".") && absl::StrContains(name, "rank");
}

bool MayLog(const IndexedFile& file) {
  return file.HasIdentifier("logger") || file.HasIdentifier("print");
}

std::string BodyOf(absl::string_view text, const repository::Place& place) {
  std::string body;
  ForEachLine(text, [&](int number, absl::string_view line) {
    if (number <= place.line || number >= place.end_line) return;
    body.append(line.data(), line.size());
    body += '\n';
  });
  return body;
}

}  // namespace

bool TestsRank(absl::string_view code) {
  bool is_found = false;
  ForEachLine(code, [&](int, absl::string_view line) {
    line = WithoutComment(line);
    const bool is_condition = absl::StartsWith(line, "if ") || absl::StartsWith(line, "elif ") ||
                              absl::StrContains(line, " if ") || absl::StartsWith(line, "if(");
    if (!is_condition || !absl::StrContains(line, "rank")) return;
    const bool compares = absl::StrContains(line, "==") || absl::StrContains(line, "!=") ||
                          absl::StrContains(line, " in ") || absl::StrContains(line, "not ") ||
                          absl::StrContains(line, "is_");
    is_found |=
        compares && !absl::StrContains(line, "is None") && !absl::StrContains(line, "is not None");
  });
  return is_found;
}

std::optional<LogHelper> FindLogHelper(const View& view) {
  std::optional<LogHelper> best;
  int most = 1;  // One file is no user.
  for (const IndexedFile* file : view.product) {
    const std::string* text = MayLog(*file) ? view.Text(file->path()) : nullptr;
    if (text == nullptr) continue;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (!HasHelperName(definition) || !TestsRank(BodyOf(*text, definition.place))) continue;
      const int users = view.CountFiles(definition.name);
      if (users <= most) continue;
      most = users;
      best = LogHelper{definition.name, At(file->path(), definition.place.line)};
    }
  }
  return best;
}

std::vector<std::string> FilesWithLogHelpers(repository::RepositoryIndex& index) {
  std::vector<std::string> paths;
  for (const IndexedFile* file : index.AllFiles()) {
    if (paths.size() == kMaxFiles) break;
    const bool may_have = file->is_known() && absl::EndsWith(file->path(), ".py") &&
                          paths::IsProductSource(file->path()) && MayLog(*file);
    if (!may_have) continue;
    const absl::string_view words = repository::IdentifiersOfFacts(file->encoded_facts());
    if (!absl::StrContains(words, "\nlog_") && !absl::StrContains(words, "\nprint_")) continue;
    const auto& definitions = file->facts().definitions;
    if (std::any_of(definitions.begin(), definitions.end(), HasHelperName)) {
      paths.push_back(file->path());
    }
  }
  return paths;
}

}  // namespace allreview::playbook
