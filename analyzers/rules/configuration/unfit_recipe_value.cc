// A recipe gives an option a value that its parser refuses: text for a number, or none of the
// choices.

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/configuration/recipe_options.h"

namespace allreview::rules {

extern const Rule kUnfitRecipeValue;

namespace configuration {
namespace {

constexpr Phrase kWantsNumber("wants-number", "`type={type}`", "`type={type}`");
constexpr Phrase kWantsChoice("wants-choice", "one of `{choices}`", "`{choices}` 之一");
constexpr Phrase kDeclaredHere("declared-here", "the option is declared here", "该选项在此处声明");
constexpr Phrase kUnfitPhrases[] = {kWantsNumber, kWantsChoice, kDeclaredHere};

void ReportAll(ChangeContext& change, OptionProblem::Kind kind) {
  std::map<const RecipeText*, std::unique_ptr<RecipeReporter>> reporters;
  ForEachProblem(change, kind, [&](const RecipeText& recipe, const OptionProblem& problem) {
    auto& reporter = reporters[&recipe];
    if (reporter == nullptr) {
      reporter = std::make_unique<RecipeReporter>(kUnfitRecipeValue.info, recipe);
    }
    Words wanted = kind == OptionProblem::Kind::kNoNumber
                       ? Sentence(kWantsNumber, {{"type", problem.expected}})
                       : Sentence(kWantsChoice, {{"choices", problem.expected}});
    reporter->Report(
        {.line = problem.given.line,
         .params = {{"given", GivenText(problem)},
                    {"wanted", std::move(wanted)},
                    {"place", problem.line == 0 ? problem.path
                                                : absl::StrCat(problem.path, ":", problem.line)}}});
  });
}

void CheckValues(ChangeContext& change) {
  ReportAll(change, OptionProblem::Kind::kNoNumber);
  ReportAll(change, OptionProblem::Kind::kNoChoice);
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnfitRecipeValue = {
    .info =
        {.id = "unfit-recipe-value",
         .title = {"Recipe gives a value that the parser refuses", "配置给出的值被解析器拒绝"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{given}` is refused: {place} declares it with {wanted}",
                     "`{given}` 会被拒绝：{place} 声明它时要求 {wanted}"},
         .consequence = {"The run ends at start-up with \"invalid value\" or \"invalid choice\"",
                         "启动时即以 \"invalid value\" 或 \"invalid choice\" 报错退出"},
         .advice = {"Give a value that {place} accepts", "改为 {place} 接受的值"},
         .phrases = configuration::kUnfitPhrases,
         .why = "argparse converts each value by the option's type and compares it with the "
                "choices. A value that does not fit ends the program before it does anything. "
                "Only values that are written out count.",
         .fix = "Give a value of the declared type, or one of the choices.",
         .bad = R"py(
# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--precision", type=str, choices=["bf16", "fp16"])
args = parser.parse_args()
# --- run.sh
python train.py --precision fp61
)py",
         .good = R"py(
# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--precision", type=str, choices=["bf16", "fp16"])
args = parser.parse_args()
# --- run.sh
python train.py --precision fp16
)py",
         .references = {"https://docs.python.org/3/library/argparse.html#choices"}},
    .check_change = configuration::CheckValues};

}  // namespace allreview::rules
