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

// Of one name in the repository, and a class of the same methods beside it.
const Fake::Files kStores = {{"p/store.py",
                              "class Store:\n"
                              "    def put(self, x): self.check(x); self.transmit(x)\n"
                              "    def check(self, x): pass\n"
                              "    def transmit(self, x): raise NotImplementedError\n"},
                             {"p/disk.py",
                              "from p.store import Store\n"
                              "class Disk(Store):\n"
                              "    def transmit(self, x): open(x)\n"},
                             {"p/cloud.py",
                              "from p.store import Store\n"
                              "class Cloud(Store):\n"
                              "    def check(self, x): self.ask(x)\n"
                              "    def transmit(self, x): self.ask(x)\n"
                              "    def ask(self, x): pass\n"}};

Fake WithTest(Fake::Files files, const std::string& test) {
  files["tests/test_it.py"] = test;
  return Fake(files);
}

TEST(TestsReaching, OnlyOfTheClassesThatTheyMake) {
  Fake fake = WithTest(kStores,
                       "from p.disk import Disk\n"
                       "def test_disk(): Disk().put(1)\n");
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.disk.Disk.transmit")),
              ElementsAre("tests.test_it.test_disk reaches 2"));
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.store.Store.check")),
              ElementsAre("tests.test_it.test_disk reaches 2"));
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.cloud.Cloud.transmit")), ElementsAre());
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.cloud.Cloud.check")), ElementsAre());
}

TEST(TestsReaching, CallMethodsOfWhatAFixtureMakes) {
  Fake fake = WithTest(kStores,
                       "import pytest\n"
                       "from p.disk import Disk\n"
                       "from p.cloud import Cloud\n"
                       "@pytest.fixture\n"
                       "def path(): return 'x'\n"
                       "@pytest.fixture\n"
                       "def disk(path): return Disk()\n"
                       "@pytest.fixture\n"
                       "def filled(disk):\n"
                       "    disk.put(1)\n"
                       "    return disk\n"
                       "def test_transmit(filled): filled.transmit(2)\n"
                       "def test_other(path): assert path\n");
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.disk.Disk.transmit")),
              ElementsAre("tests.test_it.test_transmit calls 1"));
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.cloud.Cloud.transmit")), ElementsAre());
}

TEST(TestsReaching, GetCasesFromParametersAndTables) {
  Fake fake = WithTest(kStores,
                       "import pytest\n"
                       "from p.disk import Disk\n"
                       "@pytest.fixture(params=[Disk])\n"
                       "def store(request): return request.param()\n"
                       "def test_transmit(store): store.transmit(2)\n"
                       "def test_nothing(): pass\n");
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.disk.Disk.transmit")),
              ElementsAre("tests.test_it.test_transmit calls 1"));
}

TEST(TestsReaching, InheritTheirSetUpAndTheirClass) {
  Fake fake = WithTest(kStores,
                       "from p.disk import Disk\n"
                       "class Base:\n"
                       "    def setUp(self): self.store = Disk()\n"
                       "class TestDisk(Base):\n"
                       "    def test_transmit(self): self.store.transmit(1)\n");
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.disk.Disk.transmit")),
              ElementsAre("tests.test_it.TestDisk.test_transmit calls 1"));
}

TEST(TestsReaching, CallFromFunctionsInsideOfThem) {
  Fake fake{{"p/router.py",
             "def pick(): pass\n"
             "def route():\n"
             "    def one(): pass\n"
             "    one()\n"},
            {"tests/test_it.py",
             "from p.router import pick, route\n"
             "def test_pick():\n"
             "    async def run(): pick()\n"
             "    start(run())\n"
             "def test_route(): route()\n"
             "def helper():\n"
             "    def test(): pick()\n"
             "    test()\n"}};
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.router.pick")),
              ElementsAre("tests.test_it.test_pick calls 1"));
  EXPECT_THAT(Print(fake.reach.TestsReaching("p.router.route.one")),
              ElementsAre("tests.test_it.test_route reaches 1"));
}

TEST(TestsReaching, RunTheBackwardOfAutogradFunctions) {
  const Fake::Files files = {{"p/f.py",
                              "import torch\n"
                              "class F(torch.autograd.Function):\n"
                              "    @staticmethod\n"
                              "    def forward(ctx, x): return x\n"
                              "    @staticmethod\n"
                              "    def backward(ctx, g): return g\n"
                              "def f(x): return F.apply(x)\n"}};
  Fake with = WithTest(files, "from p.f import f\ndef test_f(): f(1).sum().backward()\n");
  EXPECT_THAT(Print(with.reach.TestsReaching("p.f.F.backward")),
              ElementsAre("tests.test_it.test_f reaches 2"));
  Fake without = WithTest(files, "from p.f import f\ndef test_f(): f(1).sum()\n");
  EXPECT_THAT(Print(without.reach.TestsReaching("p.f.F.backward")), ElementsAre());
}

struct Replacing {
  const char* name;
  const char* test;
  bool runs;
};
constexpr Replacing kReplacing[] = {
    {"decorator", "@patch('p.cloud.Cloud.ask')\ndef test_it(m): Cloud().transmit(1)\n", false},
    {"by class",
     "@patch.object(Cloud, 'ask')\nclass TestIt:\n"
     "    def test_it(self, m): Cloud().transmit(1)\n",
     false},
    {"context",
     "def test_it():\n    with mock.patch.object(Cloud, 'ask'):\n"
     "        Cloud().transmit(1)\n",
     false},
    {"between",
     "def test_it(monkeypatch):\n    monkeypatch.setattr(Cloud, 'transmit', None)\n"
     "    Cloud().transmit(1)\n",
     false},
    {"store", "def test_it():\n    c = Cloud()\n    c.ask = MagicMock()\n    c.transmit(1)\n",
     false},
    {"fixture",
     "@pytest.fixture(autouse=True)\ndef quiet(monkeypatch):\n"
     "    monkeypatch.setattr('p.cloud.Cloud.ask', None)\n"
     "def test_it(): Cloud().transmit(1)\n",
     false},
    {"set-up",
     "class TestIt:\n    def setup_method(self):\n        Cloud.ask = MagicMock()\n"
     "    def test_it(self): Cloud().transmit(1)\n",
     false},
    {"another", "@patch('p.cloud.open')\ndef test_it(m): Cloud().transmit(1)\n", true},
    {"wrapped",
     "def test_it():\n    with patch.object(Cloud, 'ask', wraps=print):\n"
     "        Cloud().transmit(1)\n",
     true},
};

TEST(TestsReaching, LeaveOutThoseThatReplaceWhatTheyWouldRun) {
  const std::string begin =
      "import pytest\n"
      "from unittest import mock\n"
      "from unittest.mock import MagicMock, patch\n"
      "from p.cloud import Cloud\n";
  for (const auto& one : kReplacing) {
    Fake fake = WithTest(kStores, begin + one.test);
    EXPECT_EQ(!fake.reach.TestsReaching("p.cloud.Cloud.ask").empty(), one.runs) << one.name;
  }
}

TEST(MayTestsReach, IsTrueOfMethodsThatOtherProjectsCall) {
  const Fake::Files files = {{"p/a.py",
                              "import pydantic\n"
                              "from other import Trainer\n"
                              "class Config:\n"
                              "    @pydantic.model_validator(mode='before')\n"
                              "    def check_all(self): pass\n"
                              "    @property\n"
                              "    def width(self): pass\n"
                              "    def unused(self): pass\n"
                              "class Own(Trainer):\n"
                              "    def create_all(self): pass\n"
                              "def pick(): return Own\n"
                              "def build(): return pick()\n"}};
  Fake fake = WithTest(files,
                       "from p.a import Config, build\n"
                       "def test_a():\n"
                       "    Config()\n"
                       "    build()\n");
  EXPECT_TRUE(fake.reach.MayTestsReach("p.a.Config.check_all"));
  EXPECT_FALSE(fake.reach.MayTestsReach("p.a.Config.width"));
  EXPECT_FALSE(fake.reach.MayTestsReach("p.a.Config.unused"));
  EXPECT_TRUE(fake.reach.MayTestsReach("p.a.Own.create_all"));
}

TEST(MayTestsReach, IsFalseOnlyWhenNoTestNamesItOrItsUsers) {
  const Fake::Files files = {{"p/a.py",
                              "def far(): pass\n"
                              "def d(): far()\n"
                              "def c(): d()\n"
                              "def b(): c()\n"
                              "def a(): b()\n"
                              "def alone(): pass\n"
                              "def by_text(): pass\n"
                              "def replaced(): pass\n"
                              "class Store:\n"
                              "    def compact(self): pass\n"}};
  Fake fake = WithTest(files,
                       "from unittest.mock import patch\n"
                       "from p.a import Store, a\n"
                       "@patch('p.a.replaced')\n"
                       "def test_a(m):\n"
                       "    a()\n"
                       "    Store()\n"
                       "    getattr(p, 'by_text')()\n");
  EXPECT_TRUE(fake.reach.MayTestsReach("p.a.far"));
  EXPECT_TRUE(fake.reach.MayTestsReach("p.a.by_text"));
  EXPECT_FALSE(fake.reach.MayTestsReach("p.a.alone"));
  EXPECT_FALSE(fake.reach.MayTestsReach("p.a.Store.compact"));
  EXPECT_FALSE(fake.reach.MayTestsReach("p.a.replaced"));
  EXPECT_TRUE(fake.reach.TestsImport("p"));
  EXPECT_TRUE(fake.reach.TestsImport("p.a"));
  EXPECT_FALSE(fake.reach.TestsImport("p.b"));
}

}  // namespace
}  // namespace allreview::reach
