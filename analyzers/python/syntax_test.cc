#include "analyzers/python/syntax.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/grammar.h"
#include "base/status_matchers.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tree_sitter/api.h"

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
  EXPECT_EQ(arguments.last_named_child().text(), "b=2");
  EXPECT_TRUE(call.parent().Is(Kind::kAssignment));
  EXPECT_TRUE(call.Contains(arguments));
  EXPECT_FALSE(arguments.Contains(call));
  EXPECT_FALSE(tree.root().parent());
}

TEST(SyntaxTree, FindsTheFirstChildOfEachField) {
  // Broken code has fields in odd places.
  const std::string source =
      "from a import (b as c, d)\n@e\nclass F(G, m=1):\n  def f(self, x: int = 2, *y) -> T:\n"
      "    self.a.b[1:2, (c)], d = e = lambda z: (f.g  # comment\n      )(h, *i, j=k.l) if m else "
      "n\n"
      "    for o in p: q += r and not s\nprint(x.)\nx. = y.z\na.b.(c)\n";
  constexpr Field kFields[] = {
#define ALLREVIEW_FIELD(field, text) Field::field,
      ALLREVIEW_PYTHON_FIELDS(ALLREVIEW_FIELD)
#undef ALLREVIEW_FIELD
  };
  for (size_t size = 0; size <= source.size(); ++size) {
    ASSERT_OK_AND_ASSIGN(const SyntaxTree tree,
                         SyntaxTree::Parse(absl::string_view(source).substr(0, size)));
    for (uint32_t i = 0; i < tree.size(); ++i) {
      for (Field field : kFields) {
        Node first;
        for (Node child : tree.node(i).children()) {
          if (!first && child.field() == field) first = child;
        }
        EXPECT_EQ(tree.node(i).child(field), first) << tree.node(i).text();
      }
    }
  }
}

TEST(SyntaxTree, AnswersForTheNullNode) {
  const Node null;
  EXPECT_FALSE(null);
  EXPECT_EQ(null.kind(), Kind::kNull);
  EXPECT_EQ(null.text(), "");
  EXPECT_FALSE(null.child(Field::kName).parent().next_sibling());
  EXPECT_EQ(null.named_child_count(), 0);
  EXPECT_FALSE(null.last_named_child());
  EXPECT_TRUE(null.named_children().empty());
  for (Node child : null.children()) FAIL() << child.text();
}

TEST(SyntaxTree, NamedChildrenLeaveOutTokensAndComments) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree,
                       SyntaxTree::Parse("# first\nx = [  # one\n  1,\n  # two\n  f(), \\\n 3]\n"));
  std::vector<std::string> elements;
  for (Node element : FindKind(tree, Kind::kList).named_children()) {
    elements.emplace_back(element.text());
  }
  EXPECT_THAT(elements, testing::ElementsAre("1", "f()", "3"));
  EXPECT_TRUE(FindKind(tree, Kind::kArgumentList).named_children().empty());
}

// A loop over what an author controls ends with the budget, whatever its body forgets.
TEST(SyntaxTree, StepsThroughEachRangePoll) {
  std::string source;
  for (int i = 0; i < 2'000; ++i) absl::StrAppend(&source, "x\n");
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse(source));
  const auto is_ended = [](const auto& range) {
    bool is_cancelled = false;
    WorkBudget budget("the test", {.is_cancelled = [&] { return is_cancelled; }});
    return absl::IsCancelled(RunWithin(budget, "the range", [&] {
      is_cancelled = true;
      for (;;) {
        for ([[maybe_unused]] Node node : range) {
        }
      }
    }));
  };
  EXPECT_TRUE(is_ended(tree.root().children()));
  EXPECT_TRUE(is_ended(tree.root().named_children()));
  EXPECT_TRUE(is_ended(tree.root().descendants()));
  EXPECT_TRUE(is_ended(tree.root().descendants(Kind::kIdentifier)));
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

TEST(SyntaxTree, KnowsTheLineOfEachByte) {
  const std::string text =
      absl::StrCat(std::string(70, '\n'), "x = '", std::string(300, 'a'), "'\n\n\ny = 1\n");
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse(text));
  int line = 1;
  for (uint32_t byte = 0; byte < text.size(); ++byte) {
    EXPECT_EQ(tree.LineOf(byte), line) << byte;
    if (text[byte] == '\n') ++line;
  }
  EXPECT_EQ(tree.line_count(), line - 1);
  EXPECT_EQ(tree.LineOf(static_cast<uint32_t>(text.size())), line - 1);
}

TEST(SyntaxTree, ListsDescendantsOfAKind) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree,
                       SyntaxTree::Parse("f(g(a), b)\ndef h():\n  f(c)(d)\n"));
  for (Node node : tree.root().descendants()) {
    for (int i = 0; i < kKindCount; ++i) {
      const Kind kind = static_cast<Kind>(i);
      if (kind == Kind::kToken) continue;
      std::vector<uint32_t> want, found;
      for (Node inner : node.descendants()) {
        if (inner.Is(kind)) want.push_back(inner.index());
      }
      for (Node inner : node.descendants(kind)) found.push_back(inner.index());
      EXPECT_EQ(found, want) << node.text() << " " << KindName(kind);
      EXPECT_EQ(node.descendants(kind).empty(), want.empty());
    }
  }
  EXPECT_TRUE(Node().descendants(Kind::kCall).empty());
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
  const TSLanguage* language = Grammar();
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

// What two trees must share to be the same.
std::string Dump(const SyntaxTree& tree) {
  std::string text;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    absl::StrAppend(&text, static_cast<int>(node.kind()), ":", static_cast<int>(node.field()), ":",
                    node.first_byte(), "-", node.end_byte(), "^", node.parent().index(), " ");
  }
  return text;
}

absl::string_view FieldName(Field field) {
  switch (field) {
#define ALLREVIEW_FIELD(name, text) \
  case Field::name:                 \
    return text;
    ALLREVIEW_PYTHON_FIELDS(ALLREVIEW_FIELD)
#undef ALLREVIEW_FIELD
    default:
      return "-";
  }
}

std::string DumpLikeCursor(const SyntaxTree& tree) {
  std::string text;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    absl::StrAppend(&text, KindName(node.kind()), " ", FieldName(node.field()), " ",
                    node.first_byte(), "-", node.end_byte(), node.IsMissing() ? " missing" : "",
                    node.HasError() ? " error\n" : "\n");
  }
  return text;
}

std::string DumpOfCursor(const std::string& source) {
  TSParser* parser = ts_parser_new();
  EXPECT_TRUE(ts_parser_set_language(parser, Grammar()));
  TSTree* tree =
      ts_parser_parse_string(parser, nullptr, source.data(), static_cast<uint32_t>(source.size()));
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  std::string text;
  for (bool is_open = true; is_open;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const char* field = ts_tree_cursor_current_field_name(&cursor);
    absl::StrAppend(&text, ts_node_is_named(node) ? ts_node_type(node) : "token", " ",
                    field == nullptr ? "-" : field, " ", ts_node_start_byte(node), "-",
                    ts_node_end_byte(node), ts_node_is_missing(node) ? " missing" : "",
                    ts_node_has_error(node) ? " error\n" : "\n");
    is_open = ts_tree_cursor_goto_first_child(&cursor);
    while (!is_open && !(is_open = ts_tree_cursor_goto_next_sibling(&cursor))) {
      if (!ts_tree_cursor_goto_parent(&cursor)) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
  ts_tree_delete(tree);
  ts_parser_delete(parser);
  return text;
}

constexpr const char* kEverySyntax[] = {
    "",
    "# only a comment\n",
    "import a.b as c, d\nfrom . import (x as y, z,)\nfrom __future__ import annotations\n",
    "@dec(1)\nasync def f(a, /, b: int = 2, *args, c: str, **kw) -> int:\n    'Doc.'\n"
    "    return await g(a)[1:2, ...] if b else (yield)\n",
    "class A(B, metaclass=M):\n    x: int = 3\n    def m(self): pass\n    y = z = 1\n",
    "try:\n    with open(p) as f, g() as (a, b):\n        pass\nexcept (E, F) as e:\n"
    "    raise X from e\nelse:\n    pass\nfinally:\n    del a, b[0]\n",
    "for i, (j, k) in enumerate(x):\n    if (n := f(i)) > 3 and not k or j: continue\n"
    "    elif i is not None: break\n    else: x += 1\nelse:\n    pass\nwhile True: pass\n",
    "match p:\n    case Point(x=0, y=[a, *rest]) | {'k': v, **r} if v: pass\n"
    "    case _ as q: pass\n",
    "f = lambda x, *y: {k: v for k, v in x if v} | {1, 2} - {*y}\n"
    "t = f'{a!r:>{w}} {b}' 'c' rb'\\x00'\nprint(*[i for i in t if i], end='', **{})\n",
    "global q\nassert a < b <= c, 'm'\nx = -1 ** 2 // ~3 @ m  # tail\ntype T[K] = list[K]\n",
    "def broken(:\n    x = = 3\n  y ) (\nclass\n",
    "if x\n    pass\nprint 'old'\n\tmixed\n",
};

TEST(SyntaxTree, IsWhatTheCursorOfTreeSitterShows) {
  for (const char* source : kEverySyntax) {
    const absl::StatusOr<SyntaxTree> tree = SyntaxTree::Parse(source);
    ASSERT_OK(tree);
    EXPECT_EQ(DumpLikeCursor(*tree), DumpOfCursor(source)) << source;
  }
}

std::vector<std::string> LinesOf(absl::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end == absl::string_view::npos ? end : end + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

constexpr char kVersions[] =
    "import torch\n\n\nclass Router(torch.nn.Module):\n    \"\"\"Picks.\"\"\"\n\n"
    "    def forward(self, x, *, k=2):\n        if x.dim() == 3:\n            x = x.view(-1)\n"
    "        elif k:\n            return f\"{x.shape!r:>10} {k}\"\n        else:\n"
    "            x = [\n                y\n                for y in x\n            ]\n"
    "        return x  # done\n\n\ndef helper(a, b=(1, 2), **rest):\n    \"\"\"Two\n\n    lines.\n"
    "    \"\"\"\n    with open(a) as f, b:\n        try:\n            yield from f\n"
    "        except (OSError, ValueError) as e:\n            raise RuntimeError(a) from e\n";

struct RandomEdit {
  std::vector<VersionedParse::Edit> edits;
  std::string after;
};

// Replaces a few runs of lines by others, some of which are not Python there.
RandomEdit EditAtRandom(const std::vector<std::string>& before, std::mt19937& random) {
  constexpr absl::string_view kFillers[] = {"    pass\n", "x = 1\n",    "        y = (\n",
                                            "# note\n",   "\n",         "  odd\n",
                                            "\"\"\"\n",   "def g():\n", "\tz = 3\n"};
  RandomEdit result;
  int new_line = 1;
  for (size_t i = 0; i < before.size();) {
    if (random() % 12 == 0) {
      const int removed = std::min<int>(random() % 4, static_cast<int>(before.size() - i));
      const int added = random() % 3;
      for (int n = 0; n < added; ++n) {
        absl::StrAppend(&result.after, kFillers[random() % std::size(kFillers)]);
      }
      result.edits.push_back({static_cast<int>(i) + 1, removed, new_line, added});
      new_line += added;
      i += removed;
      if (i == before.size()) break;
    }
    result.after += before[i++];
    ++new_line;
  }
  return result;
}

TEST(VersionedParse, GivesTheTreeThatAParseAloneGives) {
  const std::vector<std::string> before = LinesOf(kVersions);
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    const RandomEdit edit = EditAtRandom(before, random);
    VersionedParse versions(edit.edits);
    ASSERT_OK(SyntaxTree::Parse(kVersions, {}, &versions));
    ASSERT_OK_AND_ASSIGN(const SyntaxTree reused, SyntaxTree::Parse(edit.after, {}, &versions));
    ASSERT_OK_AND_ASSIGN(const SyntaxTree alone, SyntaxTree::Parse(edit.after));
    ASSERT_EQ(Dump(reused), Dump(alone)) << "round " << round << "\n" << edit.after;
  }
}

TEST(VersionedParse, IgnoresEditsThatDoNotFit) {
  VersionedParse versions({{.old_line = 1, .old_lines = 1, .new_line = 1, .new_lines = 1}});
  ASSERT_OK(SyntaxTree::Parse("a = 1\nb = 2\n", {}, &versions));
  ASSERT_OK_AND_ASSIGN(const SyntaxTree reused, SyntaxTree::Parse("a = 3\nc = 2\n", {}, &versions));
  ASSERT_OK_AND_ASSIGN(const SyntaxTree alone, SyntaxTree::Parse("a = 3\nc = 2\n"));
  EXPECT_EQ(Dump(reused), Dump(alone));
}

TEST(SyntaxTree, ReadsOperatorsAfterSplatsWithoutBrackets) {
  const absl::string_view source =
      "def keep(n):\n"
      "    return None, *(None,) * n\n"
      "def both(x, y):\n"
      "    return None, *x, *(None,) * len(y)\n"
      "def lists(n):\n"
      "    t = 1, *[None] * n\n"
      "    return *[None] * n, t ** 2 * n\n";
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree, SyntaxTree::Parse(source));
  EXPECT_EQ(tree.error_count(), 0);
  // Nodes still show the text of the file.
  EXPECT_EQ(tree.source(), source);
  EXPECT_EQ(tree.LineText(2), "    return None, *(None,) * n");
}

TEST(SyntaxTree, KeepsErrorsThatNoSplatExplains) {
  ASSERT_OK_AND_ASSIGN(const SyntaxTree tree,
                       SyntaxTree::Parse("x = 1, *a * b\nreturn return )(\n"));
  EXPECT_GT(tree.error_count(), 0);
}

// The identifiers of a file and the lines that git gives them.
std::vector<std::string> NamesWithLines(absl::string_view source) {
  const absl::StatusOr<SyntaxTree> tree = SyntaxTree::Parse(source);
  if (!tree.ok()) return {std::string(tree.status().message())};
  std::vector<std::string> names;
  for (Node name : tree->root().descendants(Kind::kIdentifier)) {
    names.push_back(absl::StrCat(name.text(), ":", name.first_line()));
  }
  return names;
}

TEST(SyntaxTree, EndsLinesAtCarriageReturnsAndCountsThemAsGitDoes) {
  EXPECT_THAT(NamesWithLines("# note\rimport a\rdef f(x):\r    b(x)\rc\nd\n"),
              testing::ElementsAre("a:1", "f:1", "x:1", "b:1", "x:1", "c:1", "d:2"));
  EXPECT_THAT(NamesWithLines("'''\r'''\ra\r\nb\r\n"), testing::ElementsAre("a:1", "b:2"));
}

TEST(SyntaxTree, NamesIdentifiersAsPythonComparesThem) {
  EXPECT_THAT(NamesWithLines("dist.ａll_reduce(ﬁx, 損失)\nｉｆ = 1\n"),
              testing::ElementsAre("dist:1", "all_reduce:1", "fix:1", "損失:1", "ｉｆ:2"));
  EXPECT_THAT(NamesWithLines("f'{ａ.b}'\n"), testing::ElementsAre("a:1", "b:1"));
  EXPECT_THAT(NamesWithLines("# ａ\n'ａ'\n"), testing::IsEmpty());
}

TEST(SyntaxTree, ReadsTheSecondVersionAnewWhenTheFirstWasNotReadAsWritten) {
  const std::string before = "# a\rb\nc = 1\n", after = "# a\rb\nc = 2\n";
  VersionedParse versions({{.old_line = 2, .old_lines = 1, .new_line = 2, .new_lines = 1}});
  ASSERT_OK_AND_ASSIGN(SyntaxTree first, SyntaxTree::Parse(before, {}, &versions));
  ASSERT_OK_AND_ASSIGN(SyntaxTree second, SyntaxTree::Parse(after, {}, &versions));
  EXPECT_EQ(second.root().descendants(Kind::kIdentifier).size(), 2u);
}

}  // namespace
}  // namespace allreview::python
