#include "services/analysis/change_model/statements/files/requirement_changes.h"

#include <set>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/build_files/requirements.h"
#include "sentences/phrases/files.h"

namespace allreview::analysis {
namespace {

using build_files::Requirement;
using repository::IndexedFile;

// Files around the list, and below, that import the package by its usual name.
int CountImporters(absl::string_view list, absl::string_view package,
                   repository::RepositoryIndex& index) {
  const std::string module = absl::StrReplaceAll(package, {{"-", "_"}});
  const std::string prefix = absl::StrCat(module, ".");
  int count = 0;
  for (const IndexedFile* file : index.FilesNaming(module)) {
    if (!build_files::IsListFor(list, file->path())) continue;
    count += absl::c_any_of(file->facts().imports, [&](const repository::ImportFacts& one) {
      return one.target == module || absl::StartsWith(one.target, prefix);
    });
  }
  return count;
}

// ">=2.6; python_version < '3.13'"
std::string Asked(const Requirement& one) {
  const std::string specifier = one.specifier.empty() ? "*" : one.specifier;
  return one.marker.empty() ? specifier : absl::StrCat(specifier, "; ", one.marker);
}

// Those of `list` that the other side does not have as they are.
std::vector<Requirement> OnlyIn(const std::vector<Requirement>& list,
                                const std::vector<Requirement>& other) {
  std::set<std::tuple<absl::string_view, absl::string_view, absl::string_view>> known;
  for (const Requirement& one : other) known.emplace(one.name, one.specifier, one.marker);
  std::vector<Requirement> only;
  for (const Requirement& one : list) {
    if (!known.contains({one.name, one.specifier, one.marker})) only.push_back(one);
  }
  return only;
}

Words WithImporters(Words text, int importers) {
  if (importers == 0) return text;
  return Sentence(importers == 1 ? phrases::kImportedByOne : phrases::kImportedBy,
                  {{"change", std::move(text)}, {"count", absl::StrCat(importers)}});
}

}  // namespace

std::vector<RequirementChange> RequirementChanges(absl::string_view path, absl::string_view before,
                                                  absl::string_view after,
                                                  repository::RepositoryIndex& index) {
  const auto old_list = build_files::ReadRequirements(path, before).requirements;
  const auto new_list = build_files::ReadRequirements(path, after).requirements;
  std::vector<Requirement> gone = OnlyIn(old_list, new_list);
  std::vector<RequirementChange> changes;
  for (const Requirement& one : OnlyIn(new_list, old_list)) {
    const auto was =
        absl::c_find_if(gone, [&](const Requirement& other) { return other.name == one.name; });
    Params params = {{"key", one.name}, {"after", Asked(one)}};
    if (was != gone.end()) params.emplace_back("before", Asked(*was));
    const Phrase& phrase = was == gone.end() ? phrases::kRequirementIsNew : phrases::kKeyChanges;
    if (was != gone.end()) gone.erase(was);
    changes.push_back({.package = one.name,
                       .text = WithImporters(Sentence(phrase, std::move(params)),
                                             CountImporters(path, one.name, index)),
                       .line = one.line});
  }
  for (const Requirement& one : gone) {
    Words text = Sentence(phrases::kRequirementIsGone, {{"key", one.name}, {"before", Asked(one)}});
    changes.push_back(
        {.package = one.name,
         .text = WithImporters(std::move(text), CountImporters(path, one.name, index)),
         .line = one.line,
         .is_gone = true});
  }
  return changes;
}

}  // namespace allreview::analysis
