// A CMake file lists a source of the repository that is not there.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/build_files/cmake.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/rules/configuration/build_files.h"
#include "analyzers/rules/configuration/files_after.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "base/edit_distance.h"

namespace allreview::rules {

extern const Rule kMissingBuildSource;

namespace configuration {
namespace {

constexpr Phrase kNearSource("near-source", "Did you mean `{path}`?", "是否应为 `{path}`？");
constexpr Phrase kSourceRenamed("source-renamed", "This change renames it to `{path}`",
                                "本次改动已将其更名为 `{path}`");
constexpr Phrase kSourceDeleted("source-deleted", "This change deletes it: take it from the list",
                                "本次改动删除了它：请把它从列表中去掉");
constexpr Phrase kNoNearSource("no-near-source", "Correct the path, or add the file",
                               "更正路径，或补上该文件");
constexpr Phrase kPhrases[] = {kNearSource, kSourceRenamed, kSourceDeleted, kNoNearSource};

Words RemedyFor(const std::string& path, const FilesAfter& sources) {
  if (const std::string* gone = sources.GoneTo(path)) {
    return gone->empty() ? Words(kSourceDeleted) : Sentence(kSourceRenamed, {{"path", *gone}});
  }
  const std::string near = Nearest(path, sources.Beside(path));
  return near.empty() ? Words(kNoNearSource) : Sentence(kNearSource, {{"path", near}});
}

Params ParamsOf(absl::string_view build_file, int line, const std::string& path,
                const FilesAfter& sources) {
  return {{"place", absl::StrCat(build_file, ":", line)},
          {"path", path},
          {"remedy", RemedyFor(path, sources)}};
}

// Of a changed file: its new lines, and old ones whose source the change takes away.
void CheckBuildFile(const RecipeText& text, const FilesAfter& sources) {
  RecipeReporter reporter(kMissingBuildSource.info, text);
  for (const ListedSource& source : SourcesListedBy(text.file->path, *text.after)) {
    if (sources.Has(source.path) || sources.Has(source.as_written)) continue;
    const bool is_gone = sources.GoneTo(source.path) != nullptr;
    // Of a folder without sources nobody knows whether it is in the repository.
    if (!is_gone && (!text.IsNew(source.line) || sources.Beside(source.path).empty())) continue;
    reporter.Report({.line = source.line,
                     .params = ParamsOf(text.file->path, source.line, source.path, sources)});
  }
}

// The change leaves the list alone.
void CheckGone(ChangeContext& change, const AnalysedCppFile& file, const FilesAfter& sources) {
  const std::string& path = file.changed->old_path;
  for (const BuildFile& build : BuildFilesAround(change, path)) {
    if (build.is_changed || !IsCMakePath(build.path)) continue;
    for (const ListedSource& source : SourcesListedBy(build.path, *build.text)) {
      if (source.path != path || sources.Has(source.as_written)) continue;
      change.ReportCppBefore(file, {.at = file.before->tree().root().named_child(0),
                                    .params = ParamsOf(build.path, source.line, path, sources),
                                    .cause = CauseOfRemovedLine(*file.changed, 1)});
      return;
    }
  }
}

void CheckFiles(ChangeContext& change) {
  const std::vector<RecipeText> texts =
      ChangedTextsOf(change, [](const ChangedFile& file) { return IsCMakePath(file.path); });
  std::vector<const AnalysedCppFile*> gone;
  for (const AnalysedCppFile& file : change.all_cpp_files()) {
    const ChangedFile& changed = *file.changed;
    const bool is_gone = changed.is_deleted || changed.old_path != changed.path;
    if (is_gone && file.before != nullptr && build_files::IsSourceName(changed.old_path)) {
      gone.push_back(&file);
    }
  }
  if (texts.empty() && gone.empty()) return;
  const FilesAfter sources(change, build_files::SourceSuffixes());
  if (!change.texts().is_complete()) return;
  for (const RecipeText& text : texts) CheckBuildFile(text, sources);
  for (const AnalysedCppFile* file : gone) {
    if (sources.GoneTo(file->changed->old_path) != nullptr) CheckGone(change, *file, sources);
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kMissingBuildSource = {
    .info = {.id = "missing-build-source",
             .title = {"Build lists a source that is not there", "构建文件列出了不存在的源文件"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{place} builds `{path}`, which is not in the repository",
                         "{place} 要构建 `{path}`，而仓库中没有这个文件"},
             .consequence = {"CMake stops with \"Cannot find source file\"",
                             "CMake 会以 \"Cannot find source file\" 失败"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = configuration::kPhrases,
             .why = "CMake wants every source of a target when it configures. Paths with "
                    "variables, files that the build makes, and folders of which the repository "
                    "has no source, such as submodules, are passed over.",
             .fix = "Write the path as it is now, or take the line out.",
             .bad = R"py(
# --- csrc/scale.cu unchanged
void scale();
# --- csrc/CMakeLists.txt
add_library(ops scale.cu sale.cu)
)py",
             .good = R"py(
# --- csrc/scale.cu unchanged
void scale();
# --- csrc/CMakeLists.txt
add_library(ops scale.cu)
)py"},
    .check_change = configuration::CheckFiles};

}  // namespace allreview::rules
