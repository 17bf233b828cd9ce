#include "services/report/documents/explanation/narrative.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;
using testing::HasSubstr;
using testing::Not;

void Add(FunctionStory& story, Step::Kind kind, int depth, const std::string& code,
         Step::Status status) {
  const int line = story.steps_size() + 10;
  Step& step = *story.add_steps();
  step.set_kind(kind);
  step.set_depth(depth);
  step.set_code(code);
  step.set_status(status);
  step.mutable_range()->set_path("a.py");
  step.mutable_range()->set_first_line(line);
  step.mutable_range()->set_end_line(line + 1);
}

TEST(Narrative, TellsAStatementBehindALoopAsOutsideOfIt) {
  FunctionStory story;
  Add(story, Step::KIND_LOOP, 0, "for t in range(n):", Step::STATUS_KEPT);
  Add(story, Step::KIND_CALL, 1, "load(t)", Step::STATUS_KEPT);
  Add(story, Step::KIND_CALL, 1, "barrier(t)", Step::STATUS_ADDED);
  Add(story, Step::KIND_CALL, 0, "finish(n)", Step::STATUS_ADDED);
  const std::string text = NarrativeMarkdown(Language::kEnglish, story, 9);
  const size_t second = text.find("a.py:13");
  ASSERT_NE(second, std::string::npos) << text;
  EXPECT_THAT(text.substr(0, second), HasSubstr("barrier(t)"));
  EXPECT_THAT(text.substr(second), HasSubstr("finish(n)"));
  EXPECT_THAT(text.substr(second), Not(HasSubstr("range(n)")));
}

}  // namespace
}  // namespace allreview::report::explanation
