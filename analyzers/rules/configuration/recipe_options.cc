#include "analyzers/rules/configuration/recipe_options.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/constraints/command_line.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/shared/parsed_files.h"

namespace allreview::rules::configuration {

void ForEachProblem(ChangeContext& change, OptionProblem::Kind kind,
                    const std::function<void(const RecipeText&, const OptionProblem&)>& visit) {
  const auto may_have = [](const ChangedFile& file) {
    return IsShellPath(file.path) || IsYamlPath(file.path);
  };
  if (!absl::c_any_of(change.changed_files(), may_have)) return;
  const std::vector<RecipeText> recipes = ChangedRecipes(change);
  const bool has_options = absl::c_any_of(recipes, [](const RecipeText& recipe) {
    return absl::StrContains(*recipe.after, "--") && !recipe.new_lines.empty();
  });
  if (!has_options || !change.project().is_complete()) return;
  ParsedFiles files(change, Side::kRight);
  const constraints::Modules modules = [&](absl::string_view path) { return files.Find(path); };
  constraints::RecipeChecks checks(change.project(), change.index(), modules);
  for (const RecipeText& recipe : recipes) {
    if (recipe.new_lines.empty()) continue;
    for (const constraints::Invocation& invocation :
         constraints::InvocationsIn(recipe.file->path, *recipe.after)) {
      if (!absl::c_any_of(invocation.options, [&](const constraints::Invocation::Given& given) {
            return recipe.IsNew(given.line);
          })) {
        continue;
      }
      for (const OptionProblem& problem : checks.ProblemsOf(recipe.file->path, invocation)) {
        if (problem.kind == kind && recipe.IsNew(problem.given.line)) visit(recipe, problem);
      }
    }
  }
}

std::string GivenText(const OptionProblem& problem) {
  return absl::StrCat(problem.given.option, problem.given.values.empty() ? "" : " ",
                      absl::StrJoin(problem.given.values, " "));
}

}  // namespace allreview::rules::configuration
