#include "services/report/story/signature.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

constexpr absl::string_view kSignature =
    "def forward(self, x: Tensor, shape: Tuple[int, int] = (1, 2), sep: str = ',(') -> Tensor";

TEST(Signature, IsShortenedToNamesAndDefaults) {
  EXPECT_EQ(ShortSignature(kSignature), "forward(x, shape=(1, 2), sep=',(')");
  EXPECT_EQ(ShortSignature("async def run()"), "run()");
  EXPECT_EQ(ShortSignature("class Router(nn.Module)"), "Router");
  EXPECT_EQ(ShortSignature("def broken(a, b"), "broken(a, b)");
  EXPECT_EQ(ShortSignature("x = 1"), "x = 1");
}

TEST(Signature, KeepsAnnotationsForClassDiagrams) {
  EXPECT_EQ(TypedSignature(kSignature),
            "forward(x: Tensor, shape: Tuple[int, int] = (1, 2), sep: str = ',(') Tensor");
}

TEST(CallsOfName, AreTakenFromCodeWithoutTheirSpace) {
  EXPECT_EQ(CallsOfName("x = {'a': mod.f(y), 'b': g(f(\n  1), 2)}", "f"), "f(y)f(1)");
  EXPECT_EQ(CallsOfName("rf(x)", "f"), "");
  EXPECT_EQ(CallsOfName("f(a, (b", "f"), "f(a,(b");
}

TEST(Places, TakeIdsApart) {
  EXPECT_EQ(SymbolPath("a/b.py:C.f"), "a/b.py");
  EXPECT_EQ(SymbolName("a/b.py:C.f"), "C.f");
  EXPECT_EQ(SymbolName("torch.nn.Module"), "torch.nn.Module");
  EXPECT_EQ(SimpleName("C.f"), "f");
  EXPECT_EQ(ScopeOf("C.D.f"), "C.D");
}

}  // namespace
}  // namespace allreview::report
