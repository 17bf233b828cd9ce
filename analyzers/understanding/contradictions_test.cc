// Values that contradict annotations, and those that may not.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/declared_shapes.h"
#include "analyzers/understanding/failures_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

TEST(SizeOfExpression, IsAFormula) {
  const SizeNames names = {{"n", Size::Named(1 << 20, "n")}, {"m", Size::Named(2 << 20, "m")}};
  const auto text = [&](absl::string_view it) { return SizeOfExpression(it, names).ToText(); };
  EXPECT_EQ(text("2 * (n + 1) - n"), "n + 2");
  EXPECT_EQ(text("n*m//m"), "n");
  EXPECT_EQ(text("10 - 3 - 2"), "5");
  EXPECT_EQ(text("7 // 2"), "3");
  for (absl::string_view wrong :
       {"", "k", "n +", "(n", "n)", "n m", "+ n", "n ** 2", "n / 2", "()"}) {
    EXPECT_EQ(text(wrong), "?") << wrong;
  }
}

struct Case {
  const char* name;
  const char* body;      // From line 5 on.
  const char* failures;  // "": none is certain.
};

class Contradictions : public testing::TestWithParam<Case> {};

TEST_P(Contradictions, AreThoseThatAreCertain) {
  const std::string head =
      "import torch\nfrom torch import Tensor\nfrom typing import Literal, "
      "Optional\n"
      "from jaxtyping import Bool, Float, Float32, Int, Shaped\n";
  EXPECT_EQ(FailuresOf(absl::StrCat(head, GetParam().body)), GetParam().failures);
}

std::string NameOfCase(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Returns, Contradictions,
    testing::Values(
        Case{"Size", "def f(x: Tensor[[2, 3]]) -> Tensor[[2, 4]]:\n  return x\n",
             "6: annotation of `return`: tensor[2, 4], not tensor[2, 3]"},
        Case{"Rank",
             "def f(x: Float[Tensor, 'b n']) -> Float[Tensor, 'b']:\n  return "
             "x + 1\n",
             "6: annotation of `return`: tensor[b] floating, not tensor[b, n] "
             "floating"},
        Case{"Formula",
             "def f(x: Float[Tensor, 'b n']) -> Float[Tensor, 'b n']:\n  "
             "return x[:, 1:]\n",
             "6: annotation of `return`: tensor[b, n] floating, not tensor[b, "
             "n - 1] floating"},
        Case{"FormulaThatFits",
             "def f(x: Float[Tensor, 'b n']) -> Float[Tensor, 'b n-1']:\n  "
             "return x[:, 1:]\n",
             ""},
        Case{"Arithmetic", "def f(x: Tensor[[N + 1]]) -> Tensor[[N + 2]]:\n  return x\n",
             "6: annotation of `return`: tensor[N + 2], not tensor[N + 1]"},
        Case{"OtherNames", "def f(x: Tensor[[N, M]]) -> Tensor[[M, N]]:\n  return x\n", ""},
        Case{"SumAndProduct", "def f(x: Tensor[[N + M]]) -> Tensor[[N * M]]:\n  return x\n", ""},
        Case{"AnySize",
             "def f(x: Shaped[Tensor, '3']) -> Shaped[Tensor, '_']:\n  return "
             "x\n",
             ""},
        Case{"MayBroadcast",
             "def f(x: Shaped[Tensor, '3']) -> Shaped[Tensor, '#4']:\n  return "
             "x\n",
             ""},
        Case{"Variadic",
             "def f(x: Shaped[Tensor, '2 3']) -> Shaped[Tensor, '*b 2 3']:\n  "
             "return x\n",
             ""},
        Case{"BehindVariadic",
             "def f(x: Shaped[Tensor, '2 3']) -> Shaped[Tensor, '... 4']:\n  "
             "return x\n",
             "6: annotation of `return`: tensor[..., 4], not tensor[2, 3]"},
        Case{"FewerThanBehindVariadic",
             "def f(x: Shaped[Tensor, '3']) -> Shaped[Tensor, '*b 2 3']:\n  "
             "return x\n",
             "6: annotation of `return`: tensor[..., 2, 3], not tensor[3]"},
        Case{"Scalar", "def f() -> Float[Tensor, '']:\n  return torch.zeros(2)\n",
             "6: annotation of `return`: tensor[] floating, not tensor[2] "
             "floating"},
        Case{"Dtype", "def f() -> Bool[Tensor, 'n']:\n  return torch.zeros(2)\n",
             "6: annotation of `return`: tensor[n] bool, not tensor[2] "
             "floating"},
        Case{"AnyWholeNumber", "def f() -> Int[Tensor, '3']:\n  return torch.arange(3)\n", ""},
        Case{"OtherFloating",
             "def f() -> Float32[Tensor, '3']:\n  return torch.zeros(3, "
             "dtype=torch.half)\n",
             ""},
        Case{"Nothing", "def f(x: Tensor[[2]]) -> Optional[Tensor[[2]]]:\n  return None\n", ""},
        Case{"OneOfTwo", "def f(x: Tensor[[2]]) -> Tensor[[3]] | Tensor[[2]]:\n  return x\n", ""},
        Case{"Optional", "def f(x: Tensor[[2]]) -> Optional[Tensor[[3]]]:\n  return x\n",
             "6: annotation of `return`: None | tensor[3], not tensor[2]"},
        Case{"InTuple",
             "def f(x: Tensor[[2]]) -> tuple[Tensor[[2]], Tensor[[3]]]:\n  "
             "return x, x\n",
             "6: annotation of `return`: tuple[tensor[2], tensor[3]], not "
             "tuple[tensor[2], tensor[2]]"},
        Case{"OnOneWay",
             "def f(x: Tensor[[2]], n) -> Tensor[[3]]:\n  y = x\n"
             "  if n:\n    y = torch.zeros(3)\n  return y\n",
             ""},
        Case{"Unknown", "def f(x) -> Tensor[[3]]:\n  return x\n", ""},
        Case{"Plain", "def f(x: Tensor) -> Tensor[[3]]:\n  return x\n", ""},
        Case{"OtherArrays", "def f(x: Float[Array, '2']) -> Float[Array, '3']:\n  return x\n", ""},
        Case{"Literal", "def f() -> Literal['a', 'b']:\n  return 'c'\n",
             "6: annotation of `return`: \"a\" | \"b\", not \"c\""},
        Case{"LiteralThatFits", "def f() -> Literal['a', 2]:\n  return 2\n", ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Names, Contradictions,
    testing::Values(Case{"Assigned", "a: Tensor[[3]] = torch.zeros(2)\n",
                         "5: annotation of `a`: tensor[3], not tensor[2] floating"},
                    Case{"AssignedThatFits", "a: Tensor[[N]] = torch.zeros(2)\n", ""},
                    Case{"OfLoop", "for i in range(3):\n  a: Tensor[[3]] = torch.zeros(i)\n", ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Arguments, Contradictions,
    testing::Values(Case{"Size", "def f(x: Tensor[[2, 3]]):\n  pass\nf(torch.zeros(2, 4))\n",
                         "7: annotation of `x`: tensor[2, 3], not tensor[2, 4] floating"},
                    Case{"SameName",
                         "def f(x: Float[Tensor, 'b d'], y: Float[Tensor, 'b']):\n  pass\n"
                         "f(torch.zeros(2, 4), y=torch.zeros(3))\n",
                         "7: annotation of `y`: tensor[2] floating, not tensor[3] floating"},
                    Case{"NamesOfCaller",
                         "def f(x: Tensor[[N, M]]) -> Tensor[[M, N]]:\n  return x.t()\n"
                         "def g(x: Tensor[[M, N]]) -> Tensor[[N, M]]:\n  return f(x)\n",
                         ""},
                    Case{"NameOfFormula",
                         "def f(x: Tensor[[N]], y: Tensor[[2 * N]]):\n  pass\n"
                         "f(torch.zeros(3), torch.zeros(6))\nf(torch.zeros(3), "
                         "torch.zeros(7))\n",
                         "8: annotation of `y`: tensor[6], not tensor[7] floating"},
                    Case{"Default", "def f(mode: Literal['a'] = 'b'):\n  pass\nf()\n", ""},
                    Case{"Literal", "def f(mode: Literal['a', 'b']):\n  pass\nf('c')\nf('a')\n",
                         "7: annotation of `mode`: \"a\" | \"b\", not \"c\""},
                    Case{"Method",
                         "class A:\n  def f(self, x: Tensor[[2]]):\n    "
                         "pass\nA().f(torch.zeros(3))\n",
                         "8: annotation of `x`: tensor[2], not tensor[3] floating"},
                    Case{"Forward",
                         "class A(torch.nn.Module):\n  def forward(self, x: "
                         "Tensor[[2]]):\n    pass\n"
                         "A()(torch.zeros(3))\n",
                         "8: annotation of `x`: tensor[2], not tensor[3] floating"},
                    Case{"MethodThatMayBeAnother",
                         "class A:\n  def f(self, x: Tensor[[2]]):\n    pass\n"
                         "  def g(self):\n    self.f(torch.zeros(3))\n",
                         ""},
                    Case{"Stars", "def f(x: Tensor[[2]]):\n  pass\nf(*[torch.zeros(3)])\n", ""},
                    Case{"Collected", "def f(*x: Tensor[[2]]):\n  pass\nf(torch.zeros(3))\n", ""}),
    NameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Results, Contradictions,
    testing::Values(Case{"OfAnotherFunction",
                         "def f(x: Tensor[[N, 3]]) -> Tensor[[N, 3]]:\n  return x\n"
                         "a: Tensor[[4, 3]] = f(torch.zeros(2, 3))\n",
                         "7: annotation of `a`: tensor[4, 3], not tensor[2, 3] floating"},
                    Case{"OfStub",
                         "def f(x: Tensor[[N, M]]) -> Tensor[[N * M + 1]]: ...\n"
                         "def g(x: Tensor[[2, 3]]) -> Tensor[[6]]:\n  return f(x)\n",
                         "7: annotation of `return`: tensor[6], not tensor[7]"},
                    Case{"OfStubThatFits",
                         "def f(x: Tensor[[N, M]]) -> Tensor[[N * M]]: ...\n"
                         "def g(x: Tensor[[2, 3]]) -> Tensor[[6]]:\n  return f(x)\n",
                         ""},
                    Case{"OfStubThatSaysNothing",
                         "def f(x: Tensor[[N, M]]): ...\n"
                         "def g(x: Tensor[[2, 3]]) -> Tensor[[6]]:\n  return f(x)\n",
                         ""}),
    NameOfCase);

// What an annotation says of sizes is no fact: nothing raises because of it alone.
INSTANTIATE_TEST_SUITE_P(
    Crashes, Contradictions,
    testing::Values(Case{"View", "def f(x: Float[Tensor, '2 3']):\n  return x.view(4, 5)\n", ""},
                    Case{"Unpack", "def f(x: Float[Tensor, '2 3']):\n  a, b, c = x.shape\n", ""},
                    Case{"Dim", "def f(x: Float[Tensor, '2 3']):\n  return x.sum(2)\n", ""},
                    Case{"Sum", "def f(x: Float[Tensor, '2 3']):\n  return x + torch.zeros(4, 3)\n",
                         ""},
                    Case{"Item", "def f(x: Float[Tensor, '2 3']):\n  return x.item()\n", ""}),
    NameOfCase);

TEST(Item, TakesOneElement) {
  EXPECT_EQ(FailuresOf("import torch\ntorch.zeros(2, 3).item()\ntorch.zeros(1, 1).item()\n"),
            "2: item() takes one element, and [2, 3] has 6");
}

}  // namespace
}  // namespace allreview::understanding
