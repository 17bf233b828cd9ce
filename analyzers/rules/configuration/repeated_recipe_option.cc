// A command of a recipe gives one option twice, with different values.

#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/configuration/recipe_options.h"

namespace allreview::rules {

extern const Rule kRepeatedRecipeOption;

namespace configuration {
namespace {

void CheckRepeated(ChangeContext& change) {
  std::map<const RecipeText*, std::unique_ptr<RecipeReporter>> reporters;
  ForEachProblem(change, OptionProblem::Kind::kGivenTwice,
                 [&](const RecipeText& recipe, const OptionProblem& problem) {
                   auto& reporter = reporters[&recipe];
                   if (reporter == nullptr) {
                     reporter =
                         std::make_unique<RecipeReporter>(kRepeatedRecipeOption.info, recipe);
                   }
                   reporter->Report({.line = problem.given.line,
                                     .params = {{"given", GivenText(problem)},
                                                {"option", problem.given.option},
                                                {"before", problem.expected},
                                                {"line", absl::StrCat(problem.line)}}});
                 });
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kRepeatedRecipeOption = {
    .info = {.id = "repeated-recipe-option",
             .title = {"Option given twice with different values", "同一选项给了两个不同的值"},
             .severity = Severity::kP2,
             .message = {"`{given}` replaces `{before}`, which line {line} gives the same option",
                         "`{given}` 覆盖了第 {line} 行为同一选项给出的 `{before}`"},
             .consequence = {"Only the last value counts: a reader of line {line} expects another "
                             "run than the one that starts",
                             "只有最后一个值生效：读到第 {line} 行的人会以为运行的是另一种配置"},
             .advice = {"Keep one `{option}`", "只保留一个 `{option}`"},
             .why = "argparse keeps the last value of an option and says nothing. Two values in "
                    "one command or list are left over from editing. A list that is appended to "
                    "another to override it is not meant.",
             .fix = "Delete the value that is not wanted.",
             .bad = R"py(
# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
args = parser.parse_args()
# --- run.sh
ARGS=(
    --lr 1e-4
    --lr 3e-4
)
python train.py "${ARGS[@]}"
)py",
             .good = R"py(
# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
args = parser.parse_args()
# --- run.sh
ARGS=(
    --lr 3e-4
)
python train.py "${ARGS[@]}"
)py"},
    .check_change = configuration::CheckRepeated};

}  // namespace allreview::rules
