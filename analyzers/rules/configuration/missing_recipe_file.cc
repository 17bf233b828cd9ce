// A recipe starts a script of the repository that is not there.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/rules/configuration/files_after.h"
#include "analyzers/rules/configuration/script_words.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "base/edit_distance.h"

namespace allreview::rules {

extern const Rule kMissingRecipeFile;

namespace configuration {
namespace {

constexpr Phrase kNearPath("near-path", "Did you mean `{path}`?", "是否应为 `{path}`？");
constexpr Phrase kRenamedTo("renamed-to", "This change renames it to `{path}`",
                            "本次改动已将其更名为 `{path}`");
constexpr Phrase kNoNearPath("no-near-path", "Correct the path, or add the file",
                             "更正路径，或补上该文件");
constexpr Phrase kPhrases[] = {kNearPath, kRenamedTo, kNoNearPath};

std::string Near(const FilesAfter& scripts, absl::string_view path) {
  const std::vector<std::string>& same = scripts.Namesakes(path);
  return same.size() == 1 ? same[0] : Nearest(path, scripts.Beside(path));
}

void CheckScript(const RecipeText& recipe, const FilesAfter& scripts, RecipeReporter& reporter) {
  std::set<std::string> told;
  for (const ScriptWord& word : ScriptsStartedBy(recipe.file->path, *recipe.after)) {
    const std::string* gone = scripts.GoneTo(word.path);
    if (gone == nullptr && !recipe.IsNew(word.line)) continue;
    if (scripts.Has(word.path) || (gone == nullptr && !scripts.LeadsInside(word.path))) continue;
    if (!told.insert(word.path).second) continue;
    const std::string near = Near(scripts, word.path);
    Words remedy = gone != nullptr && !gone->empty() ? Sentence(kRenamedTo, {{"path", *gone}})
                   : near.empty()                    ? Words(kNoNearPath)
                                                     : Sentence(kNearPath, {{"path", near}});
    reporter.Report(
        {.line = word.line, .params = {{"path", word.path}, {"remedy", std::move(remedy)}}});
  }
}

void CheckFiles(ChangeContext& change) {
  const std::vector<RecipeText> recipes =
      absl::c_any_of(
          change.changed_files(),
          [](const ChangedFile& file) { return IsShellPath(file.path) || IsYamlPath(file.path); })
          ? ChangedRecipes(change)
          : std::vector<RecipeText>();
  if (recipes.empty()) return;
  const FilesAfter scripts(change, {".py", ".sh"});
  if (scripts.is_empty() || !change.texts().is_complete()) return;
  for (const RecipeText& recipe : recipes) {
    RecipeReporter reporter(kMissingRecipeFile.info, recipe);
    CheckScript(recipe, scripts, reporter);
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kMissingRecipeFile = {
    .info = {.id = "missing-recipe-file",
             .title = {"Recipe starts a script that is not there", "配置启动了不存在的脚本"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"The repository has no `{path}`, which this line starts",
                         "仓库中没有这一行要启动的 `{path}`"},
             .consequence = {"The command ends with \"No such file or directory\"",
                             "该命令会以 \"No such file or directory\" 失败"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = configuration::kPhrases,
             .why = "Scripts are moved and renamed, and recipes and workflows that start them are "
                    "run seldom. Paths that lead out of the repository, that a variable ends, and "
                    "files that the recipe itself makes or fetches are passed over.",
             .fix = "Write the path as it is now.",
             .bad = R"py(
# --- tools/convert.py unchanged
print("convert")
# --- scripts/run.sh
python tools/conver.py --all
)py",
             .good = R"py(
# --- tools/convert.py unchanged
print("convert")
# --- scripts/run.sh
python tools/convert.py --all
)py"},
    .check_change = configuration::CheckFiles};

}  // namespace allreview::rules
