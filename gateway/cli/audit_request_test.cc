#include "gateway/cli/audit_request.h"

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/status_matchers.h"
#include "gateway/cli/commands.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;
using change::v1::LocalRepository;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Words = std::vector<std::string>;

Environment InRepository() {
  std::string folder = testing::TempDir() + "audit-XXXXXX";
  folder = mkdtemp(folder.data());
  fs::create_directories(folder + "/.git");
  return {.current_directory = folder};
}

absl::StatusOr<ReviewPlan> Planned(const Words& line) {
  const absl::StatusOr<CommandLine> found = FindCommand(Commands(), line);
  EXPECT_OK(found);
  const absl::StatusOr<Arguments> arguments = ParseArguments(*found->command, found->rest);
  EXPECT_OK(arguments);
  return line[0] == "ask" ? PlanAsk(*arguments, InRepository())
                          : PlanAudit(*arguments, InRepository());
}

TEST(PlanAudit, ReadsFilesUnlessAChangeIsNamed) {
  struct Case {
    Words line;
    LocalRepository::Mode mode;
  };
  const Case kCases[] = {
      {{"audit"}, LocalRepository::MODE_TREE},
      {{"audit", "train/loss.py", "tools"}, LocalRepository::MODE_TREE},
      {{"audit", "--commit=v1"}, LocalRepository::MODE_TREE},
      {{"audit", "main..topic"}, LocalRepository::MODE_RANGE},
      {{"audit", "main...topic"}, LocalRepository::MODE_MERGE_BASE},
      {{"audit", "--working-tree"}, LocalRepository::MODE_WORKING_TREE},
      {{"audit", "--staged"}, LocalRepository::MODE_INDEX},
  };
  for (const Case& each : kCases) {
    SCOPED_TRACE(each.line.back());
    ASSERT_OK_AND_ASSIGN(const ReviewPlan plan, Planned(each.line));
    EXPECT_EQ(plan.request.ref().local().mode(), each.mode);
    ASSERT_EQ(plan.request.documents_size(), 1);
    EXPECT_EQ(plan.request.documents(0).document(), report::v1::DOCUMENT_AUDIT);
    EXPECT_EQ(plan.request.documents(0).format(), report::v1::FORMAT_MARKDOWN);
  }
}

TEST(PlanAudit, TakesPullRequests) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan, Planned({"audit", "acme/train#12"}));
  EXPECT_EQ(plan.request.ref().github().number(), 12);
}

TEST(PlanAudit, RefusesACommitBesideAChange) {
  EXPECT_THAT(Planned({"audit", "--commit=v1", "main..topic"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--commit")));
}

TEST(PlanAudit, TellsRangesFromPaths) {
  EXPECT_TRUE(LooksLikeRange("main..topic"));
  EXPECT_TRUE(LooksLikeRange("..topic"));
  EXPECT_TRUE(LooksLikeRange("HEAD~3...HEAD"));
  EXPECT_FALSE(LooksLikeRange(".."));
  EXPECT_FALSE(LooksLikeRange("../tools"));
  EXPECT_FALSE(LooksLikeRange("a/../tools"));
  EXPECT_FALSE(LooksLikeRange("train/loss.py"));
}

TEST(PlanAsk, ReadsTheFilesThatTheQuestionNames) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan,
                       Planned({"ask", "is streaming.py production ready?"}));
  const LocalRepository& local = plan.request.ref().local();
  EXPECT_EQ(local.mode(), LocalRepository::MODE_TREE);
  EXPECT_THAT(local.paths(), IsEmpty());
  // The module or the package of that name; not test_streaming.py.
  EXPECT_THAT(local.suffixes(), ElementsAre("/streaming.py", "/streaming/"));
  EXPECT_THAT(plan.request.documents(0).audit().paths(), ElementsAre("streaming.py"));
  EXPECT_TRUE(plan.is_gate_off);
}

TEST(PlanAsk, IsAboutTheChangeWhenTheQuestionIs) {
  ASSERT_OK_AND_ASSIGN(ReviewPlan plan, Planned({"ask", "memory leaks in this PR?"}));
  EXPECT_EQ(plan.request.ref().local().mode(), LocalRepository::MODE_WORKING_TREE);
  ASSERT_OK_AND_ASSIGN(plan, Planned({"ask", "memory leaks in this PR?", "main..topic"}));
  EXPECT_EQ(plan.request.ref().local().mode(), LocalRepository::MODE_RANGE);
  ASSERT_OK_AND_ASSIGN(plan, Planned({"ask", "memory leaks in this PR?", "train"}));
  EXPECT_EQ(plan.request.ref().local().mode(), LocalRepository::MODE_TREE);
  EXPECT_THAT(plan.request.ref().local().paths(), ElementsAre("train"));
}

TEST(PlanAsk, AnswersInTheLanguageOfTheQuestion) {
  ASSERT_OK_AND_ASSIGN(ReviewPlan plan, Planned({"ask", "可以上线吗"}));
  EXPECT_EQ(plan.request.documents(0).language(), "zh");
  ASSERT_OK_AND_ASSIGN(plan, Planned({"ask", "--language=en", "可以上线吗"}));
  EXPECT_EQ(plan.request.documents(0).language(), "en");
}

TEST(PlanAsk, TripsAGateOnlyWhenAskedTo) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan, Planned({"ask", "--fail-on=P1", "check code"}));
  EXPECT_FALSE(plan.is_gate_off);
}

TEST(PlanAsk, RefusesWhatItDoesNotUnderstand) {
  EXPECT_THAT(Planned({"ask", "sing a song"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("for example")));
}

}  // namespace
}  // namespace allreview::cli
