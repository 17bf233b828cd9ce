#ifndef ANALYZERS_REACH_RECIPES_H_
#define ANALYZERS_REACH_RECIPES_H_

// Settings in lists of test cases and command lines: YAML, shell, TOML.
//
//   for (const RecipeSetting& found : FindInRecipe(text, "moe-use-x")) Use(found.value,
//   found.line);
//
//   --moe-use-x            the flag alone: no value
//   --num-experts 8, --num-experts: 8, num_experts=8
//
// Comments do not count. What stands in quotes counts. Pure.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::reach {

struct Recipe {
  std::string path;
  const std::string* text = nullptr;  // Null: it could not be read.
};

struct RecipeSetting {
  int line = 0;
  bool is_clear = true;  // No: the value is a variable, or the line says something else.
  std::optional<std::string> value;  // None: a flag alone.
};

// `name` with hyphens or underscores, which are the same here; as an option or as a key.
std::vector<RecipeSetting> FindInRecipe(absl::string_view text, absl::string_view name);

// It belongs to tests, as its path says.
bool MayBeTestRecipe(absl::string_view path);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_RECIPES_H_
