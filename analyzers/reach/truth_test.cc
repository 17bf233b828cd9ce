// Chains that cannot happen, tests that do not run, names that only look like entry points.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/reach/fake_reach.h"
#include "analyzers/reach/reach.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::reach {
namespace {

using State = FunctionReach::State;
using testing::HasSubstr;

// "training step: forward, tests: test"
std::string Kinds(Fake& fake, absl::string_view name) {
  std::vector<std::string> kinds;
  for (const Way& way : fake.reach.ReachOf(name).ways) {
    kinds.push_back(absl::StrCat(NameOf(way.entry.kind), ": ", way.entry.what,
                                 way.is_rare ? ", not in every step" : ""));
  }
  return absl::StrJoin(kinds, ", ");
}

// The conditions of a.py.
std::string Branches(absl::string_view body) {
  Fake fake(
      Fake::Files{{"a.py", absl::StrCat("def f(x, xs):\n    if ", body, ":\n        g()\n")}});
  return fake.reach.BranchesOf(*fake.index.FindModule("a"))[0].text;
}

TEST(Guards, AreWrittenWithTheirParentheses) {
  EXPECT_EQ(Branches("x * (x + 1) > 2"), "x * (x + 1) > 2");
  EXPECT_EQ(Branches("x - (x - 1) - 1 > 2"), "x - (x - 1) - 1 > 2");
  EXPECT_EQ(Branches("(x + 1).any()"), "(x + 1).any()");
  EXPECT_EQ(Branches("all(y > 0 for y in xs)"), "all(… > 0 for … in xs)");
  EXPECT_EQ(Branches("any([y.ok for y in xs])"), "any([….ok for … in xs])");
}

TEST(Chains, EndAtConstantsThatDenyTheirGuards) {
  const std::string ops =
      "def run(x, mode):\n"
      "    prepare(x, mode)\n"
      "def prepare(x, mode):\n"
      "    if mode == 'train':\n"
      "        update(x)\n"
      "    else:\n"
      "        look(x)\n"
      "def update(x): pass\n"
      "def look(x): pass\n";
  Fake fake(
      Fake::Files{{"ops.py", ops},
                  {"loop.py", "from ops import run\ndef train_step(x): run(x, mode='eval')\n"}});
  EXPECT_EQ(Kinds(fake, "ops.update"), "");
  EXPECT_EQ(Kinds(fake, "ops.look"), "training step: train-step");
  Fake twin(Fake::Files{{"ops.py", ops},
                        {"loop.py",
                         "from ops import run\n"
                         "def training_step(x): run(x, 'train')\n"
                         "def train_step(x, mode): run(x, mode)\n"}});
  EXPECT_EQ(Kinds(twin, "ops.update"), "training step: train-step");
}

TEST(Chains, EndAtDefaultsThatNobodyChanges) {
  const std::string layer =
      "import torch\n"
      "class Layer(torch.nn.Module):\n"
      "    def forward(self, x, check=False):\n"
      "        if check:\n"
      "            inspect_all(x)\n"
      "        return part(x)\n"
      "def part(x, deep=False):\n"
      "    if deep:\n"
      "        dive(x)\n"
      "def inspect_all(x): pass\n"
      "def dive(x): pass\n";
  Fake fake(Fake::Files{{"a.py", layer}});
  EXPECT_EQ(Kinds(fake, "a.part"), "training step: forward");
  EXPECT_EQ(Kinds(fake, "a.inspect_all"), "");
  EXPECT_EQ(Kinds(fake, "a.dive"), "");
  EXPECT_FALSE(fake.reach.FindStep("a.inspect_all"));
  Fake twin(
      Fake::Files{{"a.py", layer},
                  {"b.py", "def use(model, x, y): return model(x, check=y), part(x, deep=y)\n"}});
  EXPECT_EQ(Kinds(twin, "a.inspect_all"), "training step: forward");
}

TEST(Chains, DoNotPassLambdasThatNobodyCalls) {
  Fake fake(Fake::Files{{"ops.py", "def f(): pass\ndef g(): pass\ndef h(): pass\n"},
                        {"tests/test_ops.py",
                         "from ops import f, g, h\n"
                         "from elsewhere import keep\n"
                         "def test_it(self):\n"
                         "    keep(lambda: f())\n"
                         "    self.assertRaises(ValueError, lambda: g())\n"
                         "    make = lambda: h()\n"
                         "    make()\n"}});
  EXPECT_EQ(Kinds(fake, "ops.f"), "");
  EXPECT_EQ(fake.reach.ReachOf("ops.f").state, State::kUnknown);
  EXPECT_THAT(fake.reach.ReachOf("ops.f").why, HasSubstr("lambda at tests/test_ops.py:4"));
  EXPECT_EQ(Kinds(fake, "ops.g"), "tests: test");
  EXPECT_EQ(Kinds(fake, "ops.h"), "tests: test");
}

TEST(Chains, ClaimNothingOfAModuleThatIsNotKnown) {
  Fake fake(Fake::Files{{"a.py",
                         "import torch\n"
                         "class Layer(torch.nn.Module):\n"
                         "    def warm_up(self): pass\n"},
                        {"b.py",
                         "import torch\n"
                         "def train_step(model: torch.nn.Module): model.warm_up()\n"}});
  EXPECT_EQ(Kinds(fake, "a.Layer.warm_up"), "");
  EXPECT_EQ(fake.reach.ReachOf("a.Layer.warm_up").state, State::kUnknown);
}

TEST(Entries, ThatOnlyLookLikeOneMustBeUsed) {
  const std::string store =
      "class Store:\n"
      "    def load_model(self): read(self)\n"
      "    def state_dict(self): write(self)\n"
      "def init_schedule(): plan()\n"
      "def get_batch_func():\n"
      "    def inner(it): cut(it)\n"
      "    pick()\n"
      "    return inner\n"
      "def read(x): pass\n"
      "def write(x): pass\n"
      "def plan(): pass\n"
      "def pick(): pass\n"
      "def cut(x): pass\n";
  Fake fake(Fake::Files{{"a.py", store}});
  EXPECT_EQ(Kinds(fake, "a.read"), "");
  EXPECT_EQ(Kinds(fake, "a.plan"), "");
  EXPECT_EQ(Kinds(fake, "a.pick"), "");
  EXPECT_EQ(Kinds(fake, "a.write"), "checkpoint: checkpoint");
  Fake twin(Fake::Files{{"a.py", store},
                        {"b.py",
                         "from a import Store, init_schedule, get_batch_func\n"
                         "def use(): Store().load_model(), init_schedule(), get_batch_func()\n"}});
  EXPECT_EQ(Kinds(twin, "a.read"), "checkpoint: checkpoint");
  EXPECT_EQ(Kinds(twin, "a.plan"), "start-up: initialisation");
  EXPECT_EQ(Kinds(twin, "a.pick"), "");
}

TEST(Steps, DoNotHoldWhatIsMadeBeforeTheLoop) {
  Fake fake(Fake::Files{{"a.py",
                         "def train(args):\n"
                         "    data = make_data(args)\n"
                         "    for batch in data:\n"
                         "        work(batch)\n"
                         "def make_data(args): return [shape(x) for x in args]\n"
                         "def work(batch): pass\n"
                         "def shape(x): pass\n"
                         "train(1)\n"}});
  EXPECT_THAT(Kinds(fake, "a.make_data"), HasSubstr("training-loop, not in every step"));
  EXPECT_THAT(Kinds(fake, "a.shape"), HasSubstr("training-loop, not in every step"));
  EXPECT_THAT(Kinds(fake, "a.work"), testing::Not(HasSubstr("not in every step")));
}

TEST(Tests, ThatAreSkippedReachNothing) {
  const struct {
    const char* text;
    bool is_skipped;
  } kCases[] = {
      {"import pytest\n@pytest.mark.skip(reason='x')\ndef test_f(): f()\n", true},
      {"import pytest\n@pytest.mark.skip\nclass TestF:\n    def test_f(self): f()\n", true},
      {"import unittest\n@unittest.skip('x')\ndef test_f(): f()\n", true},
      {"import pytest\npytestmark = pytest.mark.skip('x')\ndef test_f(): f()\n", true},
      {"import pytest\ndef test_f():\n    pytest.skip('x')\n    f()\n", true},
      {"import pytest\n@pytest.mark.skipif(X, reason='x')\ndef test_f(): f()\n", false},
      {"import pytest\ndef test_f():\n    f()\n    pytest.skip('x')\n", false},
  };
  for (const auto& one : kCases) {
    Fake fake(Fake::Files{{"ops.py", "def f(): pass\n"},
                          {"tests/test_f.py", absl::StrCat("from ops import f\n", one.text)}});
    EXPECT_EQ(Kinds(fake, "ops.f"), one.is_skipped ? "tests: skipped test" : "tests: test")
        << one.text;
    EXPECT_EQ(fake.reach.TestsReaching("ops.f").empty(), one.is_skipped) << one.text;
  }
}

}  // namespace
}  // namespace allreview::reach
