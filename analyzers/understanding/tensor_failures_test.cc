// Which sizes and dtypes certainly do not fit, and which may.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* body;      // Of a function of x, y: Tensor and n: int; from line 4 on.
  const char* failures;  // "": none is certain.
};

class TensorFailures : public testing::TestWithParam<Case> {};

TEST_P(TensorFailures, AreThoseThatAreCertain) {
  const std::string head =
      "import torch\nfrom torch import nn, Tensor\nimport torch.nn.functional as F\n";
  const std::string function = "def f(x: Tensor, y: Tensor, n: int):\n";
  EXPECT_EQ(FailuresOf(absl::StrCat(head, function, GetParam().body)), GetParam().failures);
}

std::string NameOfCase(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Operators, TensorFailures,
    testing::Values(
        Case{"Add", "  return torch.zeros(2, 3) + torch.ones(4, 3)\n",
             "5: cannot broadcast [2, 3] and [4, 3]: 2 and 4"},
        Case{"AddOne", "  return torch.zeros(2, 3) + torch.ones(1, 3)\n", ""},
        Case{"AddLast", "  return torch.zeros(2, 3) + torch.ones(3)\n", ""},
        Case{"AddUnknown", "  return torch.zeros(2, 3) + x\n", ""},
        Case{"AddNamedThatMayBeOne", "  return torch.zeros(n, 3) + torch.ones(n + 1, 3)\n", ""},
        Case{"AddOnOneWay",
             "  a = torch.zeros(2, 3)\n  if n:\n    a = torch.zeros(4, 3)\n"
             "  return a + torch.ones(4, 3)\n",
             ""},
        Case{"AddOnBothWays",
             "  a = torch.zeros(2, 3)\n  if n:\n    a = torch.zeros(5, 3)\n"
             "  return a + torch.ones(4, 3)\n",
             "8: cannot broadcast [2, 3] and [4, 3]: 2 and 4"},
        Case{"NonzeroAsTuple", "  a, b = torch.zeros(2, 3).nonzero(as_tuple=True)\n", ""},
        Case{"NonzeroAsTupleOfOneDimension", "  a, b = torch.zeros(2).nonzero(as_tuple=True)\n",
             "5: cannot unpack tuple[tensor[?] int64]"},
        Case{"NonzeroRows", "  return torch.zeros(2, 3).nonzero().view(-1, 2)\n", ""},
        Case{"Compare", "  return torch.zeros(2) == torch.ones(3)\n",
             "5: cannot broadcast [2] and [3]: 2 and 3"},
        Case{"InPlace", "  a = torch.zeros(2)\n  a += torch.ones(3)\n",
             "6: cannot broadcast [2] and [3]: 2 and 3"},
        Case{"Matmul", "  return torch.zeros(2, 3) @ torch.ones(4, 5)\n",
             "5: cannot multiply [2, 3] and [4, 5]: 3 and 4"},
        Case{"MatmulOfNames", "  b, s = x.shape\n  return x @ torch.ones(s + 1, 5)\n",
             "6: cannot multiply [b, s] and [s + 1, 5]: s and s + 1"},
        Case{"MatmulOfOtherNames", "  b, s = x.shape\n  return x @ torch.ones(n, 5)\n", ""},
        Case{"MatmulThatFits", "  b, s = x.shape\n  return x @ torch.ones(s, 5)\n", ""},
        Case{"Index", "  return torch.zeros(2, 3)[2]\n",
             "5: index 2 is out of range for the size 2 of [2, 3]"},
        Case{"IndexFromTheEnd", "  return torch.zeros(2, 3)[-2]\n", ""},
        Case{"IndexTooOften", "  return torch.zeros(2)[0, 1]\n",
             "5: 2 indices are too many for [2]"},
        Case{"IndexBehindDots", "  return torch.zeros(2, 3)[..., 3]\n",
             "5: index 3 is out of range for the size 3 of [2, 3]"},
        Case{"IndexByAList", "  return torch.zeros(2, 3)[:, [0]].view(3)\n",
             "5: cannot view [2, 1], which has 2 elements, as [3]"},
        Case{"IndexByATensor", "  return torch.zeros(2, 3)[x]\n", ""},
        Case{"Unpack", "  a, b, c = torch.zeros(2, 3).shape\n", "5: cannot unpack tuple[2, 3]"},
        Case{"UnpackTwice", "  a, b = x.shape\n  c, d, e = x.size()\n",
             "6: cannot unpack tuple[int a, int b]"},
        Case{"UnpackWhatACallMakes",
             "  z = F.relu(x.reshape(y))\n  a, b = z.shape\n  c, d, e = z.shape\n",
             "7: cannot unpack tuple[int a, int b]"},
        Case{"UnpackWhatALoopMakes",
             "  for i in range(n):\n    z = x.reshape(y)\n    if n:\n      a, b = z.shape\n"
             "  c, d, e = z.shape\n",
             ""},
        Case{"HostileNumbers",
             "  m = -9223372036854775807 - 1\n  k = 9223372036854775807\n"
             "  torch.arange(m, k)[1:k:k]\n  torch.zeros(m)[m:k]\n  torch.zeros(-3)[0:-1]\n"
             "  torch.zeros(-2, -2)[-1]\n  nn.Linear(m, k)(x).transpose(m, -1)\n"
             "  x.unsqueeze(-1).transpose(m, -1)\n  torch.zeros(k, k, k).view(-1, m + 1 + k)\n"
             "  torch.zeros(4).chunk(k)\n  torch.zeros(k).unbind()\n  x.size(m)\n"
             "  nn.Conv1d(k, k, m, stride=k)(torch.zeros(k, k, k))\n",
             ""},
        Case{"UnknownNumbersOfALoop",
             "  a = torch.zeros(3)\n  for k in y:\n    a = torch.zeros(k.n) @ "
             "torch.zeros(k.n + n - n)\n",
             ""},
        Case{"UnpackAnother", "  a, b = x.shape\n  c, d, e = y.shape\n", ""},
        Case{"UnpackAfterAChange", "  a, b = x.shape\n  x.unsqueeze_(0)\n  c, d, e = x.shape\n",
             ""},
        Case{"UnpackWhatALoopChanges",
             "  for i in range(n):\n    x = x.unsqueeze(0)\n  a, b = x.shape\n", ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Shapes, TensorFailures,
    testing::Values(
        Case{"View", "  return torch.zeros(2, 3).view(7)\n",
             "5: cannot view [2, 3], which has 6 elements, as [7]"},
        Case{"ViewOfRest", "  return torch.zeros(2, 3).view(4, -1)\n",
             "5: cannot view [2, 3], which has 6 elements, as [4, -1]"},
        Case{"ViewOfTwoRests", "  return x.view(-1, -1)\n", "5: -1 stands twice in [-1, -1]"},
        Case{"ViewThatFits", "  b, s, h = x.shape\n  return x.view(b * s, h).view(b, s, h)\n", ""},
        Case{"ViewOfNames", "  b, s, h = x.shape\n  return x.view(b, s, h + 1)\n", ""},
        Case{"ViewOfATuple", "  return torch.zeros(2, 3).reshape((2, 2))\n",
             "5: cannot view [2, 3], which has 6 elements, as [2, 2]"},
        Case{"ViewOfStars", "  a = torch.zeros(2, 3)\n  return a.view(*a.shape[:-1], 4)\n",
             "6: cannot view [2, 3], which has 6 elements, as [2, 4]"},
        Case{"ViewAsADtype", "  return torch.zeros(2, 3).view(torch.int32)\n", ""},
        Case{"Transpose", "  return torch.zeros(2, 3).transpose(1, 2)\n",
             "5: dimension 2 is out of range for [2, 3]"},
        Case{"Permute", "  return torch.zeros(2, 3).permute(0, 2, 1)\n",
             "5: cannot permute [2, 3] with 3 dimensions"},
        Case{"Squeeze", "  return torch.zeros(2, 3).squeeze(2)\n",
             "5: dimension 2 is out of range for [2, 3]"},
        Case{"Unsqueeze", "  return torch.zeros(2, 3).unsqueeze(2)\n", ""},
        Case{"Expand", "  return torch.zeros(2, 3).expand(4, 3)\n",
             "5: cannot expand [2, 3] to [4, 3]: 2 and 4"},
        Case{"ExpandThatFits", "  return torch.zeros(1, 3).expand(5, 4, -1)\n", ""},
        Case{"Cat", "  return torch.cat([torch.zeros(2, 3), torch.zeros(2, 4)])\n",
             "5: cannot concatenate [2, 3] and [2, 4]: 3 and 4 in dimension 1"},
        Case{"CatThatFits",
             "  return torch.cat([torch.zeros(2, 3), torch.zeros(2, 4)], dim=1).view(14)\n", ""},
        Case{"CatOfNothing", "  return torch.cat([torch.zeros(0), torch.zeros(2, 4)])\n", ""},
        Case{"Stack", "  return torch.stack([torch.zeros(2), torch.zeros(3)])\n",
             "5: cannot stack [2] and [3]"},
        Case{"Split", "  return torch.zeros(2, 6).split([2, 3], dim=-1)\n",
             "5: split() into 5 of [2, 6], which has 6"},
        Case{"Chunks", "  a, b = torch.zeros(2, 6).chunk(3, dim=-1)\n",
             "5: cannot unpack tuple[tensor[2, 2] floating, tensor[2, 2] floating, "
             "tensor[2, 2] floating]"},
        Case{"ChunksThatDoNotDivide", "  a, b = torch.zeros(2, 4).chunk(3, dim=-1)\n", ""},
        Case{"Sum", "  return torch.zeros(2, 3).sum(dim=2)\n",
             "5: dimension 2 is out of range for [2, 3]"},
        Case{"SumThatFits", "  return torch.zeros(2, 3).sum(-1, keepdim=True).view(2, 1)\n", ""},
        Case{"Softmax", "  return F.softmax(torch.zeros(2), dim=1)\n",
             "5: dimension 1 is out of range for [2]"},
        Case{"Einsum", "  return torch.einsum('ij,jk->ik', torch.zeros(2, 3), torch.zeros(4, 5))\n",
             "5: `j` is 3 and 4"},
        Case{"EinsumOfRanks", "  return torch.einsum('ij->i', torch.zeros(2, 3, 4))\n",
             "5: `ij` is not as many letters as [2, 3, 4] has dimensions"},
        Case{"EinsumThatFits",
             "  return torch.einsum('i j, j k -> i k', torch.zeros(2, 3), torch.zeros(3, 5))"
             ".view(10)\n",
             ""},
        Case{"MaxOfTwo", "  return torch.max(torch.zeros(2), torch.zeros(3))\n",
             "5: cannot broadcast [2] and [3]: 2 and 3"},
        Case{"MaxOfOne", "  return torch.zeros(2, 3).max(dim=-1).values.view(2)\n", ""},
        Case{"GrowingInALoop",
             "  m = n\n  a = x\n  while y.sum() > 0:\n    m = m * n + 1\n"
             "    a = torch.cat([a, torch.zeros(m, m)])\n    a = a.view(m, -1)\n  return a\n",
             ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Modules, TensorFailures,
    testing::Values(
        Case{"Linear", "  return nn.Linear(4, 5)(torch.zeros(2, 3))\n",
             "5: the last size of [2, 3] is 3, not 4"},
        Case{"LinearThatFits", "  return nn.Linear(n, 5)(torch.zeros(2, n)).view(2, 5)\n", ""},
        Case{"LinearOfAnyRank", "  return nn.Linear(6, 5)(nn.Linear(4, 5)(x))\n",
             "5: the last size of [..., 5] is 5, not 6"},
        Case{"Functional", "  return F.linear(torch.zeros(2, 3), torch.zeros(5, 4))\n",
             "5: the last size of [2, 3] is 3, not 4"},
        Case{"Sequential",
             "  return nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(5, 6))(x)\n",
             "5: the last size of [..., 4] is 4, not 5"},
        Case{"SequentialThatFits",
             "  return nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 6))(x)\n", ""},
        Case{"SequentialThatIsFilled",
             "  s = nn.Sequential()\n  s.add_module('a', nn.Linear(3, 4))\n"
             "  return s(torch.zeros(3)) + torch.zeros(4)\n",
             ""},
        Case{"Convolution", "  return nn.Conv2d(3, 8, 3)(torch.zeros(2, 4, 9, 9))\n",
             "5: [2, 4, 9, 9] has 4 channels, not 3"},
        Case{"ConvolutionThatFits",
             "  return nn.Conv2d(3, 8, 3, stride=2)(torch.zeros(2, 3, 9, 9)).view(2, 8, 4, 4)\n",
             ""},
        Case{"LayerNorm", "  return nn.LayerNorm(4)(torch.zeros(2, 3))\n",
             "5: normalizes 4, not 3 of [2, 3]"},
        Case{"Embedding", "  return nn.Embedding(9, 4)(torch.zeros(2, 3))\n",
             "5: an embedding is indexed by integers, not by floating"},
        Case{"EmbeddingThatFits",
             "  return nn.Embedding(9, 4)(torch.zeros(2, 3, dtype=torch.long)).view(24)\n", ""},
        Case{"Dtypes", "  return torch.zeros(2, 3) @ torch.arange(3)\n",
             "5: cannot multiply floating and int64"},
        Case{"DtypesUnderAutocast",
             "  return torch.zeros(2, 3).half() @ torch.zeros(3, 2).float()\n", ""},
        Case{"CrossEntropy", "  return F.cross_entropy(x.long(), y)\n",
             "5: cross_entropy() of logits of int64"}),
    NameOfCase);

// Attributes that a class makes in its constructor have one size for each object.
TEST(TensorFailuresOfClasses, FollowNumbersOfTheConstructor) {
  const std::string head =
      "from torch import nn, Tensor\nclass M(nn.Module):\n"
      "  def __init__(self, hidden: int):\n    super().__init__()\n"
      "    self.up = nn.Linear(hidden, 4 * hidden)\n";
  const std::string forward = "  def forward(self, x: Tensor):\n    return self.down(self.up(x))\n";
  EXPECT_EQ(FailuresOf(
                absl::StrCat(head, "    self.down = nn.Linear(4 * hidden + 1, hidden)\n", forward)),
            "8: the last size of [..., 4*hidden] is 4*hidden, not 4*hidden + 1");
  EXPECT_EQ(
      FailuresOf(absl::StrCat(head, "    self.down = nn.Linear(4 * hidden, hidden)\n", forward)),
      "");
  // Of another object, hidden is another number.
  EXPECT_EQ(FailuresOf(absl::StrCat(
                head, "    self.down = nn.Linear(4 * hidden + 1, hidden)\n",
                "  def mix(self, x: Tensor, other: 'M'):\n    return self.down(other.up(x))\n")),
            "");
}

// The same without annotations, and for what a configuration says.
TEST(TensorFailuresOfClasses, NameWhatNobodyKnows) {
  const std::string head =
      "import torch\nfrom torch import nn, Tensor\nclass M(nn.Module):\n"
      "  def __init__(self, config):\n    super().__init__()\n"
      "    self.size = config.size\n    self.up = nn.Linear(config.size, 4 * config.size)\n";
  const auto forward = [&](const char* size) {
    return FailuresOf(absl::StrCat(head, "  def forward(self, x: Tensor):\n",
                                   "    return self.up(x) @ torch.zeros(", size, ", 2)\n"));
  };
  EXPECT_EQ(forward("4 * self.size + 1"),
            "9: cannot multiply [..., 4*config.size] and [4*config.size + 1, 2]: 4*config.size and "
            "4*config.size + 1");
  EXPECT_EQ(forward("4 * self.size"), "");
  EXPECT_EQ(forward("4 * x.other"), "");
}

TEST(TensorFailuresOfClasses, LeaveNumbersOpenThatChange) {
  const std::string head =
      "import torch\nclass M:\n  def __init__(self, n):\n    self.n = n\n"
      "  def grow(self):\n    self.n = self.n + 1\n";
  EXPECT_EQ(FailuresOf(absl::StrCat(head,
                                    "  def go(self):\n    a = torch.zeros(self.n)\n"
                                    "    self.grow()\n"
                                    "    return a @ torch.zeros(self.n + 1)\n")),
            "");
  EXPECT_EQ(FailuresOf("import torch\ndef f(c):\n  a = torch.zeros(c.n)\n  c.n -= 1\n"
                       "  return a @ torch.zeros(c.n + 1)\n"),
            "");
}

// What a promise says of sizes fails nothing, unless two of them contradict each other.
TEST(TensorFailuresOfClasses, LeavePromisedSizesOpen) {
  EXPECT_EQ(FailuresOf("import torch\nfrom torch import Tensor\ndef f(x: Tensor[[2, 3]]):\n"
                       "  return x @ torch.zeros(4, 5)\n"),
            "");
  const std::string two =
      "import torch\nfrom torch import Tensor\ndef f(x: Tensor[[B, 3]], y: Tensor[[B, 4]]):\n";
  EXPECT_EQ(FailuresOf(absl::StrCat(two, "  return x.transpose(0, 1) + 2 * y.mT\n")),
            "4: cannot broadcast [3, B] and [4, B]: 3 and 4");
  EXPECT_EQ(FailuresOf(absl::StrCat(two, "  return torch.mm(x, y)\n")), "");
  EXPECT_EQ(FailuresOf(absl::StrCat(two, "  return torch.cat([x, y])\n")),
            "4: cannot concatenate [B, 3] and [B, 4]: 3 and 4 in dimension 1");
  EXPECT_EQ(FailuresOf(absl::StrCat(two, "  return torch.cat([x, y, torch.zeros(2, 2)])\n")), "");
}

TEST(TensorFailuresOfClasses, LeaveLayersThatOthersReplaceOpen) {
  EXPECT_EQ(FailuresOf("import torch\nfrom torch import nn\nclass M(nn.Module):\n"
                       "  def __init__(self):\n    self.fc = nn.Linear(3, 4)\n"
                       "  def forward(self):\n    return self.fc(torch.zeros(2))\n"
                       "def g(m):\n  m.fc = nn.Linear(2, 4)\n"),
            "");
}

// A test that puts another function in a module's place.
TEST(TensorFailuresOfClasses, LeaveFunctionsThatAreReplacedOpen) {
  Program program;
  Add(program, "pkg/ops.py", "def go():\n  return None\n");
  Add(program, "pkg/test.py",
      "from pkg import ops\ndef test(monkeypatch):\n"
      "  monkeypatch.setattr(ops, 'go', lambda: (1, 2))\n  a, b = ops.go()\n");
  EXPECT_EQ(FailuresOf(program), "");
}

TEST(TensorFailures, AskSeveralElementsForTheirTruth) {
  EXPECT_EQ(FailuresOf("import torch\ndef f():\n  x = torch.zeros(4)\n  if x: return 1\n"),
            "4: tensor[4] floating has several elements, so it is neither true nor false");
  EXPECT_EQ(FailuresOf("import torch\ndef f():\n  x = torch.zeros(2, 3)\n  return not x\n"),
            "4: tensor[2, 3] floating has several elements, so it is neither true nor false");
  EXPECT_EQ(
      FailuresOf("import torch\ndef f(n, y: torch.Tensor, z):\n  if torch.zeros(1): return 1\n"
                 "  if torch.zeros(n): return 2\n  if y: return 3\n"
                 "  if z or torch.zeros(3).sum(): return 4\n"
                 "  x = torch.zeros(4) if n else None\n  if x: return 5\n"),
      "");
}

}  // namespace
}  // namespace allreview::understanding
