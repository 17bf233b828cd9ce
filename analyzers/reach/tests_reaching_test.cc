#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/reach/fake_reach.h"
#include "analyzers/reach/reach.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::reach {
namespace {

using testing::ElementsAre;

std::vector<std::string> Print(const std::vector<ReachingTest>& tests) {
  std::vector<std::string> lines;
  for (const ReachingTest& test : tests) {
    lines.push_back(absl::StrCat(test.name, " ", test.relation, " ", test.distance));
  }
  return lines;
}

TEST(TestsReaching, AreFoundNearestFirst) {
  Fake fake{{"p/router.py",
             "class Router:\n"
             "    def __init__(self): pass\n"
             "    def route(self): pick()\n"
             "def pick(): pass\n"},
            {"p/build.py", "from p.router import Router\ndef make(): return Router()\n"},
            {"tests/test_router.py",
             "import pytest\n"
             "from p.router import Router, pick\n"
             "from p.build import make\n"
             "class TestRouter:\n"
             "    def setup_method(self):\n"
             "        self.router = Router()\n"
             "    def test_size(self): assert self.router\n"
             "    def helper(self): pass\n"
             "def test_pick(): pick()\n"
             "def test_route():\n"
             "    router = Router()\n"
             "    router.route()\n"
             "@pytest.fixture\n"
             "def built(): return make()\n"
             "def test_built(built): pass\n"}};
  EXPECT_THAT(
      Print(fake.reach.TestsReaching("p.router.pick")),
      ElementsAre("tests.test_router.test_pick calls 1", "tests.test_router.test_route reaches 2"));
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.router.pick", 1)),
              ElementsAre("tests.test_router.test_pick calls 1"));
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.router.Router")),
              ElementsAre("tests.test_router.test_route calls 1",
                          "tests.test_router.TestRouter.test_size sets up 2",
                          "tests.test_router.test_built sets up 3"));
}

TEST(TestsReaching, LieBelowFoldersOfAnyUsualName) {
  Fake fake{{"p/router.py", "def pick(): pass\n"},
            {"p/test/checks.py", "from p.router import pick\ndef test_pick(): pick()\n"},
            {"p/testing/checks.py", "from p.router import pick\ndef test_other(): pick()\n"}};
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.router.pick")),
              ElementsAre("p.test.checks.test_pick calls 1"));
}

}  // namespace
}  // namespace allreview::reach
