#include "gateway/cli/digest.h"

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "base/timestamp.h"
#include "gateway/cli/fake_session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/http_server.h"

namespace allreview::cli {
namespace {

using review::v1::ReviewSummary;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

DigestInput OneWeek() {
  return {.repository = "acme/train",
          .days = {.first = absl::CivilDay(2026, 11, 21), .last = absl::CivilDay(2026, 11, 27)}};
}

review::v1::TrendPoint& AddDay(DigestInput& input, const std::string& day) {
  review::v1::TrendPoint& point = *input.trends.add_points();
  point.set_day(day);
  return point;
}

ReviewSummary& AddReview(DigestInput& input, int64_t number, review::v1::Conclusion conclusion) {
  ReviewSummary& review = *input.reviews.add_reviews();
  review.mutable_repository()->set_id(42);
  review.mutable_repository()->set_full_name("acme/train");
  review.set_number(number);
  review.set_title("Scale [the](loss)");
  review.set_url(absl::StrCat("https://forge.example/acme/train/pull/", number));
  review.set_conclusion(conclusion);
  review.mutable_counts()->set_p1(2);
  return review;
}

TEST(Digest, ComparesWithTheDaysBefore) {
  DigestInput input = OneWeek();
  review::v1::TrendPoint& day = AddDay(input, "2026-11-27");
  day.set_reviews(1200);
  day.set_pull_requests(2);
  day.set_changed_lines(4000);
  day.set_p0(1);
  day.set_p2(5);
  day.mutable_time_to_first_review()->set_seconds(240);
  (*day.mutable_findings_by_rule())["rule-a"] = 1;
  (*day.mutable_findings_by_rule())["rule-b"] = 5;
  AddDay(input, "2026-11-21").set_reviews(34);
  AddDay(input, "2026-11-20").set_reviews(7);
  AddDay(input, "2026-11-13").set_reviews(1000);
  EXPECT_EQ(Digest(input),
            "## AllReview: acme/train, 2026-11-21 to 2026-11-27\n\n"
            "| | these 7 days | the 7 before |\n|---|---:|---:|\n"
            "| Reviews | 1,234 | 7 |\n"
            "| Pull requests reviewed first | 2 | 0 |\n"
            "| P0 and P1 findings | 1 | 0 |\n"
            "| Findings per 1,000 changed lines | 1.5 | – |\n"
            "| Fixed | 0 | 0 |\n"
            "| Voted not useful | 0 | 0 |\n"
            "| Incomplete reviews | 0 | 0 |\n"
            "| Mean time to first review | 2m | – |\n"
            "\n**Found most**\n\n- `rule-b`: 5\n- `rule-a`: 1\n");
}

TEST(Digest, NamesWhatIsBlockedNow) {
  DigestInput input = OneWeek();
  AddReview(input, 7, review::v1::CONCLUSION_BLOCKED);
  AddReview(input, 8, review::v1::CONCLUSION_SUCCESS);
  AddReview(input, 8, review::v1::CONCLUSION_BLOCKED);  // Before the fix.
  for (int number = 20; number < 31; ++number) {
    AddReview(input, number, review::v1::CONCLUSION_BLOCKED);
  }
  const std::string digest = Digest(input);
  EXPECT_THAT(digest, HasSubstr("**Blocked**\n\n- [`acme/train#7`]("
                                "https://forge.example/acme/train/pull/7) "
                                "Scale \\[the\\](loss): 2 P1\n"));
  EXPECT_THAT(digest, Not(HasSubstr("pull/8")));
  EXPECT_THAT(digest, HasSubstr("- and 2 more\n"));
}

TEST(Digest, RepeatsWhatPeopleSaidTheseDays) {
  DigestInput input = OneWeek();
  input.language = Language::kChinese;
  input.repository = "";
  const auto say = [&](const std::string& reason, int day) {
    review::v1::Feedback& feedback = *input.feedback.add_feedback();
    feedback.set_rule_id("rule-a");
    feedback.set_reason(reason);
    *feedback.mutable_at() =
        ToTimestamp(absl::FromCivil(absl::CivilDay(2026, 11, day), absl::UTCTimeZone()));
  };
  say("只运行一次", 22);
  say("以前的", 20);
  const std::string digest = Digest(input);
  EXPECT_THAT(digest, StartsWith("## AllReview：所有仓库，2026-11-21 至 2026-11-27\n"));
  EXPECT_THAT(digest, HasSubstr("**大家怎么说**\n\n- `rule-a`：只运行一次\n"));
  EXPECT_THAT(digest, Not(HasSubstr("以前的")));
}

TEST(DigestCommand, AsksTheServerAndPrints) {
  Script script;
  const Result result =
      RunWith({"digest", "--gateway=fake", "--repository=Acme/Train"}, script, InRepository());
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("## AllReview: Acme/Train, "));
  EXPECT_THAT(result.out, HasSubstr("| Reviews | 12 | 0 |\n"));
  EXPECT_THAT(result.out, HasSubstr("- `acme/train#7` Scale the loss: 2 P1\n"));
  EXPECT_EQ(script.trends_request.repository_id(), 42);
  EXPECT_EQ(script.reviews_request.repository_id(), 42);
  EXPECT_EQ(script.reviews_request.states_size(), 1);
}

TEST(DigestCommand, PostsToAChat) {
  int status = 200;
  fakes::HttpServer chat(
      [&](const fakes::ServedRequest&) { return fakes::ServedResponse{.status = status}; });
  const std::string file = absl::StrCat(NewFolder(), "/url");
  ASSERT_OK(WriteFile(file, chat.base_url() + "/services/s3cret\n"));
  const std::vector<std::string> words = {"digest", "--gateway=fake", "--chat-url-file=" + file};
  Result result = RunHere(words);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, IsEmpty());
  ASSERT_THAT(chat.requests(), SizeIs(1));
  EXPECT_EQ(chat.requests()[0].target(), "/services/s3cret");
  EXPECT_THAT(chat.requests()[0].body, StartsWith("{\"text\":"));
  EXPECT_THAT(chat.requests()[0].body, HasSubstr("## AllReview: all repositories, "));
  status = 404;
  result = RunHere(words);
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("answered 404"));
  EXPECT_THAT(result.err, Not(HasSubstr("s3cret")));
}

TEST(DigestCommand, SaysWhatItNeeds) {
  EXPECT_EQ(RunHere({"digest"}).err,
            "allreview: digest tells what a server keeps: give --gateway=HOST:PORT\n");
  const Result result = RunHere({"digest", "--gateway=fake", "--repository=acme/none"});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, HasSubstr("the server has no review of \"acme/none\""));
}

}  // namespace
}  // namespace allreview::cli
