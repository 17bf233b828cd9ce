#ifndef ANALYZERS_REACH_RECIPES_H_
#define ANALYZERS_REACH_RECIPES_H_

// What texts beside the code say: YAML, shell, TOML, setup files. Settings of test cases and
// command lines; names of code that they start.
//
//   for (const RecipeSetting& found : FindInRecipe(text, "moe-use-x")) Use(found.value,
//   found.line);
//
//   --moe-use-x            the flag alone: no value
//   --num-experts 8, --num-experts: 8, num_experts=8
//   --no-use-x             False
//
// Comments do not count. What stands in quotes counts. Pure.

#include <functional>
#include <optional>
#include <string>
#include <utility>
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

// Those of a repository, asked for when somebody needs them. One thread.
class Recipes {
 public:
  explicit Recipes(std::function<std::vector<Recipe>()> make) : make_(std::move(make)) {}
  // Null: there is nobody to ask.
  const std::vector<Recipe>* all();

 private:
  const std::function<std::vector<Recipe>()> make_;
  std::optional<std::vector<Recipe>> recipes_;
};

// The line that names the code, alone or behind a dot, colon or slash; 0: none. Comments do not
// count.
int LineNaming(absl::string_view text, absl::string_view name);

// `name` with hyphens or underscores, which are the same here; as an option or as a key.
std::vector<RecipeSetting> FindInRecipe(absl::string_view text, absl::string_view name);

// It belongs to tests, as its path says.
bool MayBeTestRecipe(absl::string_view path);

// Files that Reach wants: those with one of these ends.
std::vector<std::string> SuffixesOfRecipes();

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_RECIPES_H_
