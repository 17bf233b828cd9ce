#include "analyzers/python/syntax.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tree_sitter/api.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace allreview::python {
namespace {

Node FindKind(const SyntaxTree& tree, Kind kind) {
  for (Node node : tree.root().descendants()) {
    if (node.Is(kind)) return node;
  }
  return Node();
}

TEST(SyntaxTree, HasFieldsChildrenAndParents) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse("y = f(a, b=2)\n"));
  const Node call = FindKind(tree, Kind::kCall);
  EXPECT_EQ(call.text(), "f(a, b=2)");
  EXPECT_EQ(call.child(Field::kFunction).text(), "f");
  const Node arguments = call.child(Field::kArguments);
  EXPECT_EQ(arguments.named_child_count(), 2);
  EXPECT_EQ(arguments.named_child(1).text(), "b=2");
  EXPECT_FALSE(arguments.named_child(2));
  EXPECT_TRUE(call.parent().Is(Kind::kAssignment));
  EXPECT_TRUE(call.Contains(arguments));
  EXPECT_FALSE(arguments.Contains(call));
  EXPECT_FALSE(tree.root().parent());
}

TEST(SyntaxTree, AnswersForTheNullNode) {
  const Node null;
  EXPECT_FALSE(null);
  EXPECT_EQ(null.kind(), Kind::kNull);
  EXPECT_EQ(null.text(), "");
  EXPECT_FALSE(null.child(Field::kName).parent().next_sibling());
  EXPECT_EQ(null.named_child_count(), 0);
  for (Node child : null.children()) FAIL() << child.text();
}

TEST(SyntaxTree, CountsLinesAndColumns) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse("a\r\n\n  bb = 1\nlast"));
  EXPECT_EQ(tree.line_count(), 4);
  EXPECT_EQ(tree.LineText(1), "a");
  EXPECT_EQ(tree.LineText(2), "");
  EXPECT_EQ(tree.LineText(4), "last");
  EXPECT_EQ(tree.LineOf(0), 1);
  EXPECT_EQ(tree.LineOf(2), 1);
  EXPECT_EQ(tree.LineOf(6), 3);
  EXPECT_EQ(tree.ColumnOf(6), 2);
  EXPECT_EQ(tree.LineOf(1000), 4);
  EXPECT_EQ(tree.LineStart(5), tree.source().size());
}

TEST(SyntaxTree, FindsTheSmallestNodeAtAByte) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse("ab = c.d\n"));
  EXPECT_EQ(tree.NodeAt(0).text(), "ab");
  EXPECT_EQ(tree.NodeAt(7).text(), "d");
  EXPECT_TRUE(tree.NodeAt(2).Is(Kind::kAssignment));
  EXPECT_TRUE(tree.NodeAt(100).Is(Kind::kModule));
}

TEST(SyntaxTree, ParsesAnEmptyFile) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse(""));
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree.line_count(), 1);
  EXPECT_EQ(tree.root().first_line(), 1);
}

TEST(SyntaxTree, RecoversFromWhatTheGrammarDoesNotKnow) {
  // Valid Python that the grammar stumbles over.
  const std::string source = "def f(x, y):\n    return None, None, *x, *(None,) * len(y)\n\ng(1)\n";
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse(source));
  EXPECT_EQ(FindKind(tree, Kind::kFunctionDefinition).child(Field::kName).text(), "f");
}

TEST(SyntaxTree, CountsErrors) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree good, SyntaxTree::Parse("x = 1\n"));
  ASSERT_OK_AND_ASSIGN(const SyntaxTree bad, SyntaxTree::Parse("x = = ) 1\n"));
  EXPECT_EQ(good.error_count(), 0);
  EXPECT_GT(bad.error_count(), 0);
  EXPECT_TRUE(bad.root().HasError());
}

TEST(SyntaxTree, RefusesWhatIsOverALimit) {
  EXPECT_THAT(SyntaxTree::Parse("x = 1\n", {.max_bytes = 5}),
              StatusIs(absl::StatusCode::kResourceExhausted, "6 bytes, the limit is 5"));
  EXPECT_THAT(SyntaxTree::Parse("x = 1\n", {.max_nodes = 3}),
              StatusIs(absl::StatusCode::kResourceExhausted, "more than 3 syntax nodes"));
  EXPECT_THAT(
      SyntaxTree::Parse("\nx = ((1))\n", {.max_depth = 4}),
      StatusIs(absl::StatusCode::kResourceExhausted, "line 2: nested more than 4 levels deep"));
}

std::string Repeat(absl::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) absl::StrAppend(&result, text);
  return result;
}

// Either answer is fine; crashing, or taking long, is not.
TEST(SyntaxTree, SurvivesHostileInput) {
  const int n = 50'000;
  const std::vector<std::string> sources = {
      Repeat("(", n),
      Repeat("[", n) + Repeat("]", n),
      Repeat("f(", n),
      "x = " + Repeat("-", n) + "1",
      "x = 1" + Repeat(" + 1", n),
      "x" + Repeat(".a", n),
      Repeat("lambda: ", n / 10),
      Repeat("if x:\n", n / 10),
      Repeat("f'{", n / 10),
      Repeat("'''", n),
      Repeat("@", n),
      Repeat("\xff", n),
      std::string(n, '\0'),
      Repeat("def f(x=", n / 10),
      Repeat("= ", n),
  };
  for (const std::string& source : sources) {
    const absl::StatusOr<SyntaxTree> tree = SyntaxTree::Parse(source);
    if (tree.ok()) {
      EXPECT_GT(tree->size(), 0u);
    } else {
      EXPECT_THAT(tree, StatusIs(absl::StatusCode::kResourceExhausted, testing::_))
          << source.substr(0, 20);
    }
  }
}

// Vocabulary checks the other way round while it is built: each of the grammar's names is in
// kinds.h.
TEST(Kinds, AreAllKnownToTheGrammar) {
  const TSLanguage* language = tree_sitter_python();
  std::set<std::string> grammar;
  for (uint32_t i = 0; i < ts_language_symbol_count(language); ++i) {
    const TSSymbol symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular) {
      grammar.insert(ts_language_symbol_name(language, symbol));
    }
  }
  std::set<std::string> ours;
  for (int kind = 3; kind < kKindCount; ++kind) {
    ours.insert(std::string(KindName(static_cast<Kind>(kind))));
  }
  for (const std::string& name : ours) EXPECT_TRUE(grammar.count(name)) << name;
  EXPECT_EQ(ours.size(), static_cast<size_t>(kKindCount - 3));
}

}  // namespace
}  // namespace allreview::python
