#include "analyzers/cpp/syntax.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tree_sitter/api.h"

extern "C" const TSLanguage* tree_sitter_cuda(void);

namespace allreview::cpp {
namespace {

TEST(Kinds, AreThoseOfTheGrammar) {
  std::set<std::string> known, of_grammar;
#define ALLREVIEW_KIND(name, text) known.insert(text);
  ALLREVIEW_CPP_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
  const TSLanguage* const grammar = tree_sitter_cuda();
  for (uint32_t i = 0; i < ts_language_symbol_count(grammar); ++i) {
    const TSSymbol symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(grammar, symbol) != TSSymbolTypeRegular) continue;
    of_grammar.insert(ts_language_symbol_name(grammar, symbol));
  }
  EXPECT_EQ(known, of_grammar);
}

TEST(SyntaxTree, HasFieldsOfLaunches) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree,
                       SyntaxTree::Parse("void f() { k<T><<<g, 256>>>(x); }\n"));
  const auto calls = tree.root().descendants(Kind::kCallExpression);
  ASSERT_EQ(calls.size(), 1u);
  const Node call = *calls.begin();
  EXPECT_EQ(call.child(Field::kFunction).text(), "k<T>");
  EXPECT_EQ(call.child(Kind::kKernelCallSyntax).text(), "<<<g, 256>>>");
  EXPECT_EQ(call.child(Field::kArguments).text(), "(x)");
  EXPECT_EQ(tree.error_count(), 0);
}

TEST(SyntaxTree, SpeaksAsTheFileIsWritten) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree,
                       SyntaxTree::Parse("void f() { TYPE_SWITCH(t, T, g<T>(); h();); }\n"));
  EXPECT_EQ(tree.error_count(), 0);
  const Node body = tree.root().named_child(0).child(Field::kBody);
  EXPECT_EQ(body.named_child(0).text(), "TYPE_SWITCH(t, T, g<T>(); h();)");
  EXPECT_TRUE(body.named_child(0).Is(Kind::kCompoundStatement));
}

// Whatever is in a file, it is read or refused within its limits; the parser's steps are counted.
TEST(SyntaxTree, SurvivesHostileInput) {
  constexpr int kTimes = 20'000;
  for (absl::string_view piece : {"{",
                                  "(",
                                  "[",
                                  "<",
                                  "<<<",
                                  ">>>",
                                  "a<",
                                  "f(",
                                  "x = (",
                                  "if (x) ",
                                  "#if A\n",
                                  "#else\n",
                                  "template <",
                                  "namespace a {",
                                  "class A {",
                                  "R\"(",
                                  "/*",
                                  "\"",
                                  "k<<<1, 2>>>(x);\n",
                                  "A_MACRO(x, ",
                                  "[&] {",
                                  "a::",
                                  "*",
                                  "&",
                                  "operator",
                                  "TYPE_SWITCH(a, b; ",
                                  "}",
                                  ")"}) {
    std::string source = "void f() {\n";
    for (int i = 0; i < kTimes; ++i) absl::StrAppend(&source, piece);
    const absl::StatusOr<SyntaxTree> tree = SyntaxTree::Parse(source);
    EXPECT_TRUE(tree.ok() || tree.status().code() == absl::StatusCode::kResourceExhausted) << piece;
  }
}

TEST(SyntaxTree, ReadsMegabytesOfOneLine) {
  std::string source = "int x[] = {";
  while (source.size() < (2 << 20)) absl::StrAppend(&source, "1, ");
  absl::StrAppend(&source, "1};\n");
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse(source));
  EXPECT_EQ(tree.error_count(), 0);
}

bool IsSame(const SyntaxTree& a, const SyntaxTree& b) {
  const auto is_same = [](const syntax::NodeData& x, const syntax::NodeData& y) {
    return x.first_byte == y.first_byte && x.end_byte == y.end_byte && x.parent == y.parent &&
           x.subtree_end == y.subtree_end && x.kind == y.kind && x.field == y.field &&
           x.is_missing == y.is_missing && x.has_error == y.has_error;
  };
  return a.size() == b.size() && std::equal(a.nodes(), a.nodes() + a.size(), b.nodes(), is_same);
}

// Lines of many shapes, some of which break the file or open what others close.
constexpr absl::string_view kLines[] = {
    "namespace a {\n",
    "}\n",
    "template <typename T>\n",
    "__global__ void k(T* x, int n) {\n",
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n",
    "  if (i < n) {\n",
    "    x[i] = static_cast<T>(0);\n",
    "  }\n",
    "#if A\n",
    "#else\n",
    "#endif\n",
    "  TYPE_SWITCH(t, T,\n",
    "      k<T><<<1, 2>>>(x, n););\n",
    "  dim3 grid(n, m);\n",
    "// comment {\n",
    "/* a\n",
    "*/\n",
    "  f(a,\n",
    "    b);\n",
    "struct A { int x; };\n",
    "  auto g = [&](int y) { return y; };\n",
    "  const char* s = \"}\";\n",
    "#define M(x) \\\n",
    "  for (int j = 0; j < n; ++j) g(j);\n",
};

std::string Join(const std::vector<absl::string_view>& lines) {
  std::string text;
  for (absl::string_view line : lines) absl::StrAppend(&text, line);
  return text;
}

TEST(VersionedParse, GivesTheTreeThatAParseAloneGives) {
  std::mt19937 random(1);
  const auto pick = [&](size_t end) { return static_cast<size_t>(random() % end); };
  for (int round = 0; round < 500; ++round) {
    std::vector<absl::string_view> lines;
    for (size_t i = 0; i < 40; ++i) lines.push_back(kLines[pick(std::size(kLines))]);
    const std::string before = Join(lines);
    const size_t at = pick(lines.size()), removed = pick(3) % (lines.size() - at);
    const std::vector<absl::string_view> added(pick(3), kLines[pick(std::size(kLines))]);
    const auto edited = lines.begin() + static_cast<ptrdiff_t>(at);
    lines.erase(edited, edited + static_cast<ptrdiff_t>(removed));
    lines.insert(lines.begin() + static_cast<ptrdiff_t>(at), added.begin(), added.end());
    const std::string after = Join(lines);
    const int line = static_cast<int>(at) + 1;
    VersionedParse versions({{.old_line = line,
                              .old_lines = static_cast<int>(removed),
                              .new_line = line,
                              .new_lines = static_cast<int>(added.size())}});
    ASSERT_OK(SyntaxTree::Parse(before, {}, &versions));
    ASSERT_OK_AND_ASSIGN(const SyntaxTree reused, SyntaxTree::Parse(after, {}, &versions));
    ASSERT_OK_AND_ASSIGN(const SyntaxTree alone, SyntaxTree::Parse(after));
    ASSERT_TRUE(IsSame(reused, alone)) << before << "----\n" << after;
  }
}

}  // namespace
}  // namespace allreview::cpp
