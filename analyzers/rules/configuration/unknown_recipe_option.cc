// A recipe gives a program an option that no parser of the repository declares.

#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/configuration/recipe_options.h"

namespace allreview::rules {

extern const Rule kUnknownRecipeOption;

namespace configuration {
namespace {

constexpr Phrase kDidYouMeanOption("did-you-mean-option", "Did you mean `{name}`?",
                                   "是否应为 `{name}`？");
constexpr Phrase kRemoveOrDeclare("remove-or-declare",
                                  "Remove it here, or declare it in `{parser}`",
                                  "从这里删除，或在 `{parser}` 中声明");
constexpr Phrase kUnknownOptionPhrases[] = {kDidYouMeanOption, kRemoveOrDeclare};

void CheckUnknown(ChangeContext& change) {
  std::map<const RecipeText*, std::unique_ptr<RecipeReporter>> reporters;
  ForEachProblem(change, OptionProblem::Kind::kUnknown,
                 [&](const RecipeText& recipe, const OptionProblem& problem) {
                   auto& reporter = reporters[&recipe];
                   if (reporter == nullptr) {
                     reporter = std::make_unique<RecipeReporter>(kUnknownRecipeOption.info, recipe);
                   }
                   Words remedy = problem.expected.empty()
                                      ? Sentence(kRemoveOrDeclare, {{"parser", problem.path}})
                                      : Sentence(kDidYouMeanOption, {{"name", problem.expected}});
                   reporter->Report({.line = problem.given.line,
                                     .params = {{"option", problem.given.option},
                                                {"parser", problem.path},
                                                {"remedy", std::move(remedy)}}});
                 });
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnknownRecipeOption = {
    .info =
        {.id = "unknown-recipe-option",
         .title = {"Recipe gives an option that no parser knows", "配置传入了无解析器认识的选项"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"No parser of the repository declares `{option}`, which this recipe gives "
              "the program whose options are declared in `{parser}`",
              "仓库中没有解析器声明 `{option}`，而这份配置把它传给了选项声明在 `{parser}` 的程序"},
         .consequence = {"The run ends at start-up with \"unrecognized arguments\"",
                         "启动时即以 \"unrecognized arguments\" 报错退出"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = configuration::kUnknownOptionPhrases,
         .why = "argparse ends the program over an option that it does not know. Options that "
                "are renamed or removed stay behind in recipes, and a misspelt one is found "
                "only when the job has got its machines. Programs that take any option, hand "
                "their parser to other packages, or make options in ways that are not followed "
                "are passed over.",
         .fix = "Write the option as the parser declares it, or remove it.",
         .bad = R"py(
# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
args = parser.parse_args()
# --- run.sh
python train.py --num-layer-count 24
)py",
         .good = R"py(
# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
args = parser.parse_args()
# --- run.sh
python train.py --num-layers 24
)py",
         .references = {"https://docs.python.org/3/library/argparse.html"}},
    .check_change = configuration::CheckUnknown};

}  // namespace allreview::rules
