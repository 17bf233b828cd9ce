// A recipe starts a script of the repository that is not there.

#include <algorithm>
#include <map>
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

const std::vector<std::string>& Suffixes() {
  static const auto* const kSuffixes = new std::vector<std::string>{".py", ".sh"};
  return *kSuffixes;
}

// The scripts of the repository after the change.
class Scripts {
 public:
  explicit Scripts(ChangeContext& change) {
    for (const change::TreeFile& file : change.texts().List(Side::kRight, Suffixes())) {
      by_name_[NameOf(file.path)].push_back(file.path);
      folders_.insert(file.path.substr(0, file.path.find('/')));
    }
    for (const ChangedFile& file : change.changed_files()) {
      if (file.is_deleted) gone_.emplace(file.path, "");
      if (!file.is_deleted && !file.old_path.empty() && file.old_path != file.path) {
        gone_.emplace(file.old_path, file.path);
      }
    }
  }

  bool is_empty() const { return by_name_.empty(); }

  // Some file ends so.
  bool Has(absl::string_view path) const {
    const auto found = by_name_.find(NameOf(path));
    return found != by_name_.end() && absl::c_any_of(found->second, [&](const std::string& file) {
             return file == path || absl::EndsWith(file, absl::StrCat("/", path));
           });
  }
  // The path begins in this repository, and in no other.
  bool LeadsInside(absl::string_view path) const {
    const size_t slash = path.find('/');
    return slash != absl::string_view::npos &&
           folders_.count(std::string(path.substr(0, slash))) > 0;
  }
  // What the change makes of the file. Null: it did not have it before either.
  const std::string* GoneTo(absl::string_view path) const {
    const auto found = gone_.find(std::string(path));
    return found == gone_.end() ? nullptr : &found->second;
  }
  std::string Near(absl::string_view path) const {
    const auto same = by_name_.find(NameOf(path));
    if (same != by_name_.end() && same->second.size() == 1) return same->second[0];
    std::vector<std::string> beside;
    const std::string folder(path.substr(0, path.rfind('/') + 1));
    for (const auto& [name, files] : by_name_) {
      for (const std::string& file : files) {
        if (file.substr(0, file.rfind('/') + 1) == folder) beside.push_back(file);
      }
    }
    return Nearest(path, beside);
  }

 private:
  static std::string NameOf(absl::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
  }

  std::map<std::string, std::vector<std::string>> by_name_;
  std::set<std::string> folders_;  // At the root.
  std::map<std::string, std::string> gone_;
};

void CheckScript(const RecipeText& recipe, const Scripts& scripts, RecipeReporter& reporter) {
  std::set<std::string> told;
  for (const ScriptWord& word : ScriptsStartedBy(recipe.file->path, *recipe.after)) {
    const std::string* gone = scripts.GoneTo(word.path);
    if (gone == nullptr && !recipe.IsNew(word.line)) continue;
    if (scripts.Has(word.path) || (gone == nullptr && !scripts.LeadsInside(word.path))) continue;
    if (!told.insert(word.path).second) continue;
    const std::string near = scripts.Near(word.path);
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
  const Scripts scripts(change);
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
