#include "services/report/story/code_comments.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeModel;
using analysis::v1::FunctionStory;
using analysis::v1::Step;
using testing::ElementsAre;

void AddStep(FunctionStory& story, Step::Status status, int line, const std::string& comment) {
  Step& step = *story.add_steps();
  step.set_status(status);
  step.set_comment(comment);
  step.mutable_range()->set_path("a.py");
  step.mutable_range()->set_first_line(line);
  if (status == Step::STATUS_REMOVED) step.mutable_range()->set_side(change::v1::SIDE_LEFT);
}

TEST(CodeComments, TellReasonsFirstAndNothingTwice) {
  ChangeModel model;
  FunctionStory& story = *model.add_functions();
  story.set_symbol("a.py:f");
  AddStep(story, Step::STATUS_ADDED, 3, "Splits the tokens of this rank into chunks of one size");
  AddStep(story, Step::STATUS_ADDED, 5,
          "The buffer must be zero here, otherwise padding reaches the loss.");
  AddStep(story, Step::STATUS_ADDED, 7, "Short one");
  AddStep(story, Step::STATUS_KEPT, 9, "This one must stay because nobody touched the statement.");
  AddStep(story, Step::STATUS_REMOVED, 2,
          "The kernel only takes sums, so the mean is computed below on the host.");
  AddStep(story, Step::STATUS_REMOVED, 4,
          "The buffer must be zero here, otherwise the padding reaches the loss.");
  EXPECT_THAT(
      CommentSentences(Language::kEnglish, TellingComments(model, 2)),
      ElementsAre(
          "A comment in the removed code (`a.py:2` before the change) said: “The kernel only "
          "takes sums, so the mean is computed below on the host”.",
          "A comment in the new code (`a.py:5`) says: “The buffer must be zero here, "
          "otherwise padding reaches the loss”.",
          "A comment in the new code (`a.py:3`) says: “Splits the tokens of this rank into "
          "chunks of one size”."));
}

}  // namespace
}  // namespace allreview::report
