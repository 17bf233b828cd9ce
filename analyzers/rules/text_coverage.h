#ifndef ANALYZERS_RULES_TEXT_COVERAGE_H_
#define ANALYZERS_RULES_TEXT_COVERAGE_H_

// Which changed shell scripts, YAML and build files the rules could read, and the comments in them
// that speak to AllReview. To be asked when all rules ran.

#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/change/coverage.h"
#include "analyzers/rules/engine.h"

namespace allreview::rules {

// Of configuration that is no YAML, such as templates, nothing is said: it stays data.
struct RecipesRead {
  std::vector<change::Coverage> coverage;
  std::vector<DirectiveComment> directives;
};
RecipesRead ReadRecipes(const change::AnalysedChange& change);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_TEXT_COVERAGE_H_
