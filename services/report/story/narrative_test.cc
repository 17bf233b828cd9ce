#include "services/report/story/narrative.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::ChangeStatement;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

void Add(FunctionStory& story, Step::Kind kind, int depth, const std::string& code) {
  const int line = story.steps_size() + 10;
  Step& step = *story.add_steps();
  step.set_kind(kind);
  step.set_depth(depth);
  step.set_code(code);
  step.set_status(Step::STATUS_ADDED);
  step.mutable_range()->set_path("a.py");
  step.mutable_range()->set_first_line(line);
  step.mutable_range()->set_end_line(line + 1);
}

void Say(ChangeModel& model, const std::string& predicate, const std::string& text, int line) {
  ChangeStatement& statement = *model.add_statements();
  statement.set_kind(ChangeStatement::KIND_ALGORITHM);
  statement.set_subject("a.py:f");
  statement.set_weight(20);
  statement.set_predicate(predicate);
  statement.mutable_text()->set_verbatim(text);
  statement.add_places()->set_path("a.py");
  statement.mutable_places(0)->set_first_line(line);
  statement.mutable_places(0)->set_end_line(line + 1);
}

FunctionStory Story() {
  FunctionStory story;
  story.set_symbol("a.py:f");
  Add(story, Step::KIND_LOOP, 0, "for t in range(n):");  // 10
  Add(story, Step::KIND_IF, 1, "if t > 0:");
  Add(story, Step::KIND_CALL, 2, "load(t)");  // 12
  Add(story, Step::KIND_ELSE, 1, "else:");
  Add(story, Step::KIND_CALL, 2, "barrier(t)");  // 14
  Add(story, Step::KIND_CALL, 0, "finish(n)");   // 15
  Add(story, Step::KIND_LOOP, 0, "while True:");
  Add(story, Step::KIND_CALL, 1, "wait(n)");  // 17
  return story;
}

TEST(Narrative, TellsWhatIsKnownInTheOrderOfTheLines) {
  ChangeModel model;
  Say(model, "test-comment", "Waiting ends.", 3);
  Say(model, "idiom-b", "all is done", 15);
  Say(model, "idiom-a", "it is loaded", 12);
  EXPECT_EQ(NarrativeMarkdown(Language::kEnglish, model, Story()),
            "- Line 12, if `t > 0`: it is loaded.\n"
            "- Line 15: all is done.\n"
            "- A test says (`a.py:3`): Waiting ends.\n");
}

TEST(Narrative, HasPlainNotesForCode) {
  ChangeModel model;
  Say(model, "idiom-a", "`t` is loaded", 12);
  Say(model, "test-comment", "Waiting ends.", 3);
  const std::vector<LineNote> notes = LineNotes(Language::kEnglish, model, "a.py:f");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].place.first_line(), 12);
  EXPECT_EQ(notes[0].text, "t is loaded.");
}

TEST(Narrative, QuotesTheWholeAccountOfNewCode) {
  ChangeModel model;
  ChangedSymbol symbol;
  symbol.set_path("a.py");
  symbol.set_name("f");
  symbol.set_status(ChangedSymbol::STATUS_ADDED);
  Say(model, "account", "Waits. Then `k` go on.", 11);
  EXPECT_EQ(AccountMarkdown(model, symbol), "> Waits. Then `k` go on.\n");
  // Of a function that was there before, so little tells nothing of the change.
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  EXPECT_EQ(AccountMarkdown(model, symbol), "");
  EXPECT_FALSE(HasNarrative(model, "a.py:f"));
}

TEST(Narrative, QuotesTheBeginningOfALongAccountOfKeptCode) {
  ChangeModel model;
  ChangedSymbol symbol;
  symbol.set_path("a.py");
  symbol.set_name("f");
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  const std::string first = "Waits until all ranks have written what they hold to the disk.";
  Say(model, "account", first + " " + std::string(300, 'x') + ".", 11);
  EXPECT_EQ(AccountMarkdown(model, symbol), "> " + first + "\n");
}

}  // namespace
}  // namespace allreview::report
