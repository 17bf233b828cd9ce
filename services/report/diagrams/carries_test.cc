#include "services/report/diagrams/carries.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr bool kChanged = true;

TEST(BoxesToDraw, WantsSomethingChangedWithALink) {
  EXPECT_THAT(BoxesToDraw({{"p/a.py"}, {"p/b.py"}, {"p/c.py", kChanged}}, {{0, 1}, {2, 2}}, 9),
              IsEmpty());
}

TEST(BoxesToDraw, KeepsWhatHangsOnTheChange) {
  EXPECT_THAT(
      BoxesToDraw({{"p/a.py", kChanged}, {"p/b.py"}, {"p/c.py"}, {"p/d.py"}}, {{0, 1}, {2, 3}}, 9),
      ElementsAre(true, true, false, false));
}

TEST(BoxesToDraw, PrefersWhatConnectsChangedBoxes) {
  EXPECT_THAT(BoxesToDraw({{"p/a.py", kChanged}, {"p/b.py"}, {"p/c.py", kChanged}, {"p/d.py"}},
                          {{0, 1}, {3, 0}, {0, 2}}, 2),
              ElementsAre(true, false, true, false));
}

TEST(BoxesToDraw, LeavesOutTestsAndExamplesBesideTheProduct) {
  const std::vector<DrawnLink> links = {{0, 1}, {1, 2}, {3, 1}};
  EXPECT_THAT(BoxesToDraw({{"tests/test_a.py", kChanged},
                           {"pkg/a.py", kChanged},
                           {"pkg/b.py"},
                           {"examples/run.py"}},
                          links, 9),
              ElementsAre(false, true, true, false));
  EXPECT_THAT(BoxesToDraw({{"tests/test_a.py", kChanged}, {"pkg/a.py"}, {"pkg/b.py"}, {"pkg/c.py"}},
                          links, 9),
              ElementsAre(true, true, true, true));
}

TEST(IsBesideProduct, KnowsFolders) {
  EXPECT_TRUE(IsBesideProduct("docs/examples/run.py"));
  EXPECT_TRUE(IsBesideProduct("tests/unit/test_x.py"));
  EXPECT_FALSE(IsBesideProduct("pretrain.py"));
  EXPECT_FALSE(IsBesideProduct("pkg/x.py"));
  EXPECT_FALSE(IsBesideProduct("pkg/csrc/x.cu"));
}

TEST(WithoutIslands, KeepsWhatHangsOnTheCoreAndDropsPairsBesideIt) {
  const std::vector<DrawnLink> links = {{0, 1}, {2, 3}, {4, 5}, {5, 6}};
  const auto keep = [&](size_t core) {
    std::vector<bool> is_core(8, false);
    is_core[core] = true;
    return WithoutIslands(8, links, is_core);
  };
  EXPECT_THAT(keep(0), ElementsAre(true, true, false, false, true, true, true, false));
  // Nothing leads to the core.
  EXPECT_THAT(keep(7), testing::Each(false));
}

}  // namespace
}  // namespace allreview::report
