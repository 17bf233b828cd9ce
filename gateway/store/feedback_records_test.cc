#include <thread>

#include "gateway/store/review_store_fixture.h"

namespace allreview::gateway {
namespace {

using review::v1::Feedback;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using FeedbackTest = ReviewStoreTest;

INSTANTIATE_TEST_SUITE_P(Stores, FeedbackTest, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(FeedbackTest, CountsImpressionsOfAPullRequestOnce) {
  const std::vector<Impression> shown = {
      {"f1", "rule-a", "1"}, {"f2", "rule-a", "1"}, {"f1", "rule-a", "1"}, {"f3", "rule-b", "2"}};
  ASSERT_OK(reviews_->CountImpressions(train_, 7, shown));
  ASSERT_OK(reviews_->CountImpressions(train_, 7, shown));
  ASSERT_OK(reviews_->CountImpressions(train_, 8, {{"f1", "rule-a", "1"}}));
  EXPECT_EQ(Standing().impressions(), 3);
  EXPECT_EQ(Standing("rule-b").impressions(), 1);
  EXPECT_EQ(reviews_->ListStandings("acme")->size(), 2u);
  EXPECT_EQ(reviews_->ListStandings("")->size(), 2u);
  EXPECT_THAT(*reviews_->ListStandings("acm"), IsEmpty());
}

TEST_P(FeedbackTest, MovesCountsWhenAVoterChangesTheirMind) {
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_NOT_USEFUL)));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_NOT_USEFUL)));
  EXPECT_EQ(Standing().not_useful(), 1);
  EXPECT_EQ(Standing().impressions(), 1);
  EXPECT_EQ(Trends()[0].not_useful(), 1);
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_USEFUL)));
  EXPECT_EQ(Standing().not_useful(), 0);
  EXPECT_EQ(Standing().useful(), 1);
  EXPECT_EQ(Trends()[0].not_useful(), 0);
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_UNSPECIFIED)));
  EXPECT_EQ(Standing().useful(), 0);
  EXPECT_EQ(Standing().impressions(), 1);
}

TEST_P(FeedbackTest, CountsAFindingOnceHoweverManyVote) {
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_NOT_USEFUL)));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("noor", review::v1::VOTE_RESOLVED_UNCHANGED)));
  EXPECT_EQ(Standing().not_useful(), 1);
  ASSERT_OK(reviews_->AddFeedback(VoteOf("olu", review::v1::VOTE_USEFUL)));
  EXPECT_EQ(Standing().not_useful(), 1);
  ASSERT_OK(reviews_->AddFeedback(VoteOf("pia", review::v1::VOTE_USEFUL)));
  EXPECT_EQ(Standing().not_useful(), 1) << "a tie";
  ASSERT_OK(reviews_->AddFeedback(VoteOf("qi", review::v1::VOTE_USEFUL)));
  EXPECT_EQ(Standing().not_useful(), 0);
  EXPECT_EQ(Standing().useful(), 1);
}

TEST_P(FeedbackTest, CountsHistoryBesideVotes) {
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_USEFUL)));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("", review::v1::VOTE_IGNORED)));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("", review::v1::VOTE_FIXED)));
  EXPECT_EQ(Standing().useful(), 1);
  EXPECT_EQ(Standing().fixed(), 1);
  EXPECT_EQ(Standing().ignored(), 0);
  EXPECT_EQ(Trends()[0].fixed(), 1);
  EXPECT_THAT(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_FIXED)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("only history can say")));
}

TEST_P(FeedbackTest, GivesANewVersionOfARuleANewTrial) {
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_NOT_USEFUL)));
  ASSERT_OK(reviews_->SetProbation({.organisation = "acme", .rule_id = "rule-a"}));
  EXPECT_TRUE(Standing().is_on_probation());
  EXPECT_EQ(ToTime(Standing().probation_since()), now_);
  ASSERT_OK(reviews_->CountImpressions(train_, 7, {{"f1", "rule-a", "10"}, {"f2", "rule-a", "9"}}));
  EXPECT_EQ(Standing().rule_version(), "10");
  EXPECT_FALSE(Standing().is_on_probation());
  EXPECT_EQ(Standing().impressions(), 1);
  EXPECT_EQ(Standing().not_useful(), 0);
  ASSERT_OK(reviews_->AddFeedback(VoteOf("noor", review::v1::VOTE_NOT_USEFUL)));
  EXPECT_EQ(Standing().not_useful(), 0) << "a vote on version 1";
  Feedback unversioned = VoteOf("noor", review::v1::VOTE_NOT_USEFUL);
  unversioned.clear_rule_version();
  ASSERT_OK(reviews_->AddFeedback(unversioned));
  EXPECT_EQ(Standing().not_useful(), 1) << "a vote on what was shown";
}

TEST_P(FeedbackTest, LosesNoVoteOfManyWriters) {
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&, w] {
      ReviewStore other(store_.get(), Options());
      for (int i = 0; i < 10; ++i) {
        EXPECT_OK(other.AddFeedback(
            VoteOf("mara", review::v1::VOTE_NOT_USEFUL, absl::StrCat("f", w, "-", i))));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(Standing().impressions(), 40);
  EXPECT_EQ(Standing().not_useful(), 40);
}

TEST(WilsonInterval, AgreesWithPublishedValues) {
  // 81 of 263 and 15 of 148: R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  EXPECT_NEAR(WilsonInterval(81, 263).low, 0.2553, 0.00005);
  EXPECT_NEAR(WilsonInterval(81, 263).high, 0.3662, 0.00005);
  EXPECT_NEAR(WilsonInterval(15, 148).low, 0.0624, 0.00005);
  EXPECT_NEAR(WilsonInterval(15, 148).high, 0.1605, 0.00005);
  EXPECT_NEAR(WilsonInterval(0, 20).high, 0.1611, 0.00005);
  EXPECT_EQ(WilsonInterval(0, 20).low, 0);
  EXPECT_EQ(WilsonInterval(0, 0).high, 1);
}

}  // namespace
}  // namespace allreview::gateway
