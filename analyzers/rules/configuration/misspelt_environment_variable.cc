// A recipe exports a variable that nothing reads, and the code reads one of nearly the same name.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/shell/script.h"
#include "base/edit_distance.h"

namespace allreview::rules {

extern const Rule kMisspeltEnvironmentVariable;

namespace configuration {
namespace {

constexpr size_t kShortest = 10;

bool IsEnvironmentName(absl::string_view text) {
  return text.size() >= kShortest && absl::StrContains(text, '_') &&
         absl::c_all_of(text, [](char c) {
           return c == '_' || absl::ascii_isupper(static_cast<unsigned char>(c)) ||
                  absl::ascii_isdigit(static_cast<unsigned char>(c));
         });
}

struct Export {
  std::string name;
  int line = 0;
};

// export X=1, and X=1 before a command.
std::vector<Export> ExportsIn(absl::string_view script) {
  std::vector<Export> exports;
  for (const shell::Command& command : shell::CommandsIn(script)) {
    const bool is_export = command.words[0].text == "export";
    for (size_t i = is_export ? 1 : 0; i < command.words.size(); ++i) {
      const absl::string_view name = shell::AssignedName(command.words[i].text);
      if (name.empty()) break;
      const bool goes_to_command = is_export || command.words.size() > i + 1;
      if (goes_to_command && !absl::EndsWith(command.words[i].text, "=(")) {
        exports.push_back({std::string(name), command.words[i].line});
      }
    }
  }
  return exports;
}

// Names of that form in the texts of the repository's Python.
std::set<std::string> NamesInPython(ChangeContext& change) {
  std::set<std::string> names;
  for (const repository::IndexedFile* file : change.index().AllFiles()) {
    for (absl::string_view word :
         absl::StrSplit(repository::StringWordsOfFacts(file->encoded_facts()), '\n')) {
      if (IsEnvironmentName(word)) names.emplace(word);
    }
  }
  return names;
}

// Digits tell one thing from another: LAYER_1 is no misspelt LAYER_2.
std::string WithoutDigits(absl::string_view name) {
  std::string text;
  for (char c : name) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) text += c;
  }
  return text;
}

std::string NearIn(const std::set<std::string>& names, const std::string& name) {
  for (const std::string& other : names) {
    const auto longer = std::max(other.size(), name.size());
    if (longer - std::min(other.size(), name.size()) > 1) continue;
    if (EditDistance(name, other) == 1 && WithoutDigits(name) != WithoutDigits(other)) return other;
  }
  return "";
}

// Shell, C++ and everything else of which the index knows nothing.
bool IsNamedElsewhere(ChangeContext& change, const RecipeText& recipe, const std::string& name) {
  const std::vector<change::TreeFile>& files =
      change.texts().List(Side::kRight, {".sh", ".yaml", ".yml", ".cpp", ".cc", ".cu", ".h", ".cuh",
                                         ".md", "Dockerfile", ".toml", ".txt", ".rst"});
  change.texts().Fetch(Side::kRight, files);
  return absl::c_any_of(files, [&](const change::TreeFile& file) {
    if (file.path == recipe.file->path) return false;
    const std::string* text = change.texts().Read(Side::kRight, file);
    return text == nullptr || absl::StrContains(*text, name);
  });
}

bool IsReadInScript(absl::string_view script, const std::string& name) {
  return absl::StrContains(script, absl::StrCat("$", name)) ||
         absl::StrContains(script, absl::StrCat("${", name));
}

void CheckVariables(ChangeContext& change) {
  if (!absl::c_any_of(change.changed_files(),
                      [](const ChangedFile& file) { return IsShellPath(file.path); })) {
    return;
  }
  std::optional<std::set<std::string>> names;
  for (const RecipeText& recipe : ChangedRecipes(change)) {
    if (!IsShellPath(recipe.file->path)) continue;
    RecipeReporter reporter(kMisspeltEnvironmentVariable.info, recipe);
    for (const Export& given : ExportsIn(*recipe.after)) {
      if (!recipe.IsNew(given.line) || !IsEnvironmentName(given.name)) continue;
      if (IsReadInScript(*recipe.after, given.name)) continue;
      if (!names) {
        if (!change.project().is_complete()) return;
        names = NamesInPython(change);
      }
      if (names->count(given.name) > 0) continue;
      const std::string near = NearIn(*names, given.name);
      if (near.empty() || IsNamedElsewhere(change, recipe, given.name)) continue;
      reporter.Report({.line = given.line, .params = {{"name", given.name}, {"near", near}}});
    }
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kMisspeltEnvironmentVariable = {
    .info = {.id = "misspelt-environment-variable",
             .title = {"Exported variable that nothing reads", "导出的环境变量无人读取"},
             .severity = Severity::kP1,
             .message = {"Nothing in the repository names `{name}`, but its code reads `{near}`",
                         "仓库中没有任何地方用到 `{name}`，而代码读取的是 `{near}`"},
             .consequence = {"The setting has no effect, and nothing says so",
                             "该设置不起作用，也不会有任何提示"},
             .advice = {"Export `{near}`", "改为导出 `{near}`"},
             .why = "A variable of the environment is looked up by its name, and a misspelt one is "
                    "just not there. Only names that stand nowhere else in the repository and "
                    "differ by one character from one that its Python has are reported.",
             .fix = "Write the name that the code reads.",
             .bad = R"py(
# --- pkg/train.py unchanged
import os

IS_FUSED = os.environ.get("TRAIN_FUSED_ATTENTION", "0") == "1"
# --- run.sh
export TRAIN_FUSED_ATENTION=1
python -m pkg.train
)py",
             .good = R"py(
# --- pkg/train.py unchanged
import os

IS_FUSED = os.environ.get("TRAIN_FUSED_ATTENTION", "0") == "1"
# --- run.sh
export TRAIN_FUSED_ATTENTION=1
python -m pkg.train
)py"},
    .check_change = configuration::CheckVariables};

}  // namespace allreview::rules
