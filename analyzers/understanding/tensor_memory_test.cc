// Where elements of tensors lie, which views certainly cannot be, and what is read unwritten.

#include "analyzers/understanding/tensor_memory.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/understanding/failures_of.h"
#include "analyzers/understanding/knowledge.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kHead[] =
    "import torch\nfrom torch import nn, Tensor\nimport torch.distributed as dist\n"
    "def f(x: Tensor, y: Tensor, n: int):\n";

std::string NameOfCase(const auto& info) { return info.param.name; }

struct Case {
  const char* name;
  const char* body;  // Of a function of x, y: Tensor and n: int; from line 5 on.
  const char* expected;
};

class ViewFailures : public testing::TestWithParam<Case> {};

TEST_P(ViewFailures, AreThoseThatAreCertain) {
  EXPECT_EQ(FailuresOf(absl::StrCat(kHead, GetParam().body)), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Strides, ViewFailures,
    testing::Values(
        Case{"Transposed", "  return torch.zeros(2, 3, 4).transpose(1, 2).view(2, 12)\n",
             "5: cannot view [2, 4, 3], whose strides are [12, 1, 4], as [2, 12] without a copy"},
        Case{"WithOneGuess", "  return torch.zeros(2, 3).t().view(-1)\n",
             "5: cannot view [3, 2], whose strides are [1, 3], as [6] without a copy"},
        Case{"AttributeT", "  return torch.zeros(2, 3).T.view(6)\n",
             "5: cannot view [3, 2], whose strides are [1, 3], as [6] without a copy"},
        Case{"WithNames",
             "  b, s, h = x.shape\n  return torch.zeros(b, s, h, 8).transpose(1, 2)"
             ".view(b, h, s * 8)\n",
             "6: cannot view [b, h, s, 8], whose strides are [8*s*h, 8, 8*h, 1], as "
             "[b, h, 8*s] without a copy"},
        Case{"ProductOfMatrices",
             "  b, s, h = x.shape\n  p = torch.matmul(torch.zeros(b, h, s, s), "
             "torch.zeros(b, h, s, 8))\n  return p.transpose(1, 2).view(b, s, h * 8)\n",
             "7: cannot view [b, s, h, 8], whose strides are [8*s*h, 8, 8*s, 1], as "
             "[b, s, 8*h] without a copy"},
        Case{"Expanded", "  return torch.zeros(2, 1).expand(2, 3).view(6)\n",
             "5: cannot view [2, 3], whose strides are [1, 0], as [6] without a copy"},
        Case{"InnerSlice", "  return torch.zeros(4, 6)[:, :3].view(-1)\n",
             "5: cannot view [4, 3], whose strides are [6, 1], as [12] without a copy"},
        Case{"Step", "  return torch.zeros(4, 6)[::2].view(-1)\n",
             "5: cannot view [2, 6], whose strides are [12, 1], as [12] without a copy"},
        Case{"Parts", "  a, c = torch.zeros(4, 6).split(3, 1)\n  return a.view(-1)\n",
             "6: cannot view [4, 3], whose strides are [6, 1], as [12] without a copy"},
        Case{"OfUnknownSizes",
             "  q = nn.Linear(8, 8)(x).view(n, g(), 2, 4).transpose(1, 2)\n"
             "  return (q @ q.transpose(-1, -2) @ q).transpose(1, 2).view(n, -1, 8)\n",
             "6: cannot view [n, ?, 2, 4], whose dimensions lie in the order [0, 2, 1, 3] in "
             "memory, as [n, ?, 8] without a copy"},
        Case{"OfUnknownSizesWithAsManyDimensions",
             "  q = nn.Linear(8, 8)(x).view(n, g(), 2, 4).transpose(1, 2)\n"
             "  return q.view(n, -1, 2, h())\n",
             ""},
        Case{"ViewAs", "  return torch.zeros(2, 3).t().view_as(torch.zeros(6))\n",
             "5: cannot view [3, 2], whose strides are [1, 3], as [6] without a copy"},
        Case{"MadeContiguous",
             "  return torch.zeros(2, 3, 4).transpose(1, 2).contiguous().view(2, 12)\n", ""},
        Case{"Reshaped", "  return torch.zeros(2, 3, 4).transpose(1, 2).reshape(2, 12)\n", ""},
        Case{"ReshapedThenViewed", "  return torch.zeros(2, 3).t().reshape(6).view(2, 3)\n", ""},
        Case{"TransposedBack",
             "  return torch.zeros(2, 3).transpose(0, 1).transpose(0, 1).view(6)\n", ""},
        Case{"OuterSlice", "  return torch.zeros(4, 6)[1:3].view(-1)\n", ""},
        Case{"KeepsWhatIsCut", "  return torch.zeros(2, 3, 4).transpose(1, 2).view(2, 2, 2, 3)\n",
             ""},
        Case{"JoinsWhatLiesTogether", "  return torch.zeros(2, 3, 4).permute(2, 0, 1).view(4, 6)\n",
             ""},
        Case{"OfOneRow", "  return torch.zeros(1, 3).t().view(3)\n", ""},
        Case{"OfUnknownOrder", "  return x.transpose(1, 2).view(2, 12)\n", ""},
        Case{"OfOtherNames",
             "  b, s, h = x.shape\n  return torch.zeros(b, s, h).transpose(1, 2).view(b, h, n)\n",
             ""},
        Case{"OnOneWay",
             "  a = torch.zeros(2, 3).t()\n  if n:\n    a = a.contiguous()\n  return a.view(6)\n",
             ""},
        Case{"ChangedInPlace", "  a = torch.zeros(2, 3).t()\n  a.t_()\n  return a.view(6)\n", ""}),
    NameOfCase<testing::TestParamInfo<Case>>);

TEST(TensorMemory, IsPrintedWhereItIsNotPlain) {
  const std::string source = absl::StrCat(kHead, "  return torch.zeros(2, 3).t()\n");
  EXPECT_THAT(ReturnedBy(source), HasSubstr("tensor[3, 2] floating strides [1, 3]"));
}

TEST(TensorMemory, OfAnotherRunIsUnknown) {
  const std::string source = absl::StrCat(kHead, "  return torch.empty(2)\n");
  EXPECT_THAT(ReturnedBy(source), Not(HasSubstr("unwritten")));
}

TEST(TensorMemory, DoesNotKeepStatesApart) {
  const std::string source =
      absl::StrCat(kHead, "  a = torch.zeros(2, 2)\n  if go():\n    a = a.t()\n  return (a, n)\n");
  EXPECT_THAT(ReturnedBy(source), HasSubstr("tuple[tensor[2, 2] floating, int"));
}

// "reader: made" by line, of what f reads unwritten.
std::string ReadUnwritten(const std::string& source) {
  Program program;
  Add(program, "m.py", source);
  const CodeRef function = *program.FindCode(0, "f");
  const ir::Code& code = program.code(function);
  Knowledge knowledge(program);
  std::vector<std::string> lines;
  for (const Notice& notice : knowledge.Analyse(function).notices) {
    lines.push_back(absl::StrCat(code.instructions[notice.instruction].line, ": ",
                                 code.instructions[notice.made].line));
  }
  return absl::StrJoin(lines, ", ");
}

class Unwritten : public testing::TestWithParam<Case> {};

TEST_P(Unwritten, IsReadWhereItIsCertain) {
  EXPECT_EQ(ReadUnwritten(absl::StrCat(kHead, GetParam().body)), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Memory, Unwritten,
    testing::Values(
        Case{"Added", "  a = torch.empty(2)\n  return a + 1\n", "6: 5"},
        Case{"Accumulated", "  a = x.new_empty(2)\n  a += x\n  return a\n", "6: 5"},
        Case{"AddedInPlace", "  a = torch.empty_like(x)\n  a.add_(y)\n  return a\n", "6: 5"},
        Case{"Summed", "  a = torch.empty(2)\n  return a.sum()\n", "6: 5"},
        Case{"ThroughAView", "  a = torch.empty(2, 3)\n  return a.t()[0] * 2\n", "6: 5"},
        Case{"Reduced", "  a = torch.empty(2)\n  dist.all_reduce(a)\n  return a\n", "6: 5"},
        Case{"Gathered", "  a = torch.empty(2)\n  dist.all_gather_into_tensor(torch.empty(4), a)\n",
             "6: 5"},
        Case{"OnOneWay",
             "  if n:\n    a = torch.empty(2)\n  else:\n    a = torch.zeros(3)\n"
             "  dist.all_reduce(a)\n",
             "9: 6"},
        Case{"WrittenOnTheOtherWay",
             "  a = torch.empty(2)\n  if n:\n    a.zero_()\n  return a + 1\n", ""},
        Case{"ReadWhereItIsWritten",
             "  a = torch.empty(2)\n  if n:\n    a.zero_()\n  if n:\n    a += 1\n", ""},
        Case{"Filled", "  a = torch.empty(2).fill_(1)\n  return a + 1\n", ""},
        Case{"FilledLater", "  a = torch.empty(2)\n  a.fill_(1)\n  return a + 1\n", ""},
        Case{"Stored", "  a = torch.empty(2)\n  a[0] = x\n  return a + 1\n", ""},
        Case{"StoredThroughAView",
             "  a = torch.empty(2, 3)\n  v = a.view(6)\n  v[0] = 1\n  return a + 1\n", ""},
        Case{"StoredThroughAPart",
             "  a = torch.empty(4, 3)\n  for part in a.split(n):\n    part.copy_(x)\n"
             "  return a + 1\n",
             ""},
        Case{"StoredInALoop",
             "  a = torch.empty(4)\n  for row in a:\n    row.zero_()\n  return a + 1\n", ""},
        Case{"Out", "  a = torch.empty(2)\n  torch.add(x, y, out=a)\n  return a + 1\n", ""},
        Case{"HandedOver", "  a = torch.empty(2)\n  fill(a)\n  return a + 1\n", ""},
        Case{"HandedOverInAList",
             "  a = [torch.empty(2)]\n  dist.all_gather(a, x)\n  return a[0] + 1\n", ""},
        Case{"Kernel", "  a = torch.empty(2)\n  kernel[(1,)](x, a)\n  return a + 1\n", ""},
        Case{"Pointer", "  a = torch.empty(2)\n  launch(a.data_ptr())\n  return a + 1\n", ""},
        Case{"Received", "  a = torch.empty(2)\n  dist.broadcast(a, 0)\n  return a + 1\n", ""},
        Case{"Captured", "  a = torch.empty(2)\n  def g():\n    a.zero_()\n  g()\n  return a + 1\n",
             ""},
        Case{"KeptElsewhere", "  a = torch.empty(2)\n  x.buffer = a\n  go(x)\n  return a + 1\n",
             ""},
        Case{"Initialised",
             "  a = nn.Parameter(torch.empty(2))\n  nn.init.ones_(a)\n"
             "  return a + 1\n",
             ""},
        Case{"AskedForItsShape",
             "  a = torch.empty(2)\n  b = torch.zeros_like(a)\n  return b + a.size(0)\n", ""},
        Case{"WithoutElements", "  return torch.empty(0) + 1\n", ""},
        Case{"Meta", "  return torch.empty(2, device=\"meta\") + 1\n", ""}),
    NameOfCase<testing::TestParamInfo<Case>>);

}  // namespace
}  // namespace allreview::understanding
