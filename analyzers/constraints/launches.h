#ifndef ANALYZERS_CONSTRAINTS_LAUNCHES_H_
#define ANALYZERS_CONSTRAINTS_LAUNCHES_H_

// Which program in Python the words of a command start, through torchrun, srun and their like.
// Internal to command_line.cc.

#include <optional>
#include <vector>

#include "analyzers/constraints/command_line.h"
#include "analyzers/constraints/shell_recipe.h"

namespace allreview::constraints {

// None: it starts none, or it is not clear which of several programs gets the options.
std::optional<Invocation> InvocationOf(const std::vector<RecipeWord>& words);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_LAUNCHES_H_
