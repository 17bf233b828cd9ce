// Reach::ReachOf of a branch: what tests, recipes and callers make true.

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

// The verdict on the guards of the first statement with that text in pkg/a.py.
BranchReach ReachOf(Fake& fake, absl::string_view statement) {
  const std::unique_ptr<python::Module> module =
      *python::Module::Parse("pkg/a.py", fake.texts["pkg/a.py"]);
  const size_t at = module->source().find(statement);
  return fake.reach.ReachOf(*module, module->tree().NodeAt(static_cast<uint32_t>(at)));
}

std::string Print(const Verdict& verdict) {
  switch (verdict.state) {
    case Verdict::State::kMade: {
      const Verdict::Place& place = verdict.places[0];
      return absl::StrCat("made: ", place.what, " ", place.path, ":", place.line);
    }
    case Verdict::State::kNever:
      return "never";
    case Verdict::State::kUnknown:
      break;
  }
  return absl::StrCat("unknown: ", verdict.why);
}

std::string TestsOf(Fake& fake, absl::string_view statement) {
  const BranchReach reach = ReachOf(fake, statement);
  return reach.by_tests.empty() ? "no guard" : Print(reach.by_tests[0]);
}

Fake::Files Router() {
  return {{"pkg/a.py",
           "def route(config, x):\n"
           "    if config.drop_overflow:\n"
           "        return dropped(x)\n"
           "    return kept(x)\n"},
          {"pkg/config.py",
           "from dataclasses import dataclass\n"
           "@dataclass\n"
           "class RouterConfig:\n"
           "    drop_overflow: bool = False\n"},
          {"tests/test_a.py",
           "from pkg.a import route\n"
           "from pkg.config import RouterConfig\n"
           "def test_route(): route(RouterConfig(), 1)\n"}};
}

TEST(ByTests, ProvesThatNoTestSetsIt) {
  Fake fake(Router());
  EXPECT_EQ(TestsOf(fake, "dropped"), "never");
  EXPECT_EQ(TestsOf(fake, "kept"), "made: False by default pkg/config.py:4");
  EXPECT_EQ(ReachOf(fake, "dropped").never, 0u);
}

TEST(ByTests, FindsWhoSetsIt) {
  const struct {
    std::string path, text, want;
  } kCases[] = {
      {"tests/test_b.py", "import c\ndef test_b():\n    c.RouterConfig(drop_overflow=True)\n",
       "made: True in a test tests/test_b.py:3"},
      {"tests/test_b.py", "def test_b(config):\n    config.drop_overflow = True\n",
       "made: True in a test tests/test_b.py:2"},
      {"tests/test_b.py", "def test_b(m, args):\n    m.setattr(args, 'drop_overflow', True)\n",
       "made: True in a test tests/test_b.py:2"},
      {"tests/test_b.py",
       "import pytest, c\n"
       "@pytest.mark.parametrize('x, drop_overflow', [(1, False), (2, True)])\n"
       "def test_b(x, drop_overflow):\n    c.RouterConfig(drop_overflow=drop_overflow)\n",
       "made: True in a test tests/test_b.py:2"},
      {"tests/test_b.py", "def test_b(run):\n    run(['main.py', '--drop-overflow'])\n",
       "made: True in a test tests/test_b.py:2"},
      {"tests/test_b.py",
       "import c\n"
       "def make(size, drop=False):\n    return c.RouterConfig(drop_overflow=drop)\n"
       "def test_b():\n    make(1, True)\n",
       "made: True in a test tests/test_b.py:5"},
      {"tests/functional/moe.yaml", "MODEL_ARGS:\n  --drop-overflow: true\n",
       "made: True in a recipe of tests tests/functional/moe.yaml:2"},
      {"tests/functional/moe.sh", "torchrun main.py \\\n  --drop-overflow \\\n  --seed 1\n",
       "made: True in a recipe of tests tests/functional/moe.sh:2"},
  };
  for (const auto& one : kCases) {
    Fake::Files files = Router();
    files[one.path] = one.text;
    Fake fake(files);
    EXPECT_EQ(TestsOf(fake, "dropped"), one.want) << one.text;
  }
}

TEST(ByTests, TellsCasesOfOneTestFromThoseOfAnother) {
  const std::string head = "import pytest, c\n";
  const std::string other =
      "@pytest.mark.parametrize('drop', "
      "[True])\n@slow\ndef test_a(drop): pass\n";
  const std::string test = "def test_b(drop):\n    c.RouterConfig(drop_overflow=drop)\n";
  const std::string own = "@pytest.mark.parametrize('drop', [False])\n";
  const struct {
    std::string text, want;
  } kCases[] = {
      {absl::StrCat(head, other, own, test), "never"},
      {absl::StrCat(head, "pytestmark = pytest.mark.parametrize('drop', [True])\n", test),
       "made: True in a test tests/test_b.py:2"},
      {absl::StrCat(head, "@pytest.mark.parametrize('drop', [True])\nclass TestB:\n",
                    "    def test_b(self, drop):\n        "
                    "c.RouterConfig(drop_overflow=drop)\n"),
       "made: True in a test tests/test_b.py:2"},
  };
  for (const auto& one : kCases) {
    Fake::Files files = Router();
    files["tests/test_b.py"] = one.text;
    Fake fake(files);
    EXPECT_EQ(TestsOf(fake, "dropped"), one.want) << one.text;
  }
}

TEST(ByTests, ClaimsNothingWhereAValueIsNotKnown) {
  for (const auto& [path, text] : Fake::Files{
           {"tests/test_b.py", "import c\ndef test_b(x): c.RouterConfig(drop_overflow=x)\n"},
           {"tests/test_c.py", "CASES = ['drop_overflow']\n"},
           {"tests/test_d.py", "import c\ndef f():\n    run('main --drop-overflow --x')\n"},
           {"tests/test_e.py",
            "def test_e(c, x):\n    assert c.drop_overflow\n    run(f'--drop-overflow {x}')\n"},
           {"tests/test_f.py", "CASE = {'--drop-overflow': DROP}\n"},
           {"tests/test_g.py", "def f(x):\n    option = '--drop-overflow'\n    run(option + x)\n"},
           {"tests/moe.sh", "main --drop-overflow ${DROP}\n"},
           {"pkg/b.py", "def f(config, x):\n    config.drop_overflow = x > 1\n"},
           {"pkg/c.py", "def f(config):\n    config.drop_overflow = True\n"}}) {
    Fake::Files files = Router();
    files[path] = text;
    Fake fake(files);
    EXPECT_EQ(TestsOf(fake, "dropped").substr(0, 7), "unknown") << path;
  }
}

TEST(ByTests, KeepsParametersOfOtherFunctionsApart) {
  Fake::Files files = Router();
  files["pkg/b.py"] =
      "def load(path, drop_overflow=None): return path\n"
      "def main(): load(1, drop_overflow=True)\n";
  Fake fake(files);
  EXPECT_EQ(TestsOf(fake, "dropped"), "never");
}

TEST(ByTests, CountsNothingThatASkippedTestSets) {
  Fake::Files files = Router();
  files["tests/test_b.py"] =
      "import c, pytest\n"
      "@pytest.mark.skip(reason='slow')\n"
      "def test_b():\n"
      "    c.RouterConfig(drop_overflow=True)\n";
  Fake fake(files);
  EXPECT_EQ(TestsOf(fake, "dropped"), "never");
}

TEST(ByTests, FollowsTheSettingThatItIsGiven) {
  Fake::Files files = Router();
  files["pkg/b.py"] = "def make(args):\n    return RouterConfig(drop_overflow=args.moe_drop)\n";
  files["pkg/arguments.py"] =
      "def add(parser):\n    parser.add_argument('--moe-drop', action='store_true')\n";
  Fake without(files);
  EXPECT_EQ(TestsOf(without, "dropped"), "never");
  files["tests/moe.yaml"] = "  --moe-drop: true\n";
  Fake with(files);
  EXPECT_EQ(TestsOf(with, "dropped"), "made: True in a recipe of tests tests/moe.yaml:1");
}

TEST(Branches, KnowThatOnlyTestsHandAFlagOver) {
  Fake::Files files = {{"pkg/a.py",
                        "def count(mask, check=False):\n"
                        "    if check:\n"
                        "        return mask.sum().item()\n"
                        "    return mask.sum()\n"
                        "def forward(mask): return count(mask)\n"},
                       {"tests/test_a.py",
                        "from pkg.a import count\n"
                        "def test_a(): count(1, check=True)\n"}};
  Fake fake(files);
  EXPECT_EQ(ReachOf(fake, "mask.sum().item()").only_tests, 0u);
  EXPECT_EQ(ReachOf(fake, "mask.sum()\n").only_tests, std::nullopt);

  // Twins: the product may hand it over.
  for (absl::string_view more :
       {"def g(mask): return count(mask, True)\n", "def g(mask, x): return count(mask, x.y)\n",
        "TABLE = {1: count}\n", "__all__ = ['count']\n",
        "def g(mask, *rest): return count(mask, *rest)\n"}) {
    Fake::Files changed = files;
    absl::StrAppend(&changed["pkg/a.py"], more);
    Fake twin(changed);
    EXPECT_EQ(ReachOf(twin, "mask.sum().item()").only_tests, std::nullopt) << more;
  }
}

TEST(Branches, KnowTheArmThatTheSoleCallerNeverEnters) {
  Fake fake{{"pkg/a.py",
             "def split(x, dim, gather=True):\n"
             "    if gather:\n"
             "        return whole(x)\n"
             "    else:\n"
             "        return part(x)\n"
             "def forward(x): return split(x, 0)\n"}};
  EXPECT_EQ(ReachOf(fake, "part(x)").only_tests, 0u);
  EXPECT_EQ(ReachOf(fake, "whole(x)").only_tests, std::nullopt);
}

}  // namespace
}  // namespace allreview::reach
