#include "analyzers/test_plan/tests_of_change.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/fixture.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::test_plan {
namespace {

using testing::ElementsAre;

TestVerification VerifyFixture(absl::string_view text) {
  absl::StatusOr<rules::Fixture> fixture = rules::ParseFixture(text);
  EXPECT_OK(fixture);
  return rules::AnalyseFixture(*fixture).tests;
}

std::vector<std::string> LinesOf(const TestVerification& tests) {
  std::vector<std::string> lines;
  for (const TestVerification::Command& command : tests.commands) {
    lines.push_back(absl::StrCat(command.purpose, ": ", command.line));
  }
  return lines;
}

constexpr absl::string_view kRouter =
    "# --- pkg/core/moe/router.py before\n"
    "def route(scores):\n"
    "    return scores\n"
    "# --- pkg/core/moe/router.py after\n"
    "def route(scores):\n"
    "    return scores * 2\n";

std::vector<std::string> RankedPaths(const TestVerification& tests) {
  std::vector<std::string> paths;
  for (const TestVerification::RankedTest& test : tests.ranking) paths.push_back(test.path);
  return paths;
}

TEST(TestsOfChange, SaysNothingOfAChangeWithoutPython) {
  const TestVerification tests = VerifyFixture("# --- README.md\nwords\n");
  EXPECT_TRUE(tests.rows.empty());
  EXPECT_TRUE(tests.commands.empty());
}

TEST(TestsOfChange, ShowsTheTestThatReachesTheChange) {
  const TestVerification tests =
      VerifyFixture(absl::StrCat(kRouter,
                                 "# --- tests/unit/moe/test_router.py unchanged\n"
                                 "from pkg.core.moe.router import route\n"
                                 "\n"
                                 "class TestRouter:\n"
                                 "    def test_route(self):\n"
                                 "        assert route(1) == 2\n"
                                 "# --- tests/unit/data/test_reader.py unchanged\n"
                                 "def test_reader():\n"
                                 "    assert 1\n"));
  ASSERT_EQ(tests.rows.size(), 4u);
  EXPECT_EQ(tests.rows[0].state, TestVerification::State::kFound);
  EXPECT_EQ(tests.rows[0].summary, "1 of 1 changed definition is reached by tests");
  ASSERT_EQ(tests.rows[0].proofs.size(), 1u);
  EXPECT_EQ(tests.rows[0].proofs[0].path, "tests/unit/moe/test_router.py");
  EXPECT_EQ(tests.rows[0].proofs[0].line, 4);
  EXPECT_EQ(tests.rows[0].proofs[0].test, "TestRouter.test_route");
  EXPECT_EQ(tests.rows[1].state, TestVerification::State::kNotNeeded);
  EXPECT_THAT(LinesOf(tests), ElementsAre("test: pytest -q tests/unit/moe/test_router.py",
                                          "wider: pytest -q tests/unit/moe"));
  ASSERT_EQ(tests.ranking.size(), 1u);
}

TEST(TestsOfChange, CountsNoClassForABlankLine) {
  const TestVerification tests = VerifyFixture(
      "# --- pkg/core/moe/router.py before\n"
      "class Router:\n"
      "    def route(self, scores):\n"
      "        return scores\n"
      "# --- pkg/core/moe/router.py after\n"
      "class Router:\n"
      "    def route(self, scores):\n"
      "        return scores\n"
      "\n"
      "    def size(self):\n"
      "        return 1\n"
      "# --- tests/unit/data/test_reader.py unchanged\n"
      "def test_reader():\n"
      "    assert 1\n");
  ASSERT_EQ(tests.rows.size(), 4u);
  EXPECT_EQ(tests.rows[0].summary, "`Router.size`");
}

TEST(TestsOfChange, SaysWhatNoTestReaches) {
  const TestVerification tests =
      VerifyFixture(absl::StrCat(kRouter,
                                 "# --- tests/unit/data/test_reader.py unchanged\n"
                                 "def test_reader():\n"
                                 "    assert 1\n"));
  ASSERT_EQ(tests.rows.size(), 4u);
  EXPECT_EQ(tests.rows[0].state, TestVerification::State::kMissing);
  EXPECT_EQ(tests.rows[0].summary, "`route`");
  EXPECT_TRUE(tests.commands.empty());
}

TestVerification VerifyUntested(absl::string_view before_def, absl::string_view body) {
  return VerifyFixture(absl::StrCat(
      "# --- pkg/core/rules.py before\n", before_def, "def apply(x):\n", body, "    return x\n",
      "# --- pkg/core/rules.py after\n", before_def, "def apply(x):\n", body, "    return x * 2\n",
      "# --- tests/unit/data/test_reader.py unchanged\n"
      "def test_reader():\n"
      "    assert 1\n"));
}

TEST(TestsOfChange, SaysNothingOfWhatATableHandsOverOrAnExampleRuns) {
  const auto state = [](const TestVerification& tests) { return tests.rows[0].state; };
  using State = TestVerification::State;
  EXPECT_EQ(state(VerifyUntested("", "")), State::kMissing);
  EXPECT_EQ(state(VerifyUntested("@functools.lru_cache(4)\n", "")), State::kMissing);
  EXPECT_EQ(state(VerifyUntested("@register_backward(KIND)\n", "")), State::kUnknown);
  EXPECT_EQ(state(VerifyUntested("", "    \"\"\">>> apply(1)\"\"\"\n")), State::kUnknown);
}

TEST(TestsOfChange, RunsNoTestsThatOnlyLieNear) {
  const TestVerification tests =
      VerifyFixture(absl::StrCat(kRouter,
                                 "# --- tests/unit/moe/test_router.py unchanged\n"
                                 "from pkg.core.moe.loader import load\n"
                                 "def test_load():\n"
                                 "    assert load(1)\n"));
  EXPECT_TRUE(tests.commands.empty());
}

TEST(TestsOfChange, BelievesAnEditedTestThatNamesTheCode) {
  const TestVerification tests = VerifyFixture(absl::StrCat(kRouter,
                                                            "# --- tests/unit/moe/test_router.py\n"
                                                            "def test_route(backend):\n"
                                                            "    assert backend.route(1) == 2\n"));
  EXPECT_EQ(tests.rows[0].state, TestVerification::State::kFound);
  EXPECT_EQ(tests.rows[0].summary, "1 of 1 changed definition is reached by tests");
}

TEST(TestsOfChange, SeesThatAPatchedFunctionIsNotRun) {
  const TestVerification tests =
      VerifyFixture(absl::StrCat(kRouter,
                                 "# --- pkg/core/moe/layer.py unchanged\n"
                                 "from pkg.core.moe.router import route\n"
                                 "def run(x):\n"
                                 "    return route(x)\n"
                                 "# --- tests/unit/moe/test_layer.py unchanged\n"
                                 "from unittest.mock import patch\n"
                                 "from pkg.core.moe.layer import run\n"
                                 "\n"
                                 "@patch('pkg.core.moe.layer.route')\n"
                                 "def test_run(mock):\n"
                                 "    assert run(1)\n"));
  EXPECT_TRUE(tests.rows[0].proofs.empty());
  EXPECT_NE(tests.rows[0].state, TestVerification::State::kFound);
}

TEST(TestsOfChange, CountsNoRanksOfWhatATestMayRun) {
  constexpr absl::string_view kShare =
      "# --- pkg/share.py before\n"
      "import torch.distributed as dist\n"
      "def share(x):\n"
      "    return x\n"
      "# --- pkg/share.py after\n"
      "import torch.distributed as dist\n"
      "def share(x):\n"
      "    dist.all_reduce(x)\n"
      "    return x\n";
  const TestVerification run = VerifyFixture(absl::StrCat(kShare,
                                                          "# --- tests/test_share.py unchanged\n"
                                                          "from pkg.share import share\n"
                                                          "def test_share():\n"
                                                          "    assert share(1)\n"));
  EXPECT_EQ(run.rows[1].state, TestVerification::State::kNotNeeded);
  const TestVerification alone = VerifyFixture(absl::StrCat(kShare,
                                                            "# --- tests/test_a.py unchanged\n"
                                                            "def test_a():\n"
                                                            "    assert 1\n"));
  EXPECT_EQ(alone.rows[1].state, TestVerification::State::kMissing);
}

TEST(TestsOfChange, BelievesNoMethodOfAnotherClass) {
  const TestVerification tests = VerifyFixture(
      "# --- pkg/bucket.py before\n"
      "class Bucket:\n"
      "    def empty(self):\n"
      "        return 1\n"
      "# --- pkg/bucket.py after\n"
      "class Bucket:\n"
      "    def empty(self):\n"
      "        return 2\n"
      "# --- tests/test_passes.py unchanged\n"
      "import inspect\n"
      "def test_passes():\n"
      "    assert inspect.Signature.empty\n");
  EXPECT_TRUE(tests.rows[0].proofs.empty());
  EXPECT_NE(tests.rows[0].state, TestVerification::State::kFound);
}

TEST(TestsOfChange, AsksForNoTestsOfProtocols) {
  const TestVerification tests = VerifyFixture(
      "# --- pkg/core/client.py\n"
      "from typing import Protocol\n"
      "class Client(Protocol):\n"
      "    def send(self, x: int) -> int: ...\n"
      "class Row:\n"
      "    name: str\n"
      "# --- tests/unit/test_other.py unchanged\n"
      "def test_other():\n"
      "    assert 1\n");
  ASSERT_EQ(tests.rows.size(), 4u);
  EXPECT_EQ(tests.rows[0].state, TestVerification::State::kNotNeeded);
}

TEST(TestsOfChange, SeesALittleArithmetic) {
  const std::string code =
      "# --- pkg/core/advantage.py\n"
      "import torch\n"
      "def advantage(scores: torch.Tensor, mean):\n"
      "    return (scores - mean) / (mean + 1e-6)\n"
      "# --- tests/unit/test_advantage.py\n"
      "import torch\n"
      "from pkg.core.advantage import advantage\n"
      "def test_advantage():\n"
      "    x = advantage(torch.ones(2), 2)\n";
  const TestVerification without = VerifyFixture(absl::StrCat(code, "    assert x is not None\n"));
  EXPECT_EQ(without.rows[2].summary,
            "New numerical code in `advantage`: not compared with a reference");
  const TestVerification with =
      VerifyFixture(absl::StrCat(code, "    assert torch.allclose(x, -torch.ones(2) / 2)\n"));
  EXPECT_EQ(with.rows[2].state, TestVerification::State::kFound);
  EXPECT_EQ(with.rows[2].summary, "New numerical code in `advantage`: a test compares values");
}

TEST(TestsOfChange, RunsTestsOfSeveralRanksByTorchrun) {
  const TestVerification tests =
      VerifyFixture(absl::StrCat(kRouter,
                                 "# --- tests/unit/moe/test_router.py\n"
                                 "import pytest\n"
                                 "from pkg.core.moe.router import route\n"
                                 "from tests.helpers import start\n"
                                 "\n"
                                 "@pytest.mark.experimental\n"
                                 "@pytest.mark.parametrize('tp_size', [1, 4])\n"
                                 "def test_route(tp_size):\n"
                                 "    start(tp_size)\n"
                                 "    assert route(1) == 2\n"
                                 "# --- tests/unit/moe/test_plain.py\n"
                                 "def test_plain():\n"
                                 "    assert 1\n"));
  EXPECT_THAT(LinesOf(tests), ElementsAre("test: torchrun --nproc_per_node=4 -m pytest -q "
                                          "--experimental tests/unit/moe/test_router.py",
                                          "test: pytest -q tests/unit/moe/test_plain.py",
                                          "wider: torchrun --nproc_per_node=4 -m pytest -q "
                                          "tests/unit/moe"));
}

std::string ManyTests(int count) {
  std::string text = "from pkg.core.moe.router import route\n";
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, "def test_", i, "():\n    assert ", i == 7 ? "route(1)" : "1", "\n");
  }
  return text;
}

TEST(TestsOfChange, PicksTestsOfALongFileByName) {
  const TestVerification tests = VerifyFixture(
      absl::StrCat(kRouter, "# --- tests/unit/moe/test_router.py unchanged\n", ManyTests(25)));
  ASSERT_FALSE(tests.commands.empty());
  EXPECT_EQ(tests.commands[0].line, "pytest -q tests/unit/moe/test_router.py -k \"test_7\"");
}

TEST(TestsOfChange, RunsTheOnlyClassThatNamesTheChange) {
  const TestVerification tests =
      VerifyFixture(absl::StrCat(kRouter,
                                 "# --- tests/unit/moe/test_router.py unchanged\n"
                                 "from pkg.core.moe import router\n"
                                 "\n"
                                 "class TestRouter:\n"
                                 "    def setup_method(self, method):\n"
                                 "        self.result = router.route(1)\n"
                                 "\n"
                                 "    def test_route(self):\n"
                                 "        assert self.result == 2\n"
                                 "\n"
                                 "class TestOther:\n"
                                 "    def test_other(self):\n"
                                 "        assert 1\n"));
  ASSERT_FALSE(tests.commands.empty());
  EXPECT_EQ(tests.commands[0].line, "pytest -q tests/unit/moe/test_router.py::TestRouter");
}

TEST(TestsOfChange, RunsTestsThatGetToAKernelThroughItsBinding) {
  const TestVerification tests = VerifyFixture(R"(# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/scale.cu"])
# --- csrc/scale.cu before
__global__ void scale_kernel(float* x) { x[0] *= 2; }
at::Tensor scale(at::Tensor x) { scale_kernel<<<1, 1>>>(x.data_ptr<float>()); return x; }
at::Tensor half(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale); m.def("half", &half); }
# --- csrc/scale.cu after
__global__ void scale_kernel(float* x) { x[0] *= 3; }
at::Tensor scale(at::Tensor x) { scale_kernel<<<1, 1>>>(x.data_ptr<float>()); return x; }
at::Tensor half(at::Tensor x) { return x; }
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale); m.def("half", &half); }
# --- pkg/ops.py unchanged
import my_ops

def doubled(x):
    return my_ops.scale(x)
# --- tests/test_kernels.py unchanged
import my_ops

def test_scale():
    assert my_ops.scale(1)
# --- tests/test_other.py unchanged
import my_ops

def test_half():
    assert my_ops.half(1)
)");
  ASSERT_FALSE(tests.commands.empty());
  EXPECT_EQ(tests.commands[0].line, "pytest -q tests/test_kernels.py");
}

TEST(TestsOfChange, PutsTheMirrorAndRareWordsFirst) {
  const TestVerification tests =
      VerifyFixture(absl::StrCat(kRouter,
                                 "# --- tests/unit/moe/test_router.py unchanged\n"
                                 "from pkg.core.moe.router import route\n"
                                 "# --- tests/unit/moe/test_uses.py unchanged\n"
                                 "from pkg.core.moe import router\n"
                                 "# --- tests/unit/moe/test_calls.py unchanged\n"
                                 "from pkg.core.moe.router import route\n"
                                 "# --- tests/unit/data/test_reader.py unchanged\n"
                                 "x = 1\n"));
  EXPECT_THAT(RankedPaths(tests),
              ElementsAre("tests/unit/moe/test_router.py", "tests/unit/moe/test_calls.py",
                          "tests/unit/moe/test_uses.py"));
}

TEST(TestsOfChange, PutsATestFirstThatListsTheFieldsOfAClassWithANewOne) {
  const std::string fields =
      "class TrainConfig:\n"
      "    hidden_size: int = 1\n    num_layers: int = 1\n    num_heads: int = 1\n"
      "    ffn_size: int = 1\n    dropout: float = 0.0\n    use_bias: bool = True\n"
      "    init_std: float = 0.02\n    seed: int = 1\n";
  const TestVerification tests = VerifyFixture(absl::StrCat(
      "# --- pkg/core/config.py before\n", fields, "# --- pkg/core/config.py after\n", fields,
      "    rope_theta: float = 1e4\n",
      "# --- tests/unit/test_uses.py unchanged\n"
      "from pkg.core.config import TrainConfig\n"
      "def test_uses():\n"
      "    assert TrainConfig(hidden_size=2, num_layers=3)\n"
      "# --- tests/unit/models/test_golden.py unchanged\n"
      "GOLDEN = {'hidden_size': 1, 'num_layers': 1, 'num_heads': 1, 'ffn_size': 1, 'seed': 1}\n"));
  EXPECT_THAT(RankedPaths(tests),
              ElementsAre("tests/unit/models/test_golden.py", "tests/unit/test_uses.py"));
}

}  // namespace
}  // namespace allreview::test_plan
