#include "gateway/document_check/truth.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gateway/document_check/bindings.h"
#include "gateway/document_check/graph.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::document_check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kSource[] = R"(import os
from pkg.keys import (
    first_key,
    second_key,
)

LIMIT = 3


class Router:
    size: int = 0

    def route(self, x):
        dropped = x
        return dropped


def helper():
    pass
)";

ChangeFacts Facts() {
  ChangeFacts facts;
  facts.read_file = [](const std::string& path) -> std::optional<std::string> {
    if (path == "pkg/a.py") return kSource;
    if (path == "tests/test_a.py") return "def test_route():\n    pass\n";
    return std::nullopt;
  };
  facts.added_lines = "    assert x.dim() == 2, \"two\"\n    send(x, 'now')\n";
  facts.removed_lines = "assert x.dim() == 2\nstop(x, y, z)\n";
  return facts;
}

// "3: contradiction" for each fault.
std::vector<std::string> FaultsOf(absl::string_view text, std::vector<NamedDocument> beside = {}) {
  const ChangeFacts facts = Facts();
  std::vector<std::string> faults;
  for (const Fault& fault : CheckTruth(text, {.document = report::v1::DOCUMENT_AUDIT,
                                             .change = &facts,
                                             .beside = std::move(beside)})) {
    faults.push_back(absl::StrCat(fault.line, ": ", fault.check));
  }
  return faults;
}

NamedDocument Review(absl::string_view text) {
  return {report::v1::DOCUMENT_REVIEW, "review.md", std::string(text)};
}

std::string Diagram(absl::string_view body) {
  return absl::StrCat("```mermaid\nflowchart LR\n", body, "```\n");
}

TEST(Truth, HasAFaultForEachCheckThatItNames) {
  EXPECT_EQ(TruthChecks().size(), 9u);
  EXPECT_THAT(FaultsOf("# Title\n\nAll is well with this change today.\n"), IsEmpty());
}

TEST(Truth, FindsWhatAnotherDocumentDenies) {
  const std::string adds = "`f` adds communication: `all_reduce(x)`.\n";
  EXPECT_THAT(FaultsOf(adds, {Review("There is no new communication.\n")}),
              ElementsAre("1: contradiction"));
  EXPECT_THAT(FaultsOf(adds, {Review("There is communication.\n")}), IsEmpty());
}

TEST(Truth, FindsWhatADocumentDeniesItself) {
  EXPECT_THAT(FaultsOf("| Numerics: clean; 11 wrong on some |\n"), ElementsAre("1: contradiction"));
  EXPECT_THAT(FaultsOf("Memory is **clean**.\n\n**Coverage**: 0 of 1 file was reviewed\n"),
              ElementsAre("1: contradiction"));
}

TEST(Truth, FindsASymbolThatIsNewHereAndRemovedThere) {
  const auto diagram = [](absl::string_view mark) {
    return Diagram(absl::StrCat("subgraph g0[\"pkg/b.py\"]\nn0[\"", mark,
                                " f#95;x\"]\nn1[\"g\"]\nend\nn0 --> n1\n"));
  };
  EXPECT_THAT(FaultsOf(diagram("NEW"), {Review(diagram("REMOVED"))}),
              ElementsAre("1: contradiction"));
  EXPECT_THAT(FaultsOf(diagram("NEW"), {Review(diagram("NEW"))}), IsEmpty());
}

TEST(Truth, FindsWhatIsCalledRemovedAndStillBound) {
  EXPECT_THAT(FaultsOf("- **`Router.route`** (`pkg/a.py`, removed method)\n"),
              ElementsAre("1: removed-is-bound"));
  EXPECT_THAT(FaultsOf("- **`Router.drop`** (`pkg/a.py`, removed method)\n"), IsEmpty());
}

TEST(Truth, FindsWhatOnlyMoved) {
  EXPECT_THAT(FaultsOf("`f` no longer checks `assert x.dim() == 2` now.\n"),
              ElementsAre("1: moved-is-new"));
  EXPECT_THAT(FaultsOf("`f` adds the check `assert x.dim() == 2`.\n"),
              ElementsAre("1: moved-is-new"));
  EXPECT_THAT(FaultsOf("`f` now calls `assert x.dim() == 2` only when `y`.\n"), IsEmpty());
  EXPECT_THAT(FaultsOf("`f` now calls `send(x, \"now\")`; `g` no longer calls `stop(x, y, z)`.\n"),
              IsEmpty());
}

TEST(Truth, FindsDiagramsWithoutAChange) {
  EXPECT_THAT(FaultsOf(Diagram("n0[\"a\"]\nn1[\"b\"]\nn0 --> n1\n")),
              ElementsAre("1: diagram-without-change"));
  EXPECT_THAT(FaultsOf(Diagram("n0[\"NEW a\"]\nn1[\"b\"]\nn2[\"c\"]\nn1 --> n2\n")),
              ElementsAre("1: diagram-without-change"));
  EXPECT_THAT(FaultsOf(Diagram("n0[\"a\"]\nn1[\"b\"]\nn0 -->|\"calls\"| n1\nclass n1 modified\n")),
              IsEmpty());
}

TEST(Truth, FindsDiagramsThatAreTooLarge) {
  std::string body = "n0[\"NEW a\"]\n";
  for (int i = 1; i < 12; ++i) absl::StrAppend(&body, "n", i, "[\"a\"]\nn0 --> n", i, "\n");
  EXPECT_THAT(FaultsOf(Diagram(body)), IsEmpty());
  EXPECT_THAT(FaultsOf(Diagram(absl::StrCat(body, "n12[\"a\"]\n"))),
              ElementsAre("1: diagram-too-large"));
}

TEST(Truth, FindsTestsBesideCodeInADiagram) {
  const std::string test = "subgraph g0[\"tests/test_a.py\"]\nn0[\"NEW test_a\"]\nend\n";
  const std::string code = "subgraph g1[\"pkg/a.py\"]\nn1[\"f\"]\nend\n";
  EXPECT_THAT(FaultsOf(Diagram(absl::StrCat(test, code, "n0 --> n1\n"))),
              ElementsAre("1: diagram-shows-tests"));
  EXPECT_THAT(FaultsOf(Diagram(absl::StrCat(test, "n0 --> n0\n"))), IsEmpty());
}

TEST(Truth, FindsTestsThatAreNotThere) {
  EXPECT_THAT(FaultsOf("Tested by `tests/test_a.py:1` `test_gone`.\n"),
              ElementsAre("1: test-not-found"));
  EXPECT_THAT(FaultsOf("New tests: `test_route` (`tests/test_a.py:1`).\n"), IsEmpty());
}

TEST(Truth, FindsSentencesThatStandTwice) {
  const std::string sentence = "the router now asks `self.beta` for the threshold of experts";
  EXPECT_THAT(FaultsOf(absl::StrCat("- Change: ", sentence, "; more.\n\n| a | b |\n| - | - |\n| ",
                                    sentence, " | c |\n")),
              ElementsAre("5: repeated-sentence"));
  EXPECT_THAT(FaultsOf(absl::StrCat("## ", sentence, "\n\n", sentence, ".\n")), IsEmpty());
}

TEST(Truth, FindsFactsOfADocumentBefore) {
  const std::string sentence = "The router now asks `self.beta` for the threshold of experts.\n";
  EXPECT_THAT(FaultsOf(sentence, {Review(sentence)}), ElementsAre("1: repeated-fact"));
  EXPECT_THAT(FaultsOf("It says “all experts get the same number of tokens”.\n",
                       {Review("It says “all experts get the same number of tokens”.\n")}),
              IsEmpty());
  EXPECT_THAT(FaultsOf(absl::StrCat("---\n", sentence), {Review(sentence)}), IsEmpty());
}

TEST(Binds, LooksWhereTheNameBelongs) {
  for (const char* name :
       {"os", "second_key", "LIMIT", "Router", "Router.size", "Router.route", "helper"}) {
    EXPECT_TRUE(Binds(kSource, name)) << name;
  }
  for (const char* name :
       {"route", "dropped", "Router.dropped", "Router.helper", "size", "key", "--limit"}) {
    EXPECT_FALSE(Binds(kSource, name)) << name;
  }
  EXPECT_TRUE(Binds("parser.add_argument('--limit', type=int)\n", "--limit"));
}

TEST(Graph, ReadsSequencesAndClasses) {
  const Graph sequence = ReadGraph(
      "sequenceDiagram\n  participant p0 as Router<br/>router.py\n  participant p1 as b\n"
      "  p0->>p1: NEW call\n");
  EXPECT_EQ(sequence.nodes.size(), 2u);
  EXPECT_THAT(sequence.linked, ElementsAre("p0", "p1"));
  const Graph classes = ReadGraph(
      "classDiagram\n  class c0[\"A (NEW)\"] {\n    +f()\n  }\n  class c1[\"B\"]\n  c0 ..> c1 : "
      "uses\n");
  EXPECT_EQ(classes.nodes.size(), 2u);
  EXPECT_EQ(classes.nodes[0].status, "added");
  EXPECT_THAT(classes.linked, ElementsAre("c0", "c1"));
}

}  // namespace
}  // namespace allreview::document_check
