#ifndef ANALYZERS_RULES_CONFIGURATION_REFUSALS_H_
#define ANALYZERS_RULES_CONFIGURATION_REFUSALS_H_

// Configurations that the repository's own validation refuses: the words for them, what of a
// refusal the change made, and the recipes of a repository.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/constraints/interpreter.h"
#include "analyzers/constraints/recipes.h"
#include "analyzers/rules/rule.h"
#include "sentences/sentence.h"

namespace allreview::rules::configuration {

// "`--num-layers 24`, `--pipeline-model-parallel-size 16` and the default `hybrid_pattern=None`":
// what was given, and what the last condition reads by default.
Words ValuesText(const constraints::Refusal& refusal);
// The condition that the program ends for, on one line: of an assertion what does not hold, of a
// `raise` what holds.
std::string ConditionText(const constraints::Refusal& refusal);
bool IsAssertion(const constraints::Refusal& refusal);
// "megatron/arguments.py:997"
std::string PlaceText(const constraints::Refusal& refusal);
// Where the check stands.
Range RangeOf(const constraints::Refusal& refusal);

// The code of changed Python files that makes the refusal: the check, a condition around it, or a
// default; null: none of it is new.
struct NewPart {
  const AnalysedFile* file = nullptr;
  Node node;
};
NewPart NewCodeOf(const ChangeContext& change, const constraints::Refusal& refusal);

// The last line that the change adds to the recipe, among those that the refusal depends on; 0:
// none.
int NewRecipeLine(ChangeContext& change, const ChangedFile& file,
                  const constraints::Refusal& refusal);

// Ends of the names of files that hold recipes.
std::vector<std::string> RecipeSuffixes();

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_REFUSALS_H_
