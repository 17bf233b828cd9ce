#include "analyzers/playbook/recipes.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::playbook {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Shown(const std::vector<Recipe>& recipes) {
  std::vector<std::string> lines;
  for (const Recipe& recipe : recipes) {
    lines.push_back(absl::StrCat(static_cast<int>(recipe.deed), " ", recipe.name, " -> ",
                                 recipe.target, " ", recipe.count, "/", recipe.of));
  }
  return lines;
}

bool IsThere(absl::string_view) { return true; }

// Twelve fields for RunConfig, ten of them with the flags and a test.
std::vector<PastCommit> FieldsOfRunConfig() {
  std::vector<PastCommit> past;
  for (int i = 0; i < 12; ++i) {
    PastCommit& commit = past.emplace_back();
    commit.changed = {"kit/run/config.py"};
    commit.options = {{"kit/run/config.py", "RunConfig", absl::StrCat("field_", i)}};
    if (i >= 10) continue;
    commit.changed.push_back("kit/cli/flags.py");
    commit.added = {absl::StrCat("tests/run/test_", i, ".py")};
  }
  return past;
}

TEST(Recipes, SayWhatComesWithAFieldOfAClass) {
  const std::vector<std::string> recipes = Shown(RecipesOf(FieldsOfRunConfig(), IsThere));
  ASSERT_GE(recipes.size(), 2u);
  EXPECT_EQ(recipes[0], "0 RunConfig -> kit/cli/flags.py 10/12");
  EXPECT_EQ(recipes[1], "0 RunConfig -> tests/run/ 10/12");
}

TEST(Recipes, NeedTenCasesAndSevenOfTen) {
  std::vector<PastCommit> past = FieldsOfRunConfig();
  past.resize(9);
  EXPECT_THAT(Shown(RecipesOf(past, IsThere)), IsEmpty());

  past = FieldsOfRunConfig();
  for (int i = 0; i < 9; ++i) {
    past.push_back({.added = {},
                    .changed = {"kit/run/config.py"},
                    .options = {{"kit/run/config.py", "RunConfig", "more"}}});
  }
  for (const std::string& line : Shown(RecipesOf(past, IsThere))) {
    EXPECT_EQ(line.find("RunConfig"), std::string::npos) << line;
  }
}

TEST(Recipes, NameWhatIsStillThere) {
  const auto without_flags = [](absl::string_view path) { return path != "kit/cli/flags.py"; };
  for (const Recipe& recipe : RecipesOf(FieldsOfRunConfig(), without_flags)) {
    EXPECT_NE(recipe.target, "kit/cli/flags.py");
  }
}

TEST(Recipes, SayWhatComesWithANewFile) {
  std::vector<PastCommit> past;
  for (int i = 0; i < 10; ++i) {
    past.push_back({.added = {absl::StrCat("kit/kernels/k", i, ".py")},
                    .changed = {"kit/registry.py"},
                    .options = {}});
  }
  EXPECT_THAT(Shown(RecipesOf(past, IsThere)),
              ElementsAre("1 kit/kernels/ -> kit/registry.py 10/10"));
}

TEST(Recipes, TellPairsOnceAndSkipSweeps) {
  std::vector<PastCommit> past;
  for (int i = 0; i < 11; ++i) {
    past.push_back({.added = {}, .changed = {"kit/fast.py", "kit/slow.py"}, .options = {}});
  }
  EXPECT_THAT(Shown(RecipesOf(past, IsThere)), ElementsAre("3 kit/fast.py -> kit/slow.py 11/11"));

  for (PastCommit& commit : past) {
    for (int i = 0; i < 80; ++i) commit.changed.push_back(absl::StrCat("kit/all/f", i, ".py"));
  }
  EXPECT_THAT(Shown(RecipesOf(past, IsThere)), IsEmpty());
}

}  // namespace
}  // namespace allreview::playbook
