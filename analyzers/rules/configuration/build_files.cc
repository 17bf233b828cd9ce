#include "analyzers/rules/configuration/build_files.h"

#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/build_files/cmake.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/normal_path.h"
#include "analyzers/paths/paths.h"

namespace allreview::rules::configuration {
namespace {

const std::vector<std::string>& BuildSuffixes() {
  static const auto* const kSuffixes = new std::vector<std::string>{
      "CMakeLists.txt", ".cmake", "setup.py", ".bzl", "BUILD", "BUILD.bazel", "Makefile", ".mk"};
  return *kSuffixes;
}

// Not "old_setup.py".
bool IsBuildName(absl::string_view name) {
  return absl::c_any_of(BuildSuffixes(), [&](absl::string_view known) {
    return known[0] == '.' ? absl::EndsWith(name, known) : name == known;
  });
}

}  // namespace

bool IsCMakePath(absl::string_view path) {
  return absl::EndsWith(path, ".cmake") || paths::BaseName(path) == "CMakeLists.txt";
}

std::vector<ListedSource> SourcesListedBy(absl::string_view build_file, absl::string_view text) {
  std::vector<ListedSource> listed;
  for (const build_files::Source& source : build_files::SourcesIn(build_files::ReadCMake(text))) {
    std::optional<std::string> path = paths::NormalPath(paths::FolderOf(build_file), source.path);
    if (path && !path->empty()) {
      listed.push_back({*std::move(path), source.path, source.line});
    }
  }
  return listed;
}

std::vector<BuildFile> BuildFilesAround(ChangeContext& change, absl::string_view source) {
  constexpr size_t kMaxFiles = 20;
  std::vector<change::TreeFile> found;
  for (const change::TreeFile& file : change.texts().List(Side::kRight, BuildSuffixes())) {
    const absl::string_view folder = paths::FolderOf(file.path);
    const bool is_around = folder.empty() || absl::StartsWith(source, absl::StrCat(folder, "/"));
    if (is_around && IsBuildName(paths::BaseName(file.path))) {
      found.push_back(file);
    }
  }
  absl::c_stable_sort(found, [](const change::TreeFile& a, const change::TreeFile& b) {
    return paths::FolderOf(a.path).size() > paths::FolderOf(b.path).size();
  });
  if (found.size() > kMaxFiles) found.resize(kMaxFiles);
  change.texts().Fetch(Side::kRight, found);
  std::vector<BuildFile> files;
  for (const change::TreeFile& file : found) {
    const std::string* const text = change.texts().Read(Side::kRight, file);
    if (text == nullptr) continue;
    const bool is_changed = absl::c_any_of(change.changed_files(), [&](const ChangedFile& changed) {
      return !changed.is_deleted && changed.path == file.path;
    });
    files.push_back({file.path, text, is_changed});
  }
  return files;
}

}  // namespace allreview::rules::configuration
