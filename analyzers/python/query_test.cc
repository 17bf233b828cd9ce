#include "analyzers/python/query.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

using testing::ElementsAre;

SyntaxTree Kept(absl::string_view source) {
  absl::StatusOr<SyntaxTree> tree = SyntaxTree::Parse(source, {.keep_for_queries = true});
  EXPECT_TRUE(tree.ok());
  return *std::move(tree);
}

// "capture=text" of each match.
std::vector<std::string> Matches(absl::string_view query, const SyntaxTree& tree,
                                 const QueryLimits& limits = {}) {
  const Query::Compiled compiled = Query::Compile(query);
  EXPECT_NE(compiled.query, nullptr) << compiled.error;
  std::vector<std::string> matches;
  EXPECT_OK(compiled.query->Run(tree, limits, [&](const QueryMatch& match) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < match.captures.size(); ++i) {
      for (Node node : match.captures[i]) {
        parts.push_back(absl::StrCat(compiled.query->captures()[i], "=", node.text()));
      }
    }
    matches.push_back(absl::StrJoin(parts, " "));
    return true;
  }));
  return matches;
}

TEST(Query, FindsCapturesAsOurNodes) {
  const SyntaxTree tree = Kept("print(a)\nf(b, c)\n");
  EXPECT_THAT(
      Matches("(call function: (identifier) @f arguments: (argument_list) @all) @call", tree),
      ElementsAre("f=print all=(a) call=print(a)", "f=f all=(b, c) call=f(b, c)"));
}

TEST(Query, TellsNodesApartThatBeginAtOnePlace) {
  const SyntaxTree tree = Kept("a.b.c()\n");
  EXPECT_THAT(Matches("(attribute) @x", tree), ElementsAre("x=a.b.c", "x=a.b"));
  EXPECT_THAT(Matches("(expression_statement) @x", tree), ElementsAre("x=a.b.c()"));
  EXPECT_THAT(Matches("\"(\" @x", tree), ElementsAre("x=("));
}

TEST(Query, GivesSeveralNodesOfOneCapture) {
  EXPECT_THAT(Matches("(block (expression_statement)* @each)", Kept("if x:\n  a\n  b\n")),
              ElementsAre("each=a each=b"));
}

TEST(Query, LooksOnlyWhereItShould) {
  const SyntaxTree tree = Kept("a()\nb()\nc()\n");
  EXPECT_THAT(Matches("(call) @x", tree, {.regions = {{4, 7}}}), ElementsAre("x=b()"));
  EXPECT_THAT(Matches("(call) @x", tree, {.regions = {{0, 3}, {8, 11}}}),
              ElementsAre("x=a()", "x=c()"));
}

TEST(Query, ListsPredicatesWithoutJudging) {
  const Query::Compiled compiled =
      Query::Compile("((identifier) @x (#any-of? @x \"a\" \"b\") (#eq? @x \"a\"))");
  ASSERT_NE(compiled.query, nullptr);
  ASSERT_EQ(compiled.query->predicates().size(), 2u);
  EXPECT_EQ(compiled.query->predicates()[0].name, "any-of?");
  EXPECT_EQ(compiled.query->predicates()[0].arguments[0].capture, 0);
  EXPECT_EQ(compiled.query->predicates()[0].arguments[2].text, "b");
}

TEST(Query, KnowsWhatEveryMatchHas) {
  const Query::Compiled compiled =
      Query::Compile("(call function: (_) @f arguments: (argument_list (identifier)? @x))");
  ASSERT_NE(compiled.query, nullptr);
  EXPECT_TRUE(compiled.query->IsAlwaysCaptured(compiled.query->CaptureOf("f")));
  EXPECT_FALSE(compiled.query->IsAlwaysCaptured(compiled.query->CaptureOf("x")));
}

std::string Repeated(absl::string_view text, int count) {
  std::string result;
  while (count-- > 0) absl::StrAppend(&result, text);
  return result;
}

struct Broken {
  const char* name;
  std::string source;
  const char* error;
  uint32_t byte;
};

class BrokenQuery : public testing::TestWithParam<Broken> {};

TEST_P(BrokenQuery, IsRefusedWithItsPlace) {
  const Query::Compiled compiled = Query::Compile(GetParam().source);
  EXPECT_EQ(compiled.query, nullptr);
  EXPECT_EQ(compiled.error, GetParam().error);
  EXPECT_EQ(compiled.error_byte, GetParam().byte);
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenQuery,
    testing::Values(
        Broken{"Node", "(cal) @x", "the grammar has no node \"cal\"", 1},
        Broken{"Field", "(call nme: (_))", "the grammar has no field \"nme\"", 6},
        Broken{"End", "(call", "the query ends too early; a parenthesis may be missing", 5},
        Broken{"Structure", "(call (module))", "no code can have this structure", 6},
        Broken{"Capture", "((call) @x (#eq? @y \"a\"))", "the pattern has no capture \"@y\"", 18},
        Broken{"Long", std::string(kMaxQueryBytes + 1, ' '),
               "the query has 4097 bytes, at most 4096 are read", 0},
        Broken{"Quantifiers", absl::StrCat("(block ", Repeated("(_)? ", 33), ")"),
               "the query has 33 quantifiers, at most 32 are read", 0}),
    [](const auto& info) { return info.param.name; });

TEST(Query, StopsAtTheLimitOfSteps) {
  std::string source;
  for (int i = 0; i < 3000; ++i) absl::StrAppend(&source, "f(a, b, c, d, e)\n");
  const Query::Compiled compiled = Query::Compile("(call (argument_list (_)* @x (_)* @y (_)* @z))");
  ASSERT_NE(compiled.query, nullptr);
  const absl::Status status = compiled.query->Run(Kept(source), {.max_steps = 10'000},
                                                  [](const QueryMatch&) { return true; });
  EXPECT_EQ(status.message(), "the query takes more than 10000 steps");
}

TEST(Query, SurvivesPatternsThatMultiply) {
  std::string source = "x = [";
  for (int i = 0; i < 20'000; ++i) absl::StrAppend(&source, "a, ");
  source += "]\n";
  const SyntaxTree tree = Kept(source);
  for (const char* query : {"(list (_)* @a (_)+ @b (_)* @c (_)+ @d)", "(list (_) @a (_) @b (_) @c)",
                            "(_ (_ (_ (_)* @x)* @y)* @z)* @w", "((_)* @a (_)* @b)"}) {
    const Query::Compiled compiled = Query::Compile(query);
    if (compiled.query == nullptr) continue;
    int matches = 0;
    compiled.query
        ->Run(tree, {.max_steps = 200'000}, [&](const QueryMatch&) { return ++matches < 100'000; })
        .IgnoreError();
  }
}

TEST(Query, CompilesHostileSourceInBoundedTime) {
  std::string nested, alternatives;
  while (nested.size() < kMaxQueryBytes / 2) nested = absl::StrCat("(_ ", nested, ")");
  while (alternatives.size() < kMaxQueryBytes - 40) absl::StrAppend(&alternatives, "(call) ");
  for (const std::string& source :
       {nested, absl::StrCat("[", alternatives, "]"),
        absl::StrCat("(block ", Repeated("(_)? ", 32), ")"), std::string(kMaxQueryBytes, '('),
        std::string(kMaxQueryBytes, '[')}) {
    Query::Compile(source);
  }
}

TEST(Query, StopsWhenToldTo) {
  const SyntaxTree tree = Kept(Repeated("f(a, b)\n", 3000));
  const Query::Compiled compiled = Query::Compile("(call) @x");
  EXPECT_TRUE(absl::IsDeadlineExceeded(compiled.query->Run(
      tree, {.should_stop = [] { return true; }}, [](const QueryMatch&) { return true; })));
}

TEST(Query, CountsNoQuantifiersInPredicatesStringsAndComments) {
  const std::string predicates = Repeated("(#eq? @x \"?*+\") ; ???\n", 40);
  EXPECT_NE(Query::Compile(absl::StrCat("((call) @x ", predicates, ")")).query, nullptr);
}

TEST(Query, NeedsAKeptTree) {
  const auto tree = SyntaxTree::Parse("a()\n");
  ASSERT_TRUE(tree.ok());
  const Query::Compiled compiled = Query::Compile("(call) @x");
  EXPECT_TRUE(absl::IsFailedPrecondition(
      compiled.query->Run(*tree, {}, [](const QueryMatch&) { return true; })));
}

TEST(Query, RunsOnATreeWhoseOriginalWasEdited) {
  const std::string before = "a()\nb()\n", after = "a()\ninserted()\nb()\n";
  VersionedParse versions({{.old_line = 2, .old_lines = 0, .new_line = 2, .new_lines = 1}});
  const ParseLimits limits = {.keep_for_queries = true};
  const auto old_tree = SyntaxTree::Parse(before, limits, &versions);
  const auto new_tree = SyntaxTree::Parse(after, limits, &versions);
  ASSERT_TRUE(old_tree.ok() && new_tree.ok());
  EXPECT_THAT(Matches("(call) @x", *old_tree), ElementsAre("x=a()", "x=b()"));
  EXPECT_THAT(Matches("(call) @x", *new_tree), ElementsAre("x=a()", "x=inserted()", "x=b()"));
}

}  // namespace
}  // namespace allreview::python
