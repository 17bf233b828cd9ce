// The change removes an option from a parser, and recipes still give it.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/constraints/recipes.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/refusals.h"
#include "analyzers/rules/shared/parsed_files.h"
#include "analyzers/rules/text_observation.h"

namespace allreview::rules {
namespace configuration {
namespace {

constexpr Phrase kAndOneMore("and-one-more-recipe", " and another recipe", "（以及另外 1 份配置）");
constexpr Phrase kAndMore("and-more-recipes", " and {count} other recipes",
                          "（以及另外 {count} 份配置）");
constexpr Phrase kPhrases[] = {kAndOneMore, kAndMore};

constexpr size_t kMaxRecipes = 2'000;

struct Removed {
  const AnalysedFile* file = nullptr;
  Node at;
  std::string option;
};

std::vector<Removed> RemovedOptions(ChangeContext& change) {
  std::vector<Removed> removed;
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || (file.after == nullptr && !file.changed->is_deleted)) continue;
    std::set<absl::string_view> kept;
    if (file.after != nullptr) {
      for (const Flag& flag : FlagsIn(*file.after)) {
        for (Node option : flag.options) kept.insert(python::Module::StringContent(option));
      }
    }
    for (const Flag& flag : FlagsIn(*file.before)) {
      for (Node option : flag.options) {
        const absl::string_view text = python::Module::StringContent(option);
        if (!absl::StartsWith(text, "--") || kept.count(text) > 0) continue;
        removed.push_back({&file, option, std::string(text)});
      }
    }
  }
  return removed;
}

// Where recipes give an option that no parser declares any more: "run.sh:7", one for each recipe.
std::vector<std::string> PlacesOf(const Removed& removed, ChangeContext& change,
                                  const std::vector<change::TreeFile>& recipes,
                                  constraints::RecipeChecks& checks) {
  std::vector<std::string> places;
  for (const change::TreeFile& recipe : recipes) {
    const std::string* text = change.texts().Read(Side::kRight, recipe);
    if (text == nullptr || !absl::StrContains(*text, removed.option)) continue;
    for (const constraints::Invocation& invocation :
         constraints::InvocationsIn(recipe.path, *text)) {
      const auto problems = checks.ProblemsOf(recipe.path, invocation);
      const auto found = absl::c_find_if(problems, [&](const constraints::OptionProblem& problem) {
        return problem.kind == constraints::OptionProblem::Kind::kUnknown &&
               problem.given.option == removed.option;
      });
      if (found == problems.end()) continue;
      places.push_back(absl::StrCat(recipe.path, ":", found->given.line));
      break;
    }
  }
  return places;
}

void CheckRemoved(ChangeContext& change) {
  const std::vector<Removed> options = RemovedOptions(change);
  if (options.empty() || !change.project().is_complete()) return;
  const std::vector<change::TreeFile>& recipes =
      change.texts().List(Side::kRight, RecipeSuffixes());
  if (recipes.empty() || recipes.size() > kMaxRecipes) return;
  change.texts().Fetch(Side::kRight, recipes);
  ParsedFiles files(change, Side::kRight);
  const constraints::Modules modules = [&](absl::string_view path) { return files.Find(path); };
  constraints::RecipeChecks checks(change.project(), change.index(), modules);
  for (const Removed& removed : options) {
    const std::vector<std::string> places = PlacesOf(removed, change, recipes, checks);
    if (places.empty()) continue;
    change.ReportBefore(
        *removed.file,
        {.at = removed.at,
         .params = {{"option", removed.option},
                    {"place", places[0]},
                    {"others", OthersText(places.size() - 1, kAndOneMore, kAndMore)}},
         .cause = CauseOfRemovedLine(*removed.file->changed, removed.at.first_line())});
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kRemovedOptionInRecipe = {
    .info = {.id = "removed-option-in-recipe",
             .title = {"Removed option that recipes still give", "已删除的选项仍被配置使用"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{option}` is gone, and {place}{others} still gives it",
                         "`{option}` 已被删除，但 {place}{others} 仍在传入它"},
             .consequence = {"Runs of that recipe end at start-up with \"unrecognized arguments\"",
                             "这些配置的运行会在启动时以 \"unrecognized arguments\" 报错退出"},
             .advice =
                 {"Remove it from the recipes in the same change, or keep `{option}` as a name of "
                  "the new option",
                  "在同一次改动中从配置里删除，或保留 `{option}` 作为新选项的别名"},
             .phrases = configuration::kPhrases,
             .why =
                 "Recipes, tests and workflows name options as text, so that nothing fails when an "
                 "option is renamed or removed, until somebody starts them. Programs that take "
                 "any option are passed over.",
             .fix = "Change the recipes together with the parser.",
             .bad = R"py(
# --- train.py before
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
parser.add_argument("--use-fused", action="store_true")
args = parser.parse_args()
# --- train.py after
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
args = parser.parse_args()
# --- run.sh unchanged
python train.py --num-layers 2 --use-fused
)py",
             .good = R"py(
# --- train.py before
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
parser.add_argument("--use-fused", action="store_true")
args = parser.parse_args()
# --- train.py after
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
args = parser.parse_args()
# --- run.sh unchanged
python train.py --num-layers 2
)py"},
    .check_change = configuration::CheckRemoved};

}  // namespace allreview::rules
