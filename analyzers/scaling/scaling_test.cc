#include "analyzers/scaling/scaling.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::scaling {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string Join(const std::vector<Product>& products) {
  return absl::StrJoin(products, " + ", [](std::string* out, const Product& product) {
    absl::StrAppend(out, ToString(product));
  });
}

// Keeps what the result points into.
struct Analysed {
  std::unique_ptr<python::Module> module;
  FunctionScaling scaling;
};

// Analyses the function `f`.
Analysed Analyse(const std::string& source) {
  Analysed analysed;
  absl::StatusOr<std::unique_ptr<python::Module>> module = python::Module::Parse(
      "pkg/code.py",
      absl::StrCat("import itertools\nimport math\nimport numpy as np\nimport torch\n"
                   "import torch.nn.functional as F\nBLOCK = 64\n\n\n",
                   source));
  EXPECT_OK(module);
  analysed.module = *std::move(module);
  const python::Values values(*analysed.module);
  const python::Definition* function = analysed.module->FindDefinition("f");
  EXPECT_NE(function, nullptr);
  analysed.scaling =
      ScalingOf(*analysed.module, *function, values, AliasesOf(*analysed.module, values));
  return analysed;
}

struct Case {
  std::string name;
  std::string source;
  std::string time;
  std::string memory;
};

class ScalingTest : public testing::TestWithParam<Case> {};

TEST_P(ScalingTest, ReadsTheCost) {
  const Analysed analysed = Analyse(GetParam().source);
  EXPECT_EQ(Join(analysed.scaling.time), GetParam().time);
  EXPECT_EQ(Join(analysed.scaling.memory), GetParam().memory);
}

const Case kLoops[] = {
    {"StraightCode", "def f(x):\n    return x + 1\n", "1", "1"},
    {"RangeOfAName", "def f(T):\n    for t in range(T):\n        g(t)\n", "T", "1"},
    {"RangeOfASize", "def f(x):\n    for t in range(x.size(1)):\n        g(t)\n", "x.size(1)", "1"},
    {"RangeOfAShape", "def f(x):\n    for t in range(x.shape[-1]):\n        g(t)\n", "x.size(-1)",
     "1"},
    {"NameOfASize", "def f(x):\n    T = x.size(1)\n    for t in range(x.shape[1]):\n        g(t)\n",
     "T", "1"},
    {"UnpackedShape",
     "def f(x):\n    B, T = x.shape\n    for t in range(x.size(1)):\n        g(t)\n", "T", "1"},
    {"OneMoreIsTheSame",
     "def f(x):\n    B, T_plus_1 = x.shape\n    T = T_plus_1 - 1\n    for t in range(T):\n"
     "        g(t)\n",
     "T", "1"},
    {"KeyOfSizes", "def f(sizes):\n    for t in range(sizes[\"T\"]):\n        g(t)\n", "T", "1"},
    {"NumberOfPartsThatAnotherFunctionComputes",
     "def split(x, chunk):\n    B, T = x.shape\n    num_chunks = (T + chunk - 1) // chunk\n"
     "    return num_chunks\n\n\n"
     "def f(kept, chunk):\n    B, num_chunks, C = kept.shape\n    for i in range(num_chunks):\n"
     "        for j in range(chunk):\n            g(i, j)\n",
     "T", "1"},
    {"UnpackedBehind",
     "def f(x):\n    *lead, T, C = x.shape\n    for t in range(x.shape[-2]):\n        g(t)\n", "T",
     "1"},
    {"TwoNamesAtOnce",
     "def f(x):\n    B, T = x.size(0), x.size(1)\n    for t in range(T):\n        g(t)\n", "T",
     "1"},
    {"NestedRanges",
     "def f(T, K):\n    for t in range(T):\n        for k in range(1, K):\n            g(t, k)\n",
     "K·T", "1"},
    {"LoopsInARow",
     "def f(T, K):\n    for t in range(T):\n        g(t)\n    for k in range(K):\n        g(k)\n",
     "K + T", "1"},
    {"ConstantsAreDropped",
     "def f(T):\n    for i in range(3):\n        for t in range(2 * T + 1):\n            g(t)\n",
     "T", "1"},
    {"ConstantOfTheModule", "def f():\n    for i in range(BLOCK):\n        g(i)\n", "1", "1"},
    {"TriangularLoop",
     "def f(n):\n    for i in range(n):\n        for j in range(i + 1, n):\n            g(i, j)\n",
     "n^2", "1"},
    {"InnerUpToOuter",
     "def f(n):\n    for i in range(n):\n        for j in range(i):\n            g(i, j)\n", "n^2",
     "1"},
    {"WindowBehindTheCounter",
     "def f(T, K):\n    for t in range(T):\n        for s in range(max(0, t - K), t + 1):\n"
     "            g(t, s)\n",
     "K·T", "1"},
    {"BoundedByTheSmaller",
     "def f(T, K):\n    for t in range(T):\n        for k in range(1, min(K, t + 1)):\n"
     "            g(t, k)\n",
     "K·T", "1"},
    {"BlocksCoverOnce",
     "def f(T, block):\n    for start in range(0, T, block):\n"
     "        end = min(start + block, T)\n        for t in range(start, end):\n            g(t)\n",
     "T", "1"},
    {"BlocksOfAReversedLoop",
     "def f(T, block, blocks):\n    for b in range(blocks - 1, -1, -1):\n"
     "        first = b * block\n        last = min((b + 1) * block, T)\n"
     "        for t in range(last - 1, first - 1, -1):\n            g(t)\n",
     "block·blocks", "1"},
    {"StepsDivide", "def f(T, block):\n    for s in range(0, T, block):\n        g(s)\n", "T/block",
     "1"},
    {"CountsDown", "def f(T):\n    for t in range(T - 1, -1, -1):\n        g(t)\n", "T", "1"},
    {"EnumerateOfAList", "def f(items):\n    for i, item in enumerate(items):\n        g(item)\n",
     "len(items)", "1"},
    {"ZipOfTensors",
     "def f(x: torch.Tensor, y: torch.Tensor):\n    for a, b in zip(x, y):\n        g(a, b)\n",
     "x.size(0)", "1"},
    {"TensorAsList", "def f(x: torch.Tensor):\n    for a in x.tolist():\n        g(a)\n",
     "x.size(0)", "1"},
    {"NameOfALength",
     "def f(items):\n    n = len(items)\n    for i in range(len(items)):\n        g(i)\n", "n",
     "1"},
    {"ItemsOfADict", "def f(table):\n    for key, value in table.items():\n        g(key)\n",
     "len(table)", "1"},
    {"LiteralList", "def f():\n    for name in ['a', 'b']:\n        g(name)\n", "1", "1"},
    {"ProductOfIterables",
     "def f(rows, columns):\n    for a, b in itertools.product(rows, columns):\n        g(a, b)\n",
     "len(columns)·len(rows)", "1"},
    {"WhileWithACounter", "def f(T):\n    t = 0\n    while t < T:\n        g(t)\n        t += 1\n",
     "T", "1"},
    {"WhileThatDoubles", "def f(T):\n    width = 1\n    while width < T:\n        width *= 2\n",
     "log T", "1"},
    {"WhileWithoutAnEnd", "def f(queue):\n    while queue:\n        queue.pop()\n", "1", "1"},
    {"AttributeAsDimension",
     "class M:\n    pass\n\n\ndef f(self):\n    for i in range(self.num_layers):\n        g(i)\n",
     "self.num_layers", "1"},
    {"NestedFunctionIsItsOwn",
     "def f(T):\n    def inner():\n        for t in range(T):\n            g(t)\n    return "
     "inner\n",
     "1", "1"},
};

const Case kTensors[] = {
    {"Zeros", "def f(batch, T, K, C):\n    return torch.zeros(batch, T, K, C, C)\n",
     "C^2·K·T·batch", "C^2·K·T·batch"},
    {"ZerosOfATuple", "def f(B, T):\n    return torch.zeros((B, T + 1), device='cpu')\n", "B·T",
     "B·T"},
    {"NewZeros", "def f(x, n):\n    return x.new_zeros(n, n)\n", "n^2", "n^2"},
    {"Full", "def f(B, T):\n    return torch.full((B, T), 0.0)\n", "B·T", "B·T"},
    {"Eye", "def f(n):\n    return torch.eye(n)\n", "n^2", "n^2"},
    {"LikeAnother", "def f(B, T):\n    x = torch.ones(B, T)\n    return torch.zeros_like(x)\n",
     "B·T", "B·T"},
    {"OuterProductByBroadcasting", "def f(x, y):\n    return x[:, :, None] * y[:, None, :]\n",
     "x.size(0)·x.size(1)·y.size(1)", "x.size(0)·x.size(1)·y.size(1)"},
    {"OuterProductByUnsqueeze",
     "def f(x, y):\n    B, T = x.shape\n    B, S = y.shape\n"
     "    return x.unsqueeze(2) - y.unsqueeze(1)\n",
     "B·S·T", "B·S·T"},
    {"OuterProductAtTheEnd", "def f(x, y):\n    return x[..., :, None] - y[..., None, :]\n",
     "x.size(-1)·y.size(-1)", "x.size(-1)·y.size(-1)"},
    {"ElementwiseIsNoOuterProduct",
     "def f(B, T):\n    x = torch.rand(B, T)\n    return (x * x + 1).exp()\n", "B·T", "B·T"},
    {"AttentionScores",
     "def f(q, k):\n    B, H, T, D = q.shape\n    B, H, S, D = k.shape\n"
     "    return q @ k.transpose(-1, -2)\n",
     "B·D·H·S·T", "B·H·S·T"},
    {"AttentionScoresOfUnknownRank",
     "def f(q, k):\n    return torch.matmul(q, k.transpose(-2, -1))\n",
     "k.size(-2)·q.size(-1)·q.size(-2)", "k.size(-2)·q.size(-2)"},
    {"Einsum", "def f(q, k):\n    return torch.einsum('bhqd,bhkd->bhqk', q, k)\n", "b·d·h·k·q",
     "b·h·k·q"},
    {"EinsumWithNames",
     "def f(q, k):\n    B, T, D = q.shape\n    return torch.einsum('bid,bjd->bij', q, k)\n",
     "B·D·T·j", "B·T·j"},
    {"FusedAttention",
     "def f(q, k, v):\n    B, H, T, D = q.shape\n"
     "    return F.scaled_dot_product_attention(q, k, v)\n",
     "B·D·H·T·k.size(-2)", "1"},
    {"Distances", "def f(x, y):\n    return torch.cdist(x, y)\n",
     "x.size(-1)·x.size(-2)·y.size(-2)", "x.size(-2)·y.size(-2)"},
    {"OneHot", "def f(x, classes):\n    B, T = x.shape\n    return F.one_hot(x, classes)\n",
     "B·T·classes", "B·T·classes"},
    {"CopyOfAnExpand",
     "def f(x, S):\n    B, T = x.shape\n    return x.unsqueeze(1).expand(B, S, T).contiguous()\n",
     "B·S·T", "B·S·T"},
    {"ExpandIsAView",
     "def f(x, S):\n    B, T = x.shape\n    return x.unsqueeze(1).expand(B, S, T)\n", "1", "1"},
    {"Repeat", "def f(x, S):\n    B, T = x.shape\n    return x.repeat(S, 1)\n", "B·S·T", "B·S·T"},
    {"Sort", "def f(n):\n    x = torch.rand(n)\n    return torch.sort(x)\n", "log n·n", "n"},
    {"CumulativeSum", "def f(x):\n    B, T, C = x.shape\n    return torch.cumsum(x, dim=1)\n",
     "B·C·T", "B·C·T"},
    {"Inverse", "def f(n):\n    x = torch.rand(n, n)\n    return torch.linalg.inv(x)\n", "n^3",
     "n^2"},
    {"Stack", "def f(B, T):\n    return torch.stack([torch.zeros(B) for t in range(T)], dim=1)\n",
     "B·T", "B·T"},
    {"LoopDropsWhatItMakes",
     "def f(B, T, C):\n    for t in range(T):\n        block = torch.zeros(B, C, C)\n"
     "        g(block)\n",
     "B·C^2·T", "B·C^2"},
    {"LoopKeepsWhatItMakes",
     "def f(B, T, C):\n    blocks = []\n    for t in range(T):\n"
     "        blocks.append(torch.zeros(B, C, C))\n    return blocks\n",
     "B·C^2·T", "B·C^2·T"},
    {"SlotsOfAList",
     "def f(B, T, C):\n    beta = [None] * T\n    for t in range(T):\n"
     "        beta[t] = torch.zeros(B, C)\n    return beta\n",
     "B·C·T", "B·C·T"},
    {"MatmulOfAnotherAlgebra", "def f(ring, a, b):\n    return ring.matmul(a, b)\n", "1", "1"},
    {"BlocksOfAKernelAreNoMemory",
     "import triton\nimport triton.language as tl\n\n\n@triton.jit\ndef f(x, T, C: tl.constexpr):\n"
     "    for t in range(T):\n        for c in tl.static_range(0, C):\n"
     "            a = tl.load(x + c)[:, None] * tl.load(x)[None, :]\n",
     "C·T", "1"},
    {"ListOfEachRound",
     "def f(T, K):\n    for t in range(T):\n        row = []\n        for k in range(K):\n"
     "            row.append(g(t, k))\n        h(row)\n",
     "K·T", "K"},
    {"ConcatenationInALoop",
     "def f(T):\n    out = g(0)\n    for t in range(T):\n        out = torch.cat([out, g(t)])\n"
     "    return out\n",
     "T^2", "T"},
    {"TextInALoop",
     "def f(lines):\n    text = ''\n    for line in lines:\n        text += f'{line}'\n"
     "    return text\n",
     "len(lines)^2", "len(lines)"},
    {"MembershipInAList",
     "def f(items):\n    seen = []\n    for item in items:\n        if item in seen:\n"
     "            continue\n        seen.append(item)\n",
     "len(items)·len(seen)", "len(items)"},
    {"MembershipInASet",
     "def f(items):\n    seen = set()\n    for item in items:\n        if item in seen:\n"
     "            continue\n        seen.add(item)\n",
     "len(items)", "1"},
    {"NumpyTypeIsNoSize", "def f(n):\n    return np.zeros(n, np.int64)\n", "n", "n"},
    {"ConversionsAreTransparent",
     "def f(n, m):\n    rows = np.int64(n)\n    for i in range(int(torch.tensor(rows))):\n"
     "        g(np.zeros(np.int64(m)))\n",
     "m·n", "m"},
    {"PartsOfOneListAreNoProduct",
     "def f(cuts, spans):\n    for begin, end in cuts:\n        for span in spans[begin:end]:\n"
     "            g(span)\n",
     "len(cuts)", "1"},
    {"NumpyCountsToo", "def f(n, m):\n    return np.zeros((n, m))\n", "m·n", "m·n"},
    {"ReboundTensorHasOtherSizes",
     "def f(x):\n    B, T = x.shape\n    x = project(x)\n    for i in range(x.size(1)):\n"
     "        g(i)\n",
     "x.size(1)", "1"},
    {"ReductionShrinks",
     "def f(x, n):\n    B, T, C = x.shape\n    s = x.sum(dim=1)\n"
     "    return s[:, :, None] * s[:, None, :]\n",
     "B·C^2", "B·C^2"},
};

std::string NameOf(const testing::TestParamInfo<Case>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Loops, ScalingTest, testing::ValuesIn(kLoops), NameOf);
INSTANTIATE_TEST_SUITE_P(Tensors, ScalingTest, testing::ValuesIn(kTensors), NameOf);

TEST(Terms, NameWhatTheCostsAreMadeOf) {
  const Analysed analysed = Analyse(
      "def f(B, T, K, C):\n"
      "    edge = torch.zeros(B, T, 4 * K, C, C, dtype=torch.bfloat16)\n"
      "    for t in range(T):\n"
      "        for k in range(K):\n"
      "            edge[:, t, k] = g(t, k)\n");
  std::vector<std::string> terms;
  for (const Term& term : analysed.scaling.terms) {
    terms.push_back(absl::StrCat(ToString(term.time), " ",
                                 term.memory ? ToString(*term.memory) : "-", " ×", term.coefficient,
                                 " ", term.element_bytes, " bytes, line ", term.node.first_line()));
  }
  EXPECT_THAT(terms,
              ElementsAre("B·C^2·K·T B·C^2·K·T ×4 2 bytes, line 10", "K·T - ×1 0 bytes, line 12"));
}

TEST(Terms, PartsOfAnOuterLoopSeeEverythingOnce) {
  const Analysed analysed = Analyse(
      "def f(layers):\n"
      "    for layer in layers:\n"
      "        for p in layer.parameters():\n"
      "            g(p)\n");
  EXPECT_EQ(analysed.scaling.degree, 1);
  EXPECT_FALSE(IsWorthShowing(analysed.scaling));
}

TEST(Terms, AreNoneInCodeWithoutSizes) {
  EXPECT_THAT(Analyse("def f(x):\n    return g(x)\n").scaling.terms, IsEmpty());
}

TEST(Terms, SurviveNonsense) {
  for (const char* source :
       {"def f(x):\n    for i in range():\n        g()\n",
        "def f(x):\n    torch.zeros()\n    torch.einsum('', x)\n    x.view(*y, -1)\n",
        "def f(x):\n    for i in range(i):\n        i = i + i\n    return torch.zeros(i, i)\n",
        "def f(a, b):\n    a = b\n    b = a\n    return torch.zeros(a * b // 0, b % 0, -1)\n",
        "def f(x):\n    x = x[..., None, 3:, :-1, None] + x[None].transpose(7, -9).mT\n"}) {
    SCOPED_TRACE(source);
    EXPECT_THAT(Analyse(source).scaling.time, SizeIs(testing::Ge(1)));
  }
}

TEST(Aliases, AreTakenOnlyWhenAllFunctionsAgree) {
  const Analysed analysed = Analyse(
      "def a(T, chunk):\n    num_chunks = T // chunk\n    return num_chunks\n\n\n"
      "def b(N, block):\n    num_chunks = N // block\n    return num_chunks\n\n\n"
      "def f(num_chunks):\n    for i in range(num_chunks):\n        g(i)\n");
  EXPECT_EQ(Join(analysed.scaling.time), "num_chunks");
}

TEST(IsWorthShowing, LeavesShortListsOut) {
  EXPECT_FALSE(IsWorthShowing(
      Analyse("def f(parts, x):\n    for part in parts:\n        for i in range(x.size(0)):\n"
              "            g(part, i)\n")
          .scaling));
}

}  // namespace
}  // namespace allreview::scaling
