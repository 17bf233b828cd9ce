#ifndef ANALYZERS_RULES_RECIPES_RECIPE_TEXTS_H_
#define ANALYZERS_RULES_RECIPES_RECIPE_TEXTS_H_

// The changed shell scripts and YAML files, with the lines that the change adds.
//
//   for (const RecipeText& recipe : ChangedRecipes(change)) {
//     if (recipe.IsNew(7)) Report(kRule.info, recipe, {.line = 7});
//   }

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/text_observation.h"

namespace allreview::rules {

// Lives as long as the change.
struct RecipeText {
  const ChangedFile* file = nullptr;
  const std::string* after = nullptr;   // Never null.
  const std::string* before = nullptr;  // Null: a new file, or it cannot be had.
  std::vector<int> new_lines = {};      // Sorted.

  bool IsNew(int line) const;
};

bool IsShellPath(absl::string_view path);
bool IsYamlPath(absl::string_view path);
// .github/workflows/ci.yml
bool IsWorkflowPath(absl::string_view path);

// The content of a changed file; null: it is not there, or cannot be had.
const std::string* TextOf(ChangeContext& change, const ChangedFile& file, Side side);

// At most 2,000 files, those for which `is_wanted` is true.
std::vector<RecipeText> ChangedTextsOf(ChangeContext& change,
                                       const std::function<bool(const ChangedFile&)>& is_wanted);
std::vector<RecipeText> ChangedRecipes(ChangeContext& change);

// Reports once for each line and rule. The line is one of the file.
class RecipeReporter {
 public:
  RecipeReporter(const RuleInfo& rule, const RecipeText& recipe) : rule_(rule), recipe_(recipe) {}
  void Report(TextObservation observation);

 private:
  const RuleInfo& rule_;
  const RecipeText& recipe_;
  std::set<int> reported_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RECIPES_RECIPE_TEXTS_H_
