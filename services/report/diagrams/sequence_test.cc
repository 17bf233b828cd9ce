#include "services/report/diagrams/sequence.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using Kind = SequenceItem::Kind;

Sequence WithTwo() {
  Sequence sequence;
  sequence.participants = {{.key = "a", .lines = {"train_step", "loop.py"}, .mark = Mark::kNone},
                           {.key = "b", .lines = {"Router"}, .mark = Mark::kNew}};
  return sequence;
}

SequenceItem Call(const std::string& text) {
  return {.kind = Kind::kCall, .from = "a", .to = "b", .text = text, .mark = Mark::kNew};
}

SequenceItem Block(Kind kind, const std::string& text = "") {
  return {.kind = kind, .from = "", .to = "", .text = text, .mark = Mark::kNone};
}

TEST(Sequence, DrawsBlocksAndReturns) {
  Sequence sequence = WithTwo();
  sequence.Add(Block(Kind::kLoop, "for x in xs"));
  sequence.Add(Call("forward(x)"));
  sequence.Add(Block(Kind::kEnd));
  sequence.Add({.kind = Kind::kReturn, .from = "b", .to = "a", .text = "y", .mark = Mark::kNew});
  sequence.Add({.kind = Kind::kNote, .from = "b", .to = "", .text = "once", .mark = Mark::kNone});
  EXPECT_EQ(*SequenceMermaid(sequence, Language::kEnglish),
            "sequenceDiagram\n"
            "  participant p0 as train_step<br/>loop.py\n"
            "  participant p1 as Router<br/>(NEW)\n"
            "  loop for x in xs\n"
            "    p0->>p1: NEW forward(x)\n"
            "  end\n"
            "  p1-->>p0: NEW y\n"
            "  Note over p1: once\n");
}

TEST(Sequence, ClosesWhatIsOpenAndDrawsNoEmptyBlock) {
  Sequence sequence = WithTwo();
  sequence.Add(Block(Kind::kOptional, "empty"));
  sequence.Add(Block(Kind::kEnd));
  sequence.Add(Block(Kind::kEnd));
  sequence.Add(Block(Kind::kChoice, "if nothing"));
  sequence.Add(Block(Kind::kElse, "else"));
  sequence.Add(Call("f()"));
  EXPECT_THAT(*SequenceMermaid(sequence, Language::kEnglish),
              HasSubstr("  opt else\n    p0->>p1: NEW f()\n  end\n"));
  EXPECT_THAT(*SequenceMermaid(sequence, Language::kEnglish), Not(HasSubstr("nothing")));
}

TEST(Sequence, DrawsBothPartsOfAChoice) {
  Sequence sequence = WithTwo();
  sequence.Add(Block(Kind::kChoice, "if x"));
  sequence.Add(Call("f()"));
  sequence.Add(Block(Kind::kElse, "else"));
  sequence.Add(Call("g()"));
  sequence.Add(Block(Kind::kEnd));
  EXPECT_THAT(
      *SequenceMermaid(sequence, Language::kEnglish),
      HasSubstr("  alt if x\n    p0->>p1: NEW f()\n  else else\n    p0->>p1: NEW g()\n  end\n"));
}

TEST(Sequence, CountsWhatIsBeyondItsLimits) {
  Sequence sequence = WithTwo();
  sequence.participants.push_back({.key = "c", .lines = {"C"}, .mark = Mark::kNone});
  for (int i = 0; i < 5; ++i) sequence.Add(Call(absl::StrCat("f", i, "()")));
  sequence.Add({.kind = Kind::kCall, .from = "a", .to = "c", .text = "g", .mark = Mark::kNone});
  const std::string text =
      *SequenceMermaid(sequence, Language::kEnglish, {.max_participants = 2, .max_items = 3});
  EXPECT_THAT(text, Not(HasSubstr("f3")));
  EXPECT_THAT(text, HasSubstr("Note over p0: … and 4 more calls\n"));
}

TEST(Sequence, LeavesOutWhoStandsBesideTheProduct) {
  Sequence sequence = WithTwo();
  sequence.participants.push_back(
      {.key = "t", .lines = {"test"}, .mark = Mark::kNone, .path = "tests/test_loop.py"});
  sequence.Add({.kind = Kind::kCall, .from = "t", .to = "a", .text = "run", .mark = Mark::kNew});
  sequence.Add(Call("f()"));
  const std::string text = *SequenceMermaid(sequence, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("p0->>p1: NEW f()"));
  EXPECT_THAT(text, Not(HasSubstr("run")));
  EXPECT_THAT(text, Not(HasSubstr("p2")));
}

TEST(Sequence, DrawsNothingWithoutAMarkedMessage) {
  Sequence sequence = WithTwo();
  SequenceItem call = Call("f()");
  call.mark = Mark::kNone;
  sequence.Add(call);
  EXPECT_FALSE(SequenceMermaid(sequence, Language::kEnglish).has_value());
}

}  // namespace
}  // namespace allreview::report
