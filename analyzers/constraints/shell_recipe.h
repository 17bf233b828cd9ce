#ifndef ANALYZERS_CONSTRAINTS_SHELL_RECIPE_H_
#define ANALYZERS_CONSTRAINTS_SHELL_RECIPE_H_

// What a shell script starts, its variables expanded. Internal to command_line.cc.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/constraints/command_line.h"

namespace allreview::constraints {

bool IsOption(absl::string_view word);  // --x

// A word as far as it is known.
struct RecipeWord {
  std::string text = {};
  int line = 0;
  bool is_certain = true;  // It is there, and so.
  int group = 0;           // The command in which it stands.
};

struct ShellRecipe {
  std::vector<CommandLine> lines;
  std::vector<Invocation> invocations;
};

ShellRecipe ReadShellRecipe(absl::string_view text);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_SHELL_RECIPE_H_
