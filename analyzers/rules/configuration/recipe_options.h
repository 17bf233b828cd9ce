#ifndef ANALYZERS_RULES_CONFIGURATION_RECIPE_OPTIONS_H_
#define ANALYZERS_RULES_CONFIGURATION_RECIPE_OPTIONS_H_

// Options of changed recipes that their programs do not take.
//
//   ForEachProblem(change, OptionProblem::Kind::kUnknown, [](const RecipeText& recipe, ...) {...});

#include <functional>
#include <string>

#include "analyzers/constraints/recipes.h"
#include "analyzers/rules/recipes/recipe_texts.h"

namespace allreview::rules::configuration {

using constraints::OptionProblem;

// Calls `visit` for each problem of that kind with an option on a new line.
void ForEachProblem(ChangeContext& change, OptionProblem::Kind kind,
                    const std::function<void(const RecipeText&, const OptionProblem&)>& visit);

// "`--num-layers 24`"
std::string GivenText(const OptionProblem& problem);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_RECIPE_OPTIONS_H_
