#include "analyzers/reach/recipes.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace allreview::reach {
namespace {

std::string Find(absl::string_view text, absl::string_view name) {
  std::string found;
  for (const RecipeSetting& setting : FindInRecipe(text, name)) {
    absl::StrAppend(&found, setting.line, ":",
                    !setting.is_clear ? "?"
                    : setting.value   ? *setting.value
                                      : "flag",
                    " ");
  }
  return found;
}

TEST(Recipes, HaveOptionsAndKeys) {
  EXPECT_EQ(Find("args:\n  --num-experts: 8\n", "num_experts"), "2:8 ");
  EXPECT_EQ(Find("run --num-experts 8 --x", "num_experts"), "1:8 ");
  EXPECT_EQ(Find("run --num-experts=8\n", "num_experts"), "1:8 ");
  EXPECT_EQ(Find("run --use-x --y 1", "use_x"), "1:flag ");
  EXPECT_EQ(Find("run --use-x \\\n", "use_x"), "1:flag ");
  EXPECT_EQ(Find("- --use-x\n", "use_x"), "1:flag ");
  EXPECT_EQ(Find("use_x: true  # why\n", "use_x"), "1:true ");
  EXPECT_EQ(Find("use_x = false\n", "use_x"), "1:false ");
}

TEST(Recipes, MayTurnAnOptionOff) {
  EXPECT_EQ(Find("--no-use-x\n- --disable-use-x: true\n", "use_x"), "1:False 2:False ");
}

TEST(Recipes, NameCode) {
  EXPECT_EQ(LineNaming("a: 1\nrun: pkg.mod:main\n", "main"), 2);
  EXPECT_EQ(LineNaming("# main\nmain_loop\ndomain\n", "main"), 0);
}

TEST(Recipes, SayWhatTheyDoNotTell) {
  EXPECT_EQ(Find("run --num-experts ${N}\n", "num_experts"), "1:? ");
  EXPECT_EQ(Find("the use_x of it\n", "use_x"), "1:? ");
}

TEST(Recipes, HaveNoCommentsAndOtherNames) {
  EXPECT_EQ(Find("# --use-x\nrun  # --use-x\n", "use_x"), "");
  EXPECT_EQ(Find("--use-x-more\n--moe-use-x\n", "use_x"), "");
}

}  // namespace
}  // namespace allreview::reach
