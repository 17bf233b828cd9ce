#include "analyzers/test_plan/test_text.h"

#include "analyzers/paths/paths.h"
#include "analyzers/test_plan/mirrors.h"
#include "analyzers/test_plan/parallel_sizes.h"
#include "gtest/gtest.h"

namespace allreview::test_plan {
namespace {

int ProcessesOf(absl::string_view content) {
  return TestText("tests/test_x.py", content).processes();
}

TEST(TestText, NeedsNoLauncherWhereItStartsItsOwnProcesses) {
  EXPECT_EQ(ProcessesOf("def test_x():\n    serve(tensor_model_parallel_size=2)\n"), 2);
  EXPECT_EQ(ProcessesOf("def test_x():\n    subprocess.Popen(SERVER)\n"
                        "    serve(tensor_model_parallel_size=2)\n"),
            1);
}

TEST(Paths, TellProductFromTestsAndTools) {
  EXPECT_TRUE(paths::IsProductSource("pkg/core/moe/router.py"));
  for (absl::string_view path :
       {"pretrain.py", "tests/unit/test_a.py", "pkg/tests/helpers.py", "docs/conf.py",
        "pkg/tools/run.py", "third_party/x/a.py", "pkg/core/a.md", "conftest.py"}) {
    EXPECT_FALSE(paths::IsProductSource(path)) << path;
  }
}

TEST(Paths, FindTheMirrorOfASourceFile) {
  EXPECT_TRUE(IsMirror("tests/unit_tests/moe/test_router.py", "pkg/core/moe/router.py"));
  EXPECT_TRUE(IsMirror("tests/unit_tests/test_router.py", "pkg/core/router.py"));
  EXPECT_FALSE(IsMirror("tests/unit_tests/test_router.py", "pkg/core/moe/deep/router.py"));
  EXPECT_FALSE(IsMirror("tests/unit_tests/moe/test_layer.py", "pkg/core/moe/router.py"));
  EXPECT_TRUE(IsInMirrorFolder("tests/unit_tests/moe/test_layer.py", "pkg/core/moe/router.py"));
  EXPECT_FALSE(IsInMirrorFolder("tests/unit_tests/data/test_layer.py", "pkg/core/moe/router.py"));
}

TEST(Paths, SplitNamesIntoWords) {
  EXPECT_EQ(WordsOf("moe/test_TopRouter2.py"), (std::set<std::string>{"moe", "router2", "top"}));
}

TEST(ParallelSizes, MultiplyTensorPipelineAndContext) {
  EXPECT_EQ(ProcessesOf("initialize_model_parallel(2, 2, context_parallel_size=2)\n"), 8);
  EXPECT_EQ(ProcessesOf("initialize_model_parallel(tensor_model_parallel_size=2,\n"
                        "    pipeline_model_parallel_size=1)\n"),
            2);
  EXPECT_EQ(ProcessesOf("initialize_model_parallel(1, 1)\n"), 1);
}

TEST(ParallelSizes, LetExpertsShareTheRanksOfData) {
  EXPECT_EQ(ProcessesOf("initialize_model_parallel(2, 1, expert_model_parallel_size=4)\n"), 4);
  EXPECT_EQ(ProcessesOf("initialize_model_parallel(2, 2, expert_model_parallel_size=4)\n"), 8);
}

TEST(ParallelSizes, ReadParameters) {
  EXPECT_EQ(ProcessesOf("@pytest.mark.parametrize('tp_size', [1, 2, 4])\n"), 4);
  EXPECT_EQ(ProcessesOf("@pytest.mark.parametrize(('tp', 'pp'), [(1, 4), (2, 4)])\n"), 8);
  EXPECT_EQ(ProcessesOf("@pytest.mark.parametrize('tp', [1, 2])\n"
                        "@pytest.mark.parametrize('cp', [1, 2])\n"),
            4);
  EXPECT_EQ(ProcessesOf("@pytest.mark.parametrize('tp,pp', [pytest.param(2, 2, id='x')])\n"), 4);
  EXPECT_EQ(ProcessesOf("@pytest.mark.parametrize('dtype', [1, 8])\n"), 1);
  EXPECT_EQ(ProcessesOf("@pytest.mark.parametrize('tp', [1, 2])\n"
                        "def test_a(tp): pass\n"
                        "@pytest.mark.parametrize('pp', [1, 4])\n"
                        "def test_b(pp): pass\n"),
            4);
  EXPECT_EQ(ProcessesOf("@pytest.mark.parametrize('src_tp,src_pp,dest_tp,dest_pp',\n"
                        "                         [(2, 1, 1, 2), (1, 4, 4, 1)])\n"),
            4);
}

TEST(TestText, TakesTheNumberOfProcessesFromSkips) {
  EXPECT_EQ(ProcessesOf("@pytest.mark.skipif(Utils.world_size < 4, reason='x')\n"), 4);
  EXPECT_EQ(ProcessesOf("if torch.distributed.get_world_size() < 2:\n    return\n"), 2);
}

TEST(TestText, AssumesANodeWhenOnlyNamesSayHowMany) {
  EXPECT_EQ(ProcessesOf("size = Utils.world_size\n"), 8);
  EXPECT_EQ(ProcessesOf("initialize_model_parallel(tensor_model_parallel_size=size)\n"), 8);
}

TEST(TestText, PassesOverComments) {
  EXPECT_EQ(ProcessesOf("# initialize_model_parallel(8, 1)\nx = '#'  # tp\n"), 1);
}

TEST(TestText, NamesTheLineOfItsEvidence) {
  const TestText test("tests/test_x.py",
                      "import torch\n"
                      "from pkg import scale\n"
                      "\n"
                      "def test_scale():\n"
                      "    x = torch.ones(2, dtype=torch.bfloat16, requires_grad=True)\n"
                      "    scale(x).sum().backward()\n"
                      "    torch.testing.assert_close(x.grad.to(torch.float32), 2)\n");
  EXPECT_EQ(test.FindBaseline().line, 7);
  EXPECT_EQ(test.FindBaseline().what, "assert_close");
  EXPECT_EQ(test.FindGradient().line, 7);
  EXPECT_EQ(test.FindLowPrecision().line, 5);
  EXPECT_EQ(test.FindFullPrecision().line, 7);
  EXPECT_FALSE(test.FindParallel());
  EXPECT_EQ(test.LineOf("scale"), 6);
  EXPECT_TRUE(test.HasWordIn("scale", 4, 8));
  EXPECT_FALSE(test.HasWordIn("scale", 4, 6));
}

TEST(TestText, FindsSeveralRanks) {
  const TestText test("tests/test_x.py",
                      "def test_x():\n"
                      "    Utils.initialize_model_parallel(tensor_model_parallel_size=2)\n");
  EXPECT_EQ(test.FindParallel().line, 2);
  EXPECT_TRUE(TestText("t.py", "mp.spawn(run, nprocs=2)\n").FindParallel());
  EXPECT_TRUE(TestText("t.py", "if world_size < 2:\n    skip()\n").FindParallel());
}

}  // namespace
}  // namespace allreview::test_plan
