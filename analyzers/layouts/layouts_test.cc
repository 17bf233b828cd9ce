#include "analyzers/layouts/layouts.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::layouts {
namespace {

using python::Kind;
using python::Module;
using python::Node;

// Of the argument of use(...) in the first function.
std::string LayoutIn(const std::string& source) {
  const auto module = Module::Parse("m.py", source);
  if (!module.ok()) return "not parsed";
  const python::ControlFlow flow(**module, (*module)->definitions()[0].node);
  Layouts layouts(**module);
  for (Node call : (*module)->CallsOf({"use"})) {
    const std::optional<Layout> layout = layouts.Of(python::Argument(call, 0, ""), flow);
    return layout ? layout->ToText() : "unknown";
  }
  return "no use";
}

struct Case {
  const char* name;
  const char* body;  // Behind the docstring that says x is [s, b, h].
  const char* expected;
};

class OfParameter : public testing::TestWithParam<Case> {};

TEST_P(OfParameter, IsFollowed) {
  EXPECT_EQ(LayoutIn(absl::StrCat("import torch\ndef f(x, y, d):\n  \"\"\"Mixes.\n\n  Args:\n"
                                  "    x (Tensor): hidden states of shape [s, b, h]\n"
                                  "    y: other\n  \"\"\"\n",
                                  GetParam().body)),
            GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, OfParameter,
    testing::Values(
        Case{"Itself", "  use(x)\n", "[s, b, h]"}, Case{"Other", "  use(y)\n", "unknown"},
        Case{"Transposed", "  use(x.transpose(0, 1).contiguous())\n", "[b, s, h]"},
        Case{"FromTheBack", "  z = x.transpose(-1, 0)\n  use(z)\n", "[h, b, s]"},
        Case{"Permuted", "  use(x.permute(1, 2, 0))\n", "[b, h, s]"},
        Case{"ByAFunction", "  use(torch.transpose(x, 0, 1))\n", "[b, s, h]"},
        Case{"Unsqueezed", "  use(x.unsqueeze(1))\n", "[s, 1, b, h]"},
        Case{"Softmax", "  use(torch.softmax(x, dim=-1))\n", "[s, b, h]"},
        Case{"Viewed", "  use(x.view(-1, 4))\n", "unknown"},
        Case{"ByAVariable", "  use(x.transpose(0, d))\n", "unknown"},
        Case{"OutOfRange", "  use(x.transpose(0, 7))\n", "unknown"},
        Case{"OnTwoWays", "  if d:\n    x = x.transpose(0, 1)\n  use(x)\n", "unknown"},
        Case{"Commented", "  z = g(y)  # [b, np, sq, sk]\n  use(z)\n", "[b, np, sq, sk]"},
        Case{"BehindAnArrow", "  z = g(y)  # [s, b, h] -> [b, s, h]\n  use(z)\n", "[b, s, h]"},
        Case{"OfAPattern", "  z = rearrange(y, 's b h -> b s h')\n  use(z)\n", "[b, s, h]"},
        Case{"OfAPatternThatJoins", "  z = rearrange(y, 's b h -> (b s) h')\n  use(z)\n",
             "unknown"},
        Case{"OfASuffix", "  q_BLND = g(y)\n  use(q_BLND)\n", "[b, s, n, d]"},
        Case{"OfALowerSuffix", "  q_sbhd = g(y)\n  use(q_sbhd)\n", "[s, b, h, d]"},
        Case{"OfNoSuffix", "  q_heads = g(y)\n  use(q_heads)\n", "unknown"},
        Case{"OfAnEinsum", "  z = torch.einsum('bsh,hd->bsd', y, d)\n  use(z)\n", "[b, s, d]"},
        Case{"OfAnEinsumOfOthers", "  z = torch.einsum('ij,jk->ik', y, d)\n  use(z)\n", "unknown"},
        Case{"OfAConstant", "  use(MAX_SIZE)\n", "unknown"}),
    [](const auto& info) { return info.param.name; });

TEST(Layouts, OfSeveralIsUnknown) {
  EXPECT_EQ(LayoutIn("def f(x):\n  \"\"\"Turns.\n\n  Args:\n    x: Tensor of shape `[s, b, h]`,\n"
                     "      `[b, s, h]` or `[t, h]`.\n  \"\"\"\n  use(x)\n"),
            "unknown");
}

TEST(Layouts, OfACommentedParameter) {
  EXPECT_EQ(LayoutIn("def f(\n    x,  # [b, s, h]\n    y,\n):\n  use(x)\n"), "[b, s, h]");
}

TEST(Axes, AreKnownByName) {
  EXPECT_EQ(AxisNamed("micro_batch_size"), Axis::kBatch);
  EXPECT_EQ(AxisNamed("seq_len // cp_size"), Axis::kSequence);
  EXPECT_EQ(AxisNamed("sequence_length"), Axis::kSequence);
  EXPECT_EQ(AxisNamed("np"), Axis::kHeads);
  EXPECT_EQ(AxisNamed("h"), Axis::kUnknown);
}

// No name is followed for ever.
TEST(Layouts, AreBounded) {
  std::string body = "def f(x):\n";
  for (int i = 0; i < 2'000; ++i) {
    absl::StrAppend(&body, "  x", i + 1, " = x", i == 0 ? "" : std::to_string(i), ".float()\n");
  }
  EXPECT_EQ(LayoutIn(body + "  use(x2000)\n"), "unknown");
}

}  // namespace
}  // namespace allreview::layouts
