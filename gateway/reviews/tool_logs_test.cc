// Logs of other tools: the store of them, and how they join reviews.

#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/reviews/fixture.h"
#include "gateway/reviews/tool_log_store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

const std::string kHead(40, 'a');

std::string LogOf(const std::string& tool, const std::string& message) {
  return absl::StrCat(R"({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": ")", tool,
                      R"("}}, "results": [{"message": {"text": ")", message, R"("}}]}]})");
}

analysis::v1::ToolLog ToolLogOf(const std::string& tool, const std::string& message = "m") {
  analysis::v1::ToolLog log;
  log.set_name("log.sarif");
  log.set_content(LogOf(tool, message));
  return log;
}

class ToolLogsTest : public ::testing::Test {
 protected:
  ToolLogsTest() { desk_.spokes.info.set_head_commit(kHead); }

  absl::StatusOr<review::v1::AddToolLogResponse> Add(const analysis::v1::ToolLog& log,
                                                     const std::string& head = kHead) {
    review::v1::AddToolLogRequest request;
    *request.mutable_ref() = PullRequest().ref();
    request.set_head_commit(head);
    *request.mutable_log() = log;
    return desk_.reviews.AddToolLog(desk_.spokes.stubs(), request, {.actor = "token:ci"}, Caller());
  }

  std::string Submit() {
    const auto answer = desk_.reviews.Submit(desk_.spokes.stubs(), PullRequest(),
                                             {.actor = "token:ci", .tenant = "api/ci"}, Caller());
    EXPECT_OK(answer.status());
    return answer.ok() ? answer->review().id() : "";
  }

  Lease Take() { return **desk_.queue->Take("w", absl::Minutes(1), absl::ZeroDuration()); }

  int LogsOf(const review::v1::Job& job) {
    const auto logs = desk_.reviews.ToolLogsFor(job);
    EXPECT_OK(logs.status());
    return logs.ok() ? logs->logs_size() : -1;
  }

  Desk desk_;
};

TEST_F(ToolLogsTest, JoinTheReviewThatWaits) {
  const std::string id = Submit();
  const auto answer = Add(ToolLogOf("ruff"));
  ASSERT_OK(answer.status());
  EXPECT_EQ(answer->review().id(), id);
  EXPECT_FALSE(answer->is_new());
  EXPECT_EQ(answer->results(), 1);
  EXPECT_EQ(LogsOf(Take().job), 1);
  EXPECT_EQ(desk_.queue->Stats()->waiting, 0) << "there is one review, not two";
}

TEST_F(ToolLogsTest, GetAReviewOfTheirOwnWhenTheFirstHasEnded) {
  const std::string first = Submit();
  ASSERT_OK(desk_.queue->Complete(Take()));
  const auto ruff = Add(ToolLogOf("ruff"));
  ASSERT_OK(ruff.status());
  EXPECT_NE(ruff->review().id(), first);
  EXPECT_TRUE(ruff->is_new());
  EXPECT_EQ(ruff->review().publication().state(), review::v1::Publication::STATE_PENDING);
  const auto tidy = Add(ToolLogOf("clang-tidy"));
  ASSERT_OK(tidy.status());
  EXPECT_EQ(tidy->review().id(), ruff->review().id()) << "the second log joins the first";
  EXPECT_EQ(LogsOf(Take().job), 2);
}

TEST_F(ToolLogsTest, SupersedeTheReviewThatHasBegunWithoutThem) {
  const std::string first = Submit();
  const Lease running = Take();
  const auto answer = Add(ToolLogOf("ruff"));
  ASSERT_OK(answer.status());
  EXPECT_NE(answer->review().id(), first);
  const auto superseded = desk_.store.GetSummary(first);
  ASSERT_OK(superseded.status());
  EXPECT_EQ(superseded->state(), review::v1::REVIEW_STATE_SUPERSEDED);
  EXPECT_FALSE(desk_.queue->Extend(running, absl::Minutes(1)).ok());
}

TEST_F(ToolLogsTest, WaitForTheFirstReviewOfTheirHead) {
  const auto answer = Add(ToolLogOf("ruff"));
  ASSERT_OK(answer.status());
  EXPECT_FALSE(answer->has_review());
  Submit();
  EXPECT_EQ(LogsOf(Take().job), 1);
}

TEST_F(ToolLogsTest, ReplaceTheLogOfTheSameTool) {
  ASSERT_OK(Add(ToolLogOf("ruff", "old")).status());
  ASSERT_OK(Add(ToolLogOf("ruff", "new")).status());
  Submit();
  const auto logs = desk_.reviews.ToolLogsFor(Take().job);
  ASSERT_OK(logs.status());
  ASSERT_EQ(logs->logs_size(), 1);
  EXPECT_THAT(logs->logs(0).content(), HasSubstr("new"));
}

TEST_F(ToolLogsTest, AreRefusedWithPlaceAndCure) {
  analysis::v1::ToolLog log = ToolLogOf("ruff");
  log.set_content(R"({"version": "2.0.0"})");
  EXPECT_THAT(Add(log), StatusIs(absl::StatusCode::kInvalidArgument,
                                 "log.sarif: version: found \"2.0.0\", wanted \"2.1.0\"; have the "
                                 "tool write SARIF 2.1.0"));
  EXPECT_THAT(Add(ToolLogOf("ruff"), std::string(40, 'b')),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "the log is of commit bbbbbbbbbbbb, but the head of the pull request is "
                       "aaaaaaaaaaaa; upload what the tool says of the head"));
  EXPECT_THAT(Add(ToolLogOf("ruff"), "abc"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "head_commit is \"abc\", wanted the commit that the tool read, in full"));
}

TEST_F(ToolLogsTest, TravelWithASubmittedPatch) {
  review::v1::SubmitReviewRequest request;
  request.mutable_ref()->mutable_patch()->set_text("p");
  *request.add_tool_logs() = ToolLogOf("ruff");
  ASSERT_OK(desk_.reviews
                .Submit(desk_.spokes.stubs(), request, {.actor = "token:ci", .tenant = "api/ci"},
                        Caller())
                .status());
  EXPECT_EQ(LogsOf(Take().job), 1);
}

TEST_F(ToolLogsTest, GoWithTheRetentionOfReviews) {
  ASSERT_OK(Add(ToolLogOf("ruff")).status());
  EXPECT_EQ(*desk_.reviews.tool_logs().RemoveBefore(absl::Now() - absl::Hours(1)), 0);
  EXPECT_EQ(*desk_.reviews.tool_logs().RemoveBefore(absl::Now() + absl::Hours(1)), 1);
  Submit();
  EXPECT_EQ(LogsOf(Take().job), 0);
}

}  // namespace
}  // namespace allreview::gateway
