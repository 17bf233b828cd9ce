#include "analyzers/python/identifiers.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr absl::string_view kSource =
    "a = b.c\n"
    "def f(a):\n"
    "    return a + b(d=a)\n"
    "c = 'a'  # a\n";

std::vector<std::pair<std::string, uint32_t>> NumberedIn(const Identifiers& identifiers,
                                                         Node node) {
  std::vector<std::pair<std::string, uint32_t>> found;
  identifiers.ForEachIn(node, [&](Node identifier, uint32_t number) {
    EXPECT_EQ(identifiers.names()[number], identifier.text());
    found.emplace_back(identifier.text(), number);
  });
  return found;
}

TEST(Identifiers, NumberEachNameOnce) {
  const SyntaxTree tree = *SyntaxTree::Parse(kSource);
  const Identifiers identifiers(tree);
  EXPECT_THAT(identifiers.names(), ElementsAre("a", "b", "c", "f", "d"));
  EXPECT_EQ(identifiers.NumberOf("f"), 3u);
  EXPECT_EQ(identifiers.NumberOf("g"), Identifiers::kNone);
  EXPECT_EQ(identifiers.NumberOf(""), Identifiers::kNone);
}

TEST(Identifiers, GoThroughThoseInsideOfANode) {
  const SyntaxTree tree = *SyntaxTree::Parse(kSource);
  const Identifiers identifiers(tree);
  const Node function = *tree.root().descendants(Kind::kFunctionDefinition).begin();
  EXPECT_THAT(NumberedIn(identifiers, function),
              ElementsAre(Pair("f", 3), Pair("a", 0), Pair("a", 0), Pair("b", 1), Pair("d", 4),
                          Pair("a", 0)));
  const Node call = *tree.root().descendants(Kind::kCall).begin();
  EXPECT_THAT(NumberedIn(identifiers, call), ElementsAre(Pair("b", 1), Pair("d", 4), Pair("a", 0)));
  const Node text = *tree.root().descendants(Kind::kString).begin();
  EXPECT_THAT(NumberedIn(identifiers, text), ElementsAre());
  EXPECT_EQ(NumberedIn(identifiers, tree.root()).size(), 10u);
}

TEST(Identifiers, FindThoseWithAName) {
  const SyntaxTree tree = *SyntaxTree::Parse(kSource);
  const Identifiers identifiers(tree);
  std::vector<int> lines;
  for (Node node : identifiers.Of({"a"})) lines.push_back(node.first_line());
  EXPECT_THAT(lines, ElementsAre(1, 2, 3, 3));
  EXPECT_TRUE(identifiers.Of({"g"}).empty());
  std::vector<std::string> names;
  for (Node node : identifiers.Of({"d", "g", "c"})) names.emplace_back(node.text());
  EXPECT_THAT(names, ElementsAre("c", "d", "c"));
}

TEST(Identifiers, AreThoseThatASearchFinds) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::string source;
    for (int i = 0; i < 40; ++i) {
      absl::StrAppend(&source, "n", random() % 7, " = n", random() % 7, ".n", random() % 7, "\n");
    }
    const SyntaxTree tree = *SyntaxTree::Parse(source);
    const Identifiers identifiers(tree);
    std::vector<Node> want;
    for (Node node : tree.root().descendants(Kind::kIdentifier)) {
      if (node.text() == "n1" || node.text() == "n5") want.push_back(node);
    }
    EXPECT_EQ(identifiers.Of({"n5", "n1", "n5", "m"}), want);
  }
}

}  // namespace
}  // namespace allreview::python
