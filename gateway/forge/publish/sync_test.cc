// What people do on GitHub becomes votes, and votes put rules on probation.

#include "gateway/forge/publish/sync.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/feedback/probation.h"
#include "gateway/forge/publish/publish_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/github_conversation.h"

namespace allreview::gateway {
namespace {

using fakes::FakeConversation;
using review::v1::FindingThread;
using review::v1::Job;
using review::v1::Publication;
using review::v1::RuleStanding;
using review::v1::StoredReview;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Job SyncJob(bool is_merged = false) {
  Job job;
  job.mutable_repository()->set_id(4242);
  job.mutable_repository()->set_full_name("acme/train");
  job.set_number(7);
  job.mutable_sync()->set_is_closed(is_merged);
  job.mutable_sync()->set_is_merged(is_merged);
  return job;
}

class SyncTest : public testing::Test {
 protected:
  // Publishes and keeps the review, as the worker does.
  void Review(const std::vector<int>& changed, const std::vector<FixtureFinding>& findings) {
    fixture.Push(FortyLines(changed));
    StoredReview review = fixture.ReviewOf(findings);
    review.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
    review.mutable_summary()->set_id(fixture.reviews().NewId());
    ASSERT_OK(fixture.reviews().PutReview(review));
    ASSERT_OK(fixture.Publish(review));
  }

  void ReactTo(size_t comment, const std::string& user, const std::string& content) {
    fixture.server.Edit(
        7, [&](FakeConversation& talk) { React(talk, talk.comments[comment].id, user, content); });
  }

  absl::Status RunSync(bool is_merged = false) {
    return Sync(&fixture.reviews(), {}).Run(fixture.api(), SyncJob(is_merged));
  }

  RuleStanding StandingOf(const std::string& rule) {
    absl::StatusOr<RuleStanding> standing = fixture.reviews().GetStanding("acme", rule);
    EXPECT_OK(standing);
    return *standing;
  }

  PublishFixture fixture;
};

TEST_F(SyncTest, CountsReactionsOfTheAuthorAndOfThoseWhoMayWrite) {
  Review({5, 6}, {{.rule = "rule-a", .line = 5}, {.rule = "rule-b", .line = 6}});
  fixture.server.SetPermission("joe", "write");
  ReactTo(0, "mara", "-1");  // The author.
  ReactTo(1, "joe", "+1");
  ReactTo(1, "mallory", "-1");  // Anybody.
  ReactTo(1, "allreview[bot]", "-1");
  ReactTo(1, "joe", "eyes");
  ASSERT_OK(RunSync());
  ASSERT_OK(RunSync());  // Counts nothing twice.
  EXPECT_EQ(StandingOf("rule-a").not_useful(), 1);
  EXPECT_EQ(StandingOf("rule-a").impressions(), 1);
  EXPECT_EQ(StandingOf("rule-b").useful(), 1);
  EXPECT_EQ(StandingOf("rule-b").not_useful(), 0);
}

TEST_F(SyncTest, NeverPostsAgainWhatWasVotedDownAndDeleted) {
  Review({5}, {{.rule = "rule-a", .line = 5}});
  ReactTo(0, "mara", "-1");
  ASSERT_OK(RunSync());
  EXPECT_EQ(fixture.state().threads(0).state(), FindingThread::STATE_NOT_USEFUL);
  fixture.server.Edit(7, [](FakeConversation& talk) {
    DeleteComment(talk, talk.comments[0].id);
    talk.reviews[0].body = "edited by somebody";
  });
  Review({5, 8}, {{.rule = "rule-a", .line = 5}});
  EXPECT_THAT(fixture.comments(), IsEmpty());
}

TEST_F(SyncTest, TellsAtTheMergeWhatWasFixedAndWhatWasIgnored) {
  Review({5, 6, 7}, {{.rule = "rule-a", .line = 5},
                     {.rule = "rule-b", .line = 6},
                     {.rule = "rule-c", .line = 7}});
  fixture.server.Edit(
      7, [](FakeConversation& talk) { ResolveThread(talk, talk.comments[2].id, "mara"); });
  Review({6, 7}, {{.rule = "rule-b", .line = 6}, {.rule = "rule-c", .line = 7}});
  ASSERT_OK(RunSync());
  EXPECT_EQ(StandingOf("rule-a").fixed(), 0);  // Not before the merge.
  ASSERT_OK(RunSync(/*is_merged=*/true));
  ASSERT_OK(RunSync(/*is_merged=*/true));
  EXPECT_EQ(StandingOf("rule-a").fixed(), 1);
  EXPECT_EQ(StandingOf("rule-b").ignored(), 1);
  EXPECT_EQ(StandingOf("rule-b").not_useful(), 0);
  EXPECT_EQ(StandingOf("rule-c").not_useful(), 1);  // Resolved, and left as it was.
  EXPECT_FALSE(fixture.state().is_open());
}

TEST_F(SyncTest, PutsARuleOnProbationAndShowsItNoMore) {
  std::vector<FixtureFinding> findings;
  std::vector<int> lines;
  for (int line = 1; line <= 24; ++line) {
    lines.push_back(line);
    findings.push_back({.rule = "noisy-rule", .line = line});
  }
  Review(lines, findings);
  for (size_t i = 0; i < 8; ++i) ReactTo(i, "mara", "-1");
  ASSERT_OK(RunSync());
  EXPECT_TRUE(StandingOf("noisy-rule").is_on_probation());
  ASSERT_OK_AND_ASSIGN(review::v1::ListAuditResponse audit, fixture.reviews().ListAudit({}));
  ASSERT_THAT(audit.entries(), SizeIs(1));
  EXPECT_EQ(audit.entries(0).action(), "rule.probation");
  EXPECT_EQ(audit.entries(0).target(), "acme/noisy-rule");
  EXPECT_THAT(audit.entries(0).detail(), HasSubstr("8 of 24 findings were not useful"));
  const size_t before = fixture.comments().size();
  lines.push_back(30);
  Review(lines, {{.rule = "noisy-rule", .line = 30}});
  EXPECT_EQ(fixture.comments().size(), before);
}

TEST_F(SyncTest, GivesANewVersionOfARuleANewTrial) {
  ASSERT_OK(fixture.reviews().CountImpressions(
      SyncJob().repository(), 1,
      {{.fingerprint = "f1", .rule_id = "rule-a", .rule_version = "1"}}));
  ASSERT_OK(fixture.reviews().SetProbation({.organisation = "acme", .rule_id = "rule-a"}));
  fixture.Push(FortyLines({5}));
  StoredReview review = fixture.ReviewOf({{.rule = "rule-a"}});
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_EQ(publication.comments(), 0);
  StoredReview newer = fixture.ReviewOf({{.rule = "rule-a"}});
  (*newer.mutable_rule_versions())["rule-a"] = 2;
  ASSERT_OK_AND_ASSIGN(publication, fixture.Publish(newer));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_FALSE(StandingOf("rule-a").is_on_probation());
  ASSERT_OK_AND_ASSIGN(review::v1::ListAuditResponse audit, fixture.reviews().ListAudit({}));
  ASSERT_THAT(audit.entries(), SizeIs(1));
  EXPECT_EQ(audit.entries(0).action(), "rule.trial");
}

// Votes of the page and of commands come by other ways than Sync.
TEST_F(SyncTest, HeedsVotesOfAnybodyWhoAddsThem) {
  std::vector<Impression> impressions;
  for (int i = 0; i < 20; ++i) {
    impressions.push_back(
        {.fingerprint = absl::StrCat("f", i), .rule_id = "rule-a", .rule_version = "1"});
  }
  ASSERT_OK(fixture.reviews().CountImpressions(SyncJob().repository(), 1, impressions));
  for (int i = 0; i < 10; ++i) {
    review::v1::Feedback feedback;
    *feedback.mutable_repository() = SyncJob().repository();
    feedback.set_number(1);
    feedback.set_fingerprint(absl::StrCat("f", i));
    feedback.set_rule_id("rule-a");
    feedback.set_vote(review::v1::VOTE_NOT_USEFUL);
    feedback.set_voter("token:page");
    ASSERT_OK(fixture.reviews().AddFeedback(feedback));
  }
  fixture.Push(FortyLines({5}));
  ASSERT_OK_AND_ASSIGN(Publication publication,
                       fixture.Publish(fixture.ReviewOf({{.rule = "rule-a"}})));
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_TRUE(StandingOf("rule-a").is_on_probation());
}

TEST(Probation, NeedsACertainShareOfEnoughFindings) {
  const struct {
    const char* name;
    int impressions, not_useful;
    bool is_on_probation;
  } kCases[] = {
      {"nothing", 0, 0, false},
      {"all bad, too few", 19, 19, false},
      {"all bad, enough", 20, 20, true},
      {"20 %: chance could explain it", 20, 4, false},
      {"25 %: chance does not explain it", 20, 5, true},
      {"share of 10 % exactly", 1000, 100, false},
      {"a little above, not certain", 1000, 115, false},
      {"a little above, certain", 10'000, 1070, true},
      {"useful rule", 500, 10, false},
  };
  for (const auto& test : kCases) {
    RuleStanding standing;
    standing.set_impressions(test.impressions);
    standing.set_not_useful(test.not_useful);
    EXPECT_EQ(ShouldBeOnProbation(standing), test.is_on_probation) << test.name;
  }
}

TEST(Probation, HoldsForTheVersionThatWasVotedOn) {
  RuleStanding standing;
  standing.set_rule_id("rule-a");
  standing.set_rule_version("3");
  standing.set_is_on_probation(true);
  EXPECT_THAT(RulesOnProbation({standing}, {{"rule-a", 3}}), SizeIs(1));
  EXPECT_THAT(RulesOnProbation({standing}, {{"rule-a", 4}}), IsEmpty());
  EXPECT_THAT(RulesOnProbation({standing}, {{"rule-a", 2}}), SizeIs(1));  // An older replica.
  EXPECT_THAT(RulesOnProbation({standing}, {}), SizeIs(1));
  standing.set_is_on_probation(false);
  EXPECT_THAT(RulesOnProbation({standing}, {}), IsEmpty());
}

}  // namespace
}  // namespace allreview::gateway
