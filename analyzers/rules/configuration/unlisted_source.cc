// A new source that no build file names, where those beside it are named one by one.

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/build_files/cmake.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/configuration/build_files.h"
#include "analyzers/rules/configuration/files_after.h"
#include "analyzers/rules/cpp_context.h"
#include "base/names.h"

namespace allreview::rules {
namespace configuration {
namespace {

constexpr size_t kMinNeighbours = 3, kMaxNeighbours = 100;
constexpr size_t kMinPercent = 80;  // Of the neighbours.

// Takes sources by patterns, or by names that it puts together.
bool HasPatterns(absl::string_view text) {
  for (absl::string_view pattern : {"GLOB", "glob", "*.c", "wildcard", "listdir", "walk("}) {
    if (absl::StrContains(text, pattern)) return true;
  }
  return false;
}

// Sources of the same kind beside it that were there before.
std::vector<std::string> NeighboursOf(ChangeContext& change, const FilesAfter& sources,
                                      const std::string& path) {
  const std::string suffix = path.substr(path.rfind('.'));
  std::vector<std::string> names;
  for (const std::string& other : sources.Beside(path)) {
    const bool is_new = absl::c_any_of(change.changed_files(), [&](const ChangedFile& file) {
      return file.path == other && (file.is_added || file.old_path != file.path);
    });
    if (!is_new && absl::EndsWith(other, suffix)) names.emplace_back(paths::BaseName(other));
    if (names.size() == kMaxNeighbours) break;
  }
  return names;
}

// Another source takes it in.
bool IsIncluded(ChangeContext& change, const FilesAfter& sources, const std::string& path) {
  const absl::string_view name = paths::BaseName(path);
  std::vector<std::string> beside = sources.Beside(path);
  if (beside.size() > kMaxNeighbours) beside.resize(kMaxNeighbours);
  const auto includes = [&](const std::string* text) {
    return text != nullptr && absl::StrContains(*text, name);
  };
  return absl::c_any_of(beside, [&](const std::string& other) {
    return other != path && includes(change.texts().Read(Side::kRight, other));
  });
}

void CheckFile(ChangeContext& change, const FilesAfter& sources, const AnalysedCppFile& file) {
  const std::string& path = file.changed->path;
  const std::vector<std::string> neighbours = NeighboursOf(change, sources, path);
  if (neighbours.size() < kMinNeighbours) return;
  const absl::string_view name = paths::BaseName(path), stem = name.substr(0, name.rfind('.'));
  const BuildFile* lists = nullptr;
  size_t listed = 0;
  const std::vector<BuildFile> builds = BuildFilesAround(change, path);
  for (const BuildFile& build : builds) {
    // With another suffix, too: HIP sources are made of CUDA's.
    if (HasName(*build.text, stem)) return;
    const size_t named = absl::c_count_if(
        neighbours, [&](const std::string& other) { return HasName(*build.text, other); });
    if (named > 0 && HasPatterns(*build.text)) return;
    if (named <= listed) continue;
    lists = &build;
    listed = named;
  }
  if (100 * listed < kMinPercent * neighbours.size()) return;
  if (IsIncluded(change, sources, path) || !change.texts().is_complete()) return;
  change.ReportCpp(file, {.at = file.after->tree().root().named_child(0),
                          .params = {{"path", path},
                                     {"place", lists->path},
                                     {"listed", absl::StrCat(listed)},
                                     {"count", absl::StrCat(neighbours.size())}}});
}

void CheckFiles(ChangeContext& change) {
  std::vector<const AnalysedCppFile*> added;
  for (const AnalysedCppFile& file : change.cpp_files()) {
    if (file.changed->is_added && file.changed->role != FileRole::kTest &&
        build_files::IsSourceName(file.changed->path)) {
      added.push_back(&file);
    }
  }
  if (added.empty()) return;
  const FilesAfter sources(change, build_files::SourceSuffixes());
  for (const AnalysedCppFile* file : added) CheckFile(change, sources, *file);
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnlistedSource = {
    .info =
        {.id = "unlisted-source",
         .title = {"New source that nothing builds", "新源文件未被任何构建文件列出"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"No build file names `{path}`, while {place} names {listed} of the {count} "
                     "sources beside it",
                     "没有构建文件列出 `{path}`，而 {place} 列出了同一目录下 {count} "
                     "个源文件中的 {listed} 个"},
         .consequence = {"The file is not compiled: what it defines is missing when the "
                         "extension is linked or loaded",
                         "该文件不会被编译：链接或加载扩展时会缺少它定义的符号"},
         .advice = {"Add `{path}` to {place}", "把 `{path}` 加到 {place} 中"},
         .why = "Where a build names its sources one by one, a new file must be added to the "
                "list. Builds that take sources by patterns, and files that another source "
                "includes, are passed over.",
         .fix = "Name the file in the list that names those beside it.",
         .bad = R"py(
# --- csrc/add.cu unchanged
void add();
# --- csrc/mul.cu unchanged
void mul();
# --- csrc/sub.cu unchanged
void sub();
# --- setup.py unchanged
SOURCES = ["csrc/add.cu", "csrc/mul.cu", "csrc/sub.cu"]
# --- csrc/div.cu
void div() {}
)py",
         .good = R"py(
# --- csrc/add.cu unchanged
void add();
# --- csrc/mul.cu unchanged
void mul();
# --- csrc/sub.cu unchanged
void sub();
# --- setup.py
SOURCES = ["csrc/add.cu", "csrc/mul.cu", "csrc/sub.cu", "csrc/div.cu"]
# --- csrc/div.cu
void div() {}
)py"},
    .check_change = configuration::CheckFiles};

}  // namespace allreview::rules
