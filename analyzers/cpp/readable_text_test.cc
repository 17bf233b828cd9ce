#include "analyzers/cpp/readable_text.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/cpp/syntax.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cpp {
namespace {

std::string Readable(absl::string_view source) {
  return ReadableText(source).value_or(std::string(source));
}

// With runs of spaces as one.
std::string Collapsed(std::string text) {
  while (text.find("  ") != std::string::npos) text = absl::StrReplaceAll(text, {{"  ", " "}});
  return text;
}

int ErrorsIn(absl::string_view source) {
  absl::StatusOr<SyntaxTree> tree = SyntaxTree::Parse(source);
  EXPECT_OK(tree);
  return tree->error_count();
}

TEST(ReadableText, LeavesPlainCodeAlone) {
  EXPECT_EQ(ReadableText("int f(int x) {\n  if (x) return CHECK(x);\n  return 0;\n}\n"),
            std::nullopt);
}

struct Case {
  absl::string_view name, source, readable;
};

class ReadableTextTest : public testing::TestWithParam<Case> {};

TEST_P(ReadableTextTest, IsReadAs) {
  const std::string readable = Readable(GetParam().source);
  EXPECT_EQ(readable.size(), GetParam().source.size());
  EXPECT_EQ(Collapsed(readable), Collapsed(std::string(GetParam().readable)));
  EXPECT_EQ(ErrorsIn(GetParam().source), 0);
}

INSTANTIATE_TEST_SUITE_P(
    ReadableText, ReadableTextTest,
    testing::Values(
        Case{"StatementsInArguments", "void f() { TYPE_SWITCH(t.dtype(), T, a<T>(b); c();); }",
             "void f() { { t.dtype(), T; a<T>(b); c();}; }"},
        Case{"NestedSwitches",
             "void f() {\n  TYPE_SWITCH(a, A,\n    TYPE_SWITCH(b, B, g<A, B>(x);););  // c\n}",
             "void f() {\n { a, A;\n { b, B; g<A, B>(x);};}; // c\n}"},
        Case{"BranchInArguments", "void f() { TYPE_SWITCH(a, A, if (x) { g(); } else { h(); }) }",
             "void f() { { a, A; if (x) { g(); } else { h(); }} }"},
        Case{"DeclarationInArguments", "void f() { TYPE_SWITCH(a, A, using B = A; g<B>();) }",
             "void f() { { a, A; using B = A; g<B>();} }"},
        Case{"LambdaStaysACall", "void f() { AT_DISPATCH(a, \"n\", [&] { g(); h(); }); }",
             "void f() { AT_DISPATCH(a, \"n\", [&] { g(); h(); }); }"},
        Case{"KnownQualifier", "DS_D_INLINE float f(float x) { return x; }",
             "__device__  float f(float x) { return x; }"},
        Case{"UnknownQualifier", "MY_API void f();\nclass MY_API A { int x; };",
             " void f();\nclass A { int x; };"},
        Case{"UnrollBeforeLoop", "void f() {\n  UNROLL_ALL\n  for (;;) {}\n}",
             "void f() {\n \n for (;;) {}\n}"},
        Case{"NoSemicolon", "void f() {\n  STEP(1)\n  STEP(4)\n  g();\n}",
             "void f() {\n STEP(1); STEP(4); g();\n}"},
        Case{"VariableThatLooksLikeAFunction", "void f() {\n  dim3 grid(n, m);\n}",
             "void f() {\n dim3 grid{n, m};\n}"},
        Case{"PrototypeOutsideOfCode", "namespace a {\ndim3 grid(n, m);\n}",
             "namespace a {\ndim3 grid(n, m);\n}"},
        Case{"LoopMacro", "void f() {\n  KERNEL_LOOP(i, n) { g(i); }\n}",
             "void f() {\n for(auto  i: n) { g(i); }\n}"},
        Case{"TypeAsArgument", "void f() {\n  RUN_KERNEL(x, float);\n}",
             "void f() {\n RUN_KERNEL(x, Float);\n}"},
        Case{"Alignment", "__global__ void f() { extern __shared__ __align__(128) char m[]; }",
             "__global__ void f() { extern __shared__ char m[]; }"},
        Case{"DefaultInBraces", "void f(std::vector<int> a = {}, int b = {1});",
             "void f(std::vector<int> a = 0 , int b = (1));"},
        Case{"WordsInConditions", "#if defined(A) or __has_include(<b.h>)\nint x;\n#endif\n",
             "#if defined(A) || 1 \nint x;\n#endif\n"},
        Case{
            "LanguageLinkage",
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f();\n#ifdef __cplusplus\n}\n#endif\n",
            " \n \n \nint f();\n \n \n \n"},
        Case{"UnbalancedBranches",
             "void f() {\n#if A\n  if (x) {\n#else\n  if (y) {\n#endif\n  }\n}",
             "void f() {\n \n if (x) {\n \n \n \n }\n}"},
        Case{"BranchInArgumentsOfACall", "void f() {\n  g(a,\n#ifdef A\n    b,\n#endif\n    c);\n}",
             "void f() {\n g(a,\n \n b,\n \n c);\n}"},
        Case{"BalancedBranchesStay", "#if A\nint x;\n#else\nint y;\n#endif\n",
             "#if A\nint x;\n#else\nint y;\n#endif\n"}),
    [](const testing::TestParamInfo<Case>& info) { return std::string(info.param.name); });

// Shapes that could make a step look at the same text again and again.
TEST(ReadableText, IsLinearInHostileText) {
  constexpr int kTimes = 100'000;
  for (absl::string_view piece :
       {"A_MACRO(", "A_MACRO(x, {", "#if A\n{\n#else\n", "#if A\n", "{", "}", "a<", "STEP(1)\n",
        "TYPE_SWITCH(a, b; ", "R\"(", "/*", "case ", "enum ", "f(x, ", "A B(c); "}) {
    std::string text = "void f() {\n";
    for (int i = 0; i < kTimes; ++i) absl::StrAppend(&text, piece);
    EXPECT_EQ(Readable(text).size(), text.size()) << piece;
  }
}

}  // namespace
}  // namespace allreview::cpp
