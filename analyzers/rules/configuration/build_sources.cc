#include "analyzers/rules/configuration/build_sources.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/build_files/cmake.h"
#include "analyzers/change/repository_texts.h"

namespace allreview::rules::configuration {
namespace {

const std::vector<std::string>& Suffixes() {
  static const auto* const kSuffixes =
      new std::vector<std::string>{".c", ".cc", ".cpp", ".cu", ".cxx"};
  return *kSuffixes;
}

std::string NameOf(absl::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

std::string FolderOf(absl::string_view path) {
  return std::string(path.substr(0, path.rfind('/') + 1));
}

// "a/b/../c.cu" as "a/c.cu"; empty: it leads out of the repository.
std::string Normal(absl::string_view path) {
  std::vector<absl::string_view> parts;
  for (absl::string_view part : absl::StrSplit(path, '/')) {
    if (part == "." || part.empty()) continue;
    if (part != "..") {
      parts.push_back(part);
      continue;
    }
    if (parts.empty()) return "";
    parts.pop_back();
  }
  return absl::StrJoin(parts, "/");
}

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

BuildSources::BuildSources(ChangeContext& change) {
  for (const change::TreeFile& file : change.texts().List(Side::kRight, Suffixes())) {
    by_name_[NameOf(file.path)].push_back(file.path);
    by_folder_[FolderOf(file.path)].push_back(file.path);
  }
  for (const ChangedFile& file : change.changed_files()) {
    if (!build_files::IsSourceName(file.old_path)) continue;
    if (file.is_deleted) {
      gone_.emplace(file.old_path, "");
    } else if (!file.is_added && file.old_path != file.path) {
      gone_.emplace(file.old_path, file.path);
    }
  }
}

bool BuildSources::Has(absl::string_view path) const {
  const auto found = by_name_.find(NameOf(path));
  return found != by_name_.end() && absl::c_any_of(found->second, [&](const std::string& file) {
           return file == path || absl::EndsWith(file, absl::StrCat("/", path));
         });
}

std::vector<std::string> BuildSources::Beside(absl::string_view path) const {
  const auto found = by_folder_.find(FolderOf(path));
  return found == by_folder_.end() ? std::vector<std::string>() : found->second;
}

const std::string* BuildSources::GoneTo(absl::string_view path) const {
  const auto found = gone_.find(std::string(path));
  return found == gone_.end() ? nullptr : &found->second;
}

bool IsCMakePath(absl::string_view path) {
  return absl::EndsWith(path, ".cmake") || NameOf(path) == "CMakeLists.txt";
}

std::vector<ListedSource> SourcesListedBy(absl::string_view build_file, absl::string_view text) {
  std::vector<ListedSource> listed;
  for (const build_files::Source& source : build_files::SourcesIn(build_files::ReadCMake(text))) {
    std::string path = Normal(absl::StrCat(FolderOf(build_file), source.path));
    if (!path.empty()) listed.push_back({std::move(path), source.path, source.line});
  }
  return listed;
}

std::vector<BuildFile> BuildFilesAround(ChangeContext& change, absl::string_view source) {
  constexpr size_t kMaxFiles = 20;
  std::vector<change::TreeFile> found;
  for (const change::TreeFile& file : change.texts().List(Side::kRight, BuildSuffixes())) {
    if (IsBuildName(NameOf(file.path)) && absl::StartsWith(source, FolderOf(file.path))) {
      found.push_back(file);
    }
  }
  absl::c_stable_sort(found, [](const change::TreeFile& a, const change::TreeFile& b) {
    return FolderOf(a.path).size() > FolderOf(b.path).size();
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
