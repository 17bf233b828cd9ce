// The drawings under the eyes of mermaid itself, with names made to break out of their place.

#include <cstdlib>
#include <optional>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "services/report/diagrams/class_diagram.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/diagrams/sequence.h"
#include "services/report/diagrams/state_diagram.h"

namespace allreview::report {
namespace {

constexpr const char* kPieces[] = {
    "end",  "subgraph", "style x:#y;", "\"",   "'",   "`",    "[",     "]",   "(",     ")",
    "{",    "}",        "|",           "\\",   "<b>", "-->",  "%%",    ";",   ":",     ":::x",
    "漢字", "😀",        "loop",        "\n",   " ",   "",     "==>",   "--",  "graph", "fa:fa-car",
    "#35;", "<<x>>",    "~T~",         "+",    "-",   "$$",   "class", "as",  "1.",    "*",
    "_x_",  "__init__", "note",        "wrap", "A",   "end;", "}\n",   "@{}", "&",     "\t"};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  int Pick(int high) { return std::uniform_int_distribution<int>(0, high)(random_); }
  Mark AnyMark() { return static_cast<Mark>(Pick(5)); }
  std::string Key() { return absl::StrCat("k", Pick(9)); }
  std::string Text() {
    std::string text;
    for (int i = Pick(4); i > 0; --i) text += kPieces[Pick(std::size(kPieces) - 1)];
    return text;
  }

  std::string Chart() {
    Flowchart chart;
    chart.is_top_down = Pick(1) == 0;
    for (int g = Pick(3); g > 0; --g) {
      FlowGroup& group = chart.groups.emplace_back(FlowGroup{.title = Text(), .nodes = {}});
      for (int i = Pick(4); i > 0; --i) {
        group.nodes.push_back({.key = Key(),
                               .lines = {Text(), Text()},
                               .module = Pick(1) == 0 ? "" : Text(),
                               .mark = AnyMark(),
                               .shape = static_cast<FlowNode::Shape>(Pick(2))});
      }
    }
    for (int i = Pick(9); i > 0; --i) {
      chart.arrows.push_back({.from = Key(),
                              .to = Key(),
                              .label = Text(),
                              .line = static_cast<FlowArrow::Line>(Pick(2))});
    }
    return Block(FlowchartMermaid(chart, AnyLanguage(), 2 + Pick(9)));
  }

  std::string Calls() {
    Sequence sequence;
    for (int i = Pick(6); i > 0; --i) {
      sequence.participants.push_back({.key = Key(), .lines = {Text(), Text()}, .mark = AnyMark()});
    }
    for (int i = Pick(20); i > 0; --i) {
      sequence.Add({.kind = static_cast<SequenceItem::Kind>(Pick(7)),
                    .from = Key(),
                    .to = Key(),
                    .text = Text(),
                    .mark = AnyMark()});
    }
    return Block(SequenceMermaid(sequence, AnyLanguage(), {.max_participants = 5, .max_items = 8}));
  }

  std::string Classes() {
    ClassDiagram diagram;
    for (int i = Pick(6); i > 0; --i) {
      ClassBox box = {.key = Key(),
                      .name = Text(),
                      .path = "",
                      .stereotype = Text(),
                      .mark = AnyMark(),
                      .members = {},
                      .more_members = Pick(1)};
      for (int m = Pick(4); m > 0; --m) {
        box.members.push_back({.text = Text(), .is_public = Pick(1) == 0, .mark = AnyMark()});
      }
      diagram.boxes.push_back(std::move(box));
    }
    for (int i = Pick(9); i > 0; --i) {
      diagram.relations.push_back({.from = Key(),
                                   .to = Key(),
                                   .kind = static_cast<ClassRelation::Kind>(Pick(3)),
                                   .mark = AnyMark(),
                                   .label = Text()});
    }
    return Block(ClassDiagramMermaid(diagram, AnyLanguage(), 2 + Pick(4)));
  }

  std::string Life() {
    StateDiagram diagram;
    for (int i = 1 + Pick(3); i > 0; --i) diagram.states.push_back({.key = Key(), .text = Text()});
    for (int i = Pick(9); i > 0; --i) {
      diagram.transitions.push_back(
          {.from = Pick(3) == 0 ? "" : Key(), .to = Key(), .text = Text()});
    }
    return Block(StateDiagramMermaid(diagram));
  }

 private:
  static std::string Block(const std::optional<std::string>& text) {
    return text ? absl::StrCat("```mermaid\n", *text, "```\n\n") : "";
  }

  Language AnyLanguage() { return Pick(1) == 0 ? Language::kEnglish : Language::kChinese; }

  std::mt19937 random_;
};

TEST(Diagrams, ParseWhateverTheNamesHold) {
  constexpr int kSeeds = 300;
  std::string document;
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    Generator generator(seed);
    absl::StrAppend(&document, generator.Chart(), generator.Calls(), generator.Classes(),
                    generator.Life());
  }
  const std::string path = absl::StrCat(testing::TempDir(), "/diagrams.md");
  ASSERT_OK(WriteFile(path, document));
  const std::string command =
      absl::StrCat("services/report/testing/mermaid_check.sh --min-blocks=", kSeeds, " ", path);
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace allreview::report
