#include "gateway/reviews/settler.h"

#include "base/status_matchers.h"
#include "gateway/reviews/fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using review::v1::Publication;
using review::v1::ReviewSummary;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::Duration kLease = absl::Minutes(1);

// A review in a queue whose clock the test turns, and somebody who settles.
struct Court {
  Court() {
    auto answer =
        desk.reviews.Submit(desk.spokes.stubs(), PullRequest(), {.actor = "test"}, Caller());
    EXPECT_OK(answer.status());
    id = answer->review().id();
  }

  Lease Take() {
    auto lease = desk.queue->Take("worker", kLease, absl::ZeroDuration());
    EXPECT_TRUE(lease.ok() && lease->has_value()) << lease.status();
    return lease.ok() && lease->has_value() ? **lease : Lease();
  }

  void Settle() { EXPECT_OK(settler.Settle()); }

  ReviewSummary summary() { return *desk.store.GetSummary(id); }

  absl::Time now = absl::Now();
  Desk desk{JobQueueOptions{.max_attempts = 5, .now = [this] { return now; }}};
  std::string id;
  std::vector<std::string> told;
  Settler settler{
      {.reviews = &desk.reviews,
       .on_ended = [this](const ReviewSummary& ended) { told.push_back(ended.state_reason()); },
       .patience = absl::ZeroDuration()}};
};

TEST(Settler, EndsAReviewWhoseWorkersAllVanished) {
  Court court;
  for (int attempt = 1; attempt <= 5; ++attempt) {
    EXPECT_EQ(court.Take().attempts, attempt);
    ReviewSummary running = court.summary();
    running.set_state(review::v1::REVIEW_STATE_RUNNING);
    ASSERT_OK(court.desk.store.PutSummary(running));
    court.Settle();
    EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_RUNNING);
    court.now += kLease + absl::Seconds(1);
  }
  ASSERT_FALSE(court.desk.queue->Take("worker", kLease, absl::ZeroDuration())->has_value());
  court.Settle();
  const std::string reason = "no worker came back with it in 5 attempts; the last was 'worker'";
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_FAILED);
  EXPECT_EQ(court.summary().state_reason(), reason);
  EXPECT_TRUE(court.summary().has_finished_at());
  EXPECT_EQ(court.summary().publication().state(), Publication::STATE_FAILED);
  EXPECT_EQ(court.summary().publication().reason(), reason);
  EXPECT_THAT(court.told, ElementsAre(reason));
  std::vector<review::v1::ReviewState> watched;
  EXPECT_OK(court.desk.reviews.Watch(court.id, Caller(), [&](const auto& event) {
    if (event.has_review()) watched.push_back(event.review().state());
    return true;
  }));
  EXPECT_THAT(watched, ElementsAre(review::v1::REVIEW_STATE_FAILED));
  court.Settle();
  EXPECT_EQ(court.told.size(), 1u);
}

TEST(Settler, EndsThePublicationOfAReviewThatIsMade) {
  Court court;
  ReviewSummary done = court.summary();
  done.set_state(review::v1::REVIEW_STATE_DONE);
  ASSERT_OK(court.desk.store.PutSummary(done));
  ASSERT_OK(court.desk.queue->Bury(court.Take(), "gave up"));
  court.Settle();
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_DONE);
  EXPECT_EQ(court.summary().publication().state(), Publication::STATE_FAILED);
  EXPECT_EQ(court.summary().publication().reason(), "gave up");
  EXPECT_THAT(court.told, ElementsAre("publishing: gave up"));
}

TEST(Settler, EndsAReviewWhoseJobWasWithdrawnByWhoeverThenCrashed) {
  Court court;
  ASSERT_OK(court.desk.queue->WithdrawKey(court.Take().job.key()));
  court.Settle();
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_SUPERSEDED);
  EXPECT_FALSE(court.summary().has_publication());
  EXPECT_THAT(court.told, IsEmpty());
}

TEST(Settler, EndsAReviewThatTheQueueHasForgotten) {
  Court court;
  ASSERT_OK(court.desk.queue->Complete(court.Take()));
  court.now += absl::Hours(24 * 8);
  court.Settle();
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_FAILED);
  EXPECT_EQ(court.summary().state_reason(),
            "the queue has no job for it any more; ask for it again");
}

TEST(Settler, TellsGitHubOfACancelledReview) {
  Court court;
  ASSERT_OK(court.desk.reviews.Cancel(court.id, {.actor = "token:ops"}).status());
  court.Settle();
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_CANCELLED);
  EXPECT_FALSE(court.summary().has_publication());
  EXPECT_THAT(court.told, ElementsAre("withdrawn by token:ops"));
}

TEST(Settler, GivesWhoeverIsAtWorkTimeToFinish) {
  Court court;
  ASSERT_OK(court.desk.queue->Bury(court.Take(), "gave up"));
  Settler patient({.reviews = &court.desk.reviews, .patience = absl::Hours(1)});
  EXPECT_OK(patient.Settle());
  EXPECT_OK(patient.Settle());
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_QUEUED);
}

TEST(Settler, LeavesReviewsAloneThatAJobStandsFor) {
  Court court;
  court.Settle();
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_QUEUED);
  ASSERT_OK(court.desk.queue->Retry(court.Take(), "later", absl::Hours(1)));
  court.Settle();
  EXPECT_EQ(court.summary().state(), review::v1::REVIEW_STATE_QUEUED);
  EXPECT_EQ(court.summary().publication().state(), Publication::STATE_PENDING);
}

}  // namespace
}  // namespace allreview::gateway
