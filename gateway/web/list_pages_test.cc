// Lists, charts and stories as functions of messages.

#include <cmath>

#include "gateway/web/chart.h"
#include "gateway/web/push_story.h"
#include "gateway/web/rule_pages.h"
#include "gateway/web/testing/html_check.h"
#include "gateway/web/testing/message.h"
#include "gateway/web/trend_page.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Charts, BreakLinesWhereThereIsNoValue) {
  const Chart chart = {.title = "T",
                       .buckets = {"a", "b", "c"},
                       .series = {{.name = "s", .css = "accent", .values = {1, std::nan(""), 2}}}};
  const std::string html = LineChart(chart).markup();
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">–</td>"));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
}

TEST(Charts, LeaveRoomForLongLabels) {
  const Chart chart = {.title = "T",
                       .buckets = {"a"},
                       .series = {{.name = "S", .css = "accent", .values = {100}}},
                       .format = [](double) { return std::string("1 min 20 s"); }};
  EXPECT_THAT(LineChart(chart).markup(), HasSubstr("x1=\"74\""));
}

TEST(Trends, AreShownByWeekOverAQuarter) {
  review::v1::GetTrendsResponse trends;
  *trends.add_points() =
      From<review::v1::TrendPoint>("day: '2026-08-03' reviews: 2 p0: 1");  // Monday.
  *trends.add_points() =
      From<review::v1::TrendPoint>("day: '2026-08-09' reviews: 1 p0: 2");  // Sunday.
  *trends.add_points() = From<review::v1::TrendPoint>("day: '2026-10-01' reviews: 1");
  const std::string html = TrendCharts(trends, {}).markup();
  EXPECT_THAT(html, HasSubstr("<title>08-03, P0: 3</title>"));
  EXPECT_THAT(html, HasSubstr("Week from"));
  EXPECT_THAT(DangersIn(html), IsEmpty());
}

TEST(Trends, AreShownByMonthOverYears) {
  review::v1::GetTrendsResponse trends;
  *trends.add_points() = From<review::v1::TrendPoint>("day: '2024-11-03' reviews: 2 p0: 1");
  *trends.add_points() = From<review::v1::TrendPoint>("day: '2026-02-28' reviews: 1");
  const std::string html = TrendCharts(trends, {}).markup();
  EXPECT_THAT(html, HasSubstr("<title>2024-11, P0: 1</title>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">2025-12</th>"));
}

TEST(Trends, MarkPartsOfWeeks) {
  review::v1::GetTrendsResponse trends;
  *trends.add_points() = From<review::v1::TrendPoint>("day: '2026-08-05' reviews: 2 p0: 1");
  *trends.add_points() = From<review::v1::TrendPoint>("day: '2026-10-01' reviews: 1");
  const std::string html =
      TrendCharts(trends, {.first = "2026-08-05", .last = "2026-10-04"}).markup();
  EXPECT_THAT(html, HasSubstr("<title>08-03*, P0: 1</title>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">09-28</th>"));
  EXPECT_THAT(html, HasSubstr("* part of a week"));
}

TEST(Trends, SayNothingOfVotesWhereThereAreNone) {
  review::v1::GetTrendsResponse trends;
  *trends.add_points() = From<review::v1::TrendPoint>("day: '2026-08-05' reviews: 2 p0: 1");
  EXPECT_THAT(TextOf(TrendTotals(trends).markup()), HasSubstr("voted not useful–"));
  EXPECT_THAT(TrendCharts(trends, {}).markup(), Not(HasSubstr("by votes")));
}

TEST(Trends, MakeAFileWithoutFormulas) {
  review::v1::GetTrendsResponse trends;
  *trends.add_points() = From<review::v1::TrendPoint>(
      "day: '2026-08-05' repository { full_name: '=cmd(\"x\")' } reviews: 2 p0: 1");
  const std::string csv = TrendCsv(trends);
  EXPECT_THAT(csv,
              HasSubstr("\r\n2026-08-05,\"'=cmd(\"\"x\"\")\",2,0,0,0,1,0,0,0,0,0,0,0,0,0\r\n"));
}

review::v1::ListReviewsResponse ThreePushes() {
  return From<review::v1::ListReviewsResponse>(
      "reviews { id: 'C' head_commit: 'c' state: REVIEW_STATE_DONE }"
      "reviews { id: 'B2' head_commit: 'b' state: REVIEW_STATE_FAILED }"
      "reviews { id: 'B1' head_commit: 'b' state: REVIEW_STATE_DONE }"
      "reviews { id: 'A' head_commit: 'a' state: REVIEW_STATE_DONE }");
}

TEST(Pushes, AreCommitsInTheirOrder) {
  const auto current = From<review::v1::ReviewSummary>("id: 'C' head_commit: 'c'");
  const Pushes pushes = PushesOf(ThreePushes(), current);
  ASSERT_EQ(pushes.all.size(), 3u);
  EXPECT_EQ(pushes.current, 2);
  // The latest review of the second push failed.
  ASSERT_NE(PushBefore(pushes), nullptr);
  EXPECT_EQ(PushBefore(pushes)->review_id, "A");
  const std::string html = PushLinks(pushes, {}).markup();
  EXPECT_THAT(TextOf(html), HasSubstr("3 of 3"));
  EXPECT_THAT(html, HasSubstr("/reviews/B2"));
  EXPECT_THAT(html, Not(HasSubstr("next push")));
}

TEST(Pushes, AreOfTheReviewThatIsLookedAt) {
  const auto earlier = From<review::v1::ReviewSummary>("id: 'B1' head_commit: 'b'");
  const Pushes pushes = PushesOf(ThreePushes(), earlier);
  ASSERT_EQ(pushes.current, 1);
  EXPECT_EQ(pushes.all[1].review_id, "B1");
}

TEST(Pushes, TellWhatIsFixedNewAndStillThere) {
  const auto before = From<review::v1::Review>(
      "findings { fingerprint: 'x' shown: SHOWN_FULL } findings { fingerprint: 'y' shown: "
      "SHOWN_FULL }"
      "findings { fingerprint: 'quiet' shown: SHOWN_FOLDED }");
  const auto now = From<review::v1::Review>(
      "findings { fingerprint: 'y' shown: SHOWN_FULL } findings { fingerprint: 'z' shown: "
      "SHOWN_FULL }"
      "findings { fingerprint: 'quiet' shown: SHOWN_FULL }");
  const PushStory story = StoryOf(before, now);
  ASSERT_EQ(story.fixed.size(), 1u);
  EXPECT_EQ(story.fixed[0]->fingerprint(), "x");
  EXPECT_EQ(story.added, 1);
  EXPECT_EQ(story.persisting, 2);
}

review::v1::ListRulesResponse TwoRules() {
  return From<review::v1::ListRulesResponse>(
      "rules { id: 'alpha' severity: SEVERITY_P2 category: 'numerics' tier: TIER_ON }"
      "rules { id: 'beta' severity: SEVERITY_P0 category: 'memory' tier: TIER_HINT }");
}

TEST(Rules, AreSortedAndFilteredByTheAddress) {
  const auto rules = TwoRules();
  const std::string by_severity =
      RuleListPage({.sort = "severity", .rules = rules, .standings = {}}).markup();
  EXPECT_LT(by_severity.find("/rules/beta"), by_severity.find("/rules/alpha"));
  EXPECT_THAT(by_severity, HasSubstr("aria-sort=\"descending\""));
  const std::string hints =
      RuleListPage({.tier = "hint", .rules = rules, .standings = {}}).markup();
  EXPECT_THAT(hints, Not(HasSubstr("/rules/alpha")));
  EXPECT_THAT(RuleListPage({.severity = "P2", .rules = rules, .standings = {}}).markup(),
              Not(HasSubstr("/rules/beta")));
}

TEST(Rules, TellNoShareOfFewVotes) {
  const auto rules = TwoRules();
  const auto standings = From<review::v1::ListRuleStandingsResponse>(
      "standings { organisation: 'acme' rule_id: 'alpha' impressions: 2 not_useful: 1 }");
  const std::string list = TextOf(RuleListPage({.rules = rules, .standings = standings}).markup());
  EXPECT_THAT(list, HasSubstr("2too fewtoo few"));
  const std::string page =
      TextOf(RulePage({.rule = rules.rules(0), .standings = standings, .reasons = {}, .now = {}})
                 .markup());
  EXPECT_THAT(page, HasSubstr("1 of 2"));
  EXPECT_THAT(page, HasSubstr("too few votes"));
  EXPECT_THAT(page, Not(HasSubstr("50 %")));
}

TEST(Rules, ShowWhyPeopleVoted) {
  const auto rules = TwoRules();
  const auto page = [&](const review::v1::ListFeedbackResponse& reasons) {
    return RulePage({.rule = rules.rules(0), .standings = {}, .reasons = reasons, .now = {}})
        .markup();
  };
  EXPECT_THAT(TextOf(page({})), HasSubstr("Nobody has given a reason"));
  EXPECT_THAT(TextOf(page(From<review::v1::ListFeedbackResponse>("next_page_token: 't'"))),
              Not(HasSubstr("Nobody")));
  auto reasons = From<review::v1::ListFeedbackResponse>(
      "feedback { reason: 'older' vote: VOTE_USEFUL at { seconds: 100 } }"
      "feedback { reason: '<i>newer</i>' vote: VOTE_NOT_USEFUL voter: 'github:mara' number: 7"
      "           repository { id: 3 full_name: 'acme/train' } at { seconds: 200 } }");
  const std::string html = page(reasons);
  EXPECT_THAT(TextOf(html), testing::ContainsRegex("not useful.*newer.*github:mara.*older"));
  EXPECT_THAT(html, HasSubstr("href=\"/?repository=3&amp;number=7\">acme/train #7<"));
  EXPECT_THAT(DangersIn(html), IsEmpty());
  EXPECT_THAT(html, Not(HasSubstr("as JSON")));
  for (int i = 0; i < 40; ++i) *reasons.add_feedback() = reasons.feedback(0);
  EXPECT_THAT(TextOf(page(reasons)), HasSubstr("The newest 20 of 42. All of them, as JSON"));
}

}  // namespace
}  // namespace allreview::web
