#include "analyzers/rules/configuration/requirements_of_tree.h"

#include <set>
#include <utility>

#include "analyzers/change/repository_texts.h"

namespace allreview::rules::configuration {
namespace {

constexpr size_t kMaxFiles = 300;

}  // namespace

RequirementsOfTree::RequirementsOfTree(ChangeContext& change, Side side) {
  std::vector<change::TreeFile> files;
  for (const change::TreeFile& file :
       change.texts().List(side, {".txt", ".in", "pyproject.toml"})) {
    if (build_files::IsRequirementsPath(file.path) && files.size() < kMaxFiles) {
      files.push_back(file);
    }
  }
  change.texts().Fetch(side, files);
  for (const change::TreeFile& file : files) {
    const std::string* const text = change.texts().Read(side, file);
    if (text != nullptr) lists_[file.path] = build_files::ReadRequirements(file.path, *text);
  }
}

std::vector<PlacedRequirement> RequirementsOfTree::InstalledWith(absl::string_view path) const {
  std::vector<PlacedRequirement> installed;
  std::set<std::string, std::less<>> seen = {std::string(path)};
  std::vector<std::string> open = {std::string(path)};
  while (!open.empty()) {
    const auto found = lists_.find(open.back());
    open.pop_back();
    if (found == lists_.end()) continue;
    for (const build_files::Requirement& one : found->second.requirements) {
      installed.push_back({found->first, &one});
    }
    for (const build_files::IncludedList& list : found->second.included) {
      if (seen.insert(list.path).second) open.push_back(list.path);
    }
  }
  return installed;
}

}  // namespace allreview::rules::configuration
