// The log of events and the list of votes, over each kind of store.

#include <string>
#include <thread>
#include <vector>

#include "gateway/store/review_store_fixture.h"

namespace allreview::gateway {
namespace {

using review::v1::Event;
using review::v1::Feedback;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EventsTest : public ReviewStoreTest {
 protected:
  std::vector<Event> Events(int64_t first = 1) {
    const auto events = reviews_->ListEvents(first, 1000);
    EXPECT_THAT(events, IsOk());
    return *events;
  }

  std::vector<std::string> Voters(const review::v1::ListFeedbackRequest& request,
                                  const RepositoryFilter& may_see = nullptr) {
    std::vector<std::string> voters;
    review::v1::ListFeedbackRequest next = request;
    do {
      const auto page = reviews_->ListFeedback(next, may_see);
      EXPECT_THAT(page, IsOk());
      for (const Feedback& feedback : page->feedback()) voters.push_back(feedback.voter());
      next.set_page_token(page->next_page_token());
    } while (!next.page_token().empty());
    return voters;
  }

  Feedback WithReason(Feedback feedback, const std::string& reason) {
    feedback.set_reason(reason);
    return feedback;
  }
};

INSTANTIATE_TEST_SUITE_P(Stores, EventsTest, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(EventsTest, TellOnceThatAReviewHasFinished) {
  review::v1::ReviewSummary summary = NewSummary(train_, 7);
  ASSERT_OK(reviews_->PutSummary(summary));
  EXPECT_THAT(Events(), IsEmpty());
  const review::v1::StoredReview done = Finished(summary);
  ASSERT_OK(reviews_->PutReview(done));
  ASSERT_OK(reviews_->PutReview(done));
  ASSERT_OK(reviews_->PutSummary(done.summary()));
  review::v1::ReviewSummary failed = NewSummary(serve_, 8);
  failed.set_state(review::v1::REVIEW_STATE_FAILED);
  ASSERT_OK(reviews_->PutSummary(failed));
  const std::vector<Event> events = Events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].number(), 1);
  EXPECT_EQ(events[0].type(), review::v1::EVENT_TYPE_REVIEW_FINISHED);
  EXPECT_EQ(events[0].review().id(), summary.id());
  EXPECT_EQ(events[0].review().counts().p1(), 1);
  EXPECT_EQ(events[1].number(), 2);
  EXPECT_EQ(events[1].review().id(), failed.id());
  EXPECT_EQ(Events(2).size(), 1u);
  EXPECT_THAT(Events(3), IsEmpty());
}

TEST_P(EventsTest, TellOfVotesThatAreNewOrChanged) {
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_NOT_USEFUL)));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_NOT_USEFUL)));
  ASSERT_OK(reviews_->AddFeedback(
      WithReason(VoteOf("mara", review::v1::VOTE_NOT_USEFUL), "measured, no effect")));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_UNSPECIFIED)));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("", review::v1::VOTE_FIXED)));
  const std::vector<Event> events = Events();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].type(), review::v1::EVENT_TYPE_FEEDBACK_ADDED);
  EXPECT_EQ(events[0].feedback().voter(), "mara");
  EXPECT_EQ(events[1].feedback().reason(), "measured, no effect");
  EXPECT_EQ(events[2].feedback().vote(), review::v1::VOTE_UNSPECIFIED);
}

TEST_P(EventsTest, HaveNumbersWithoutGapsHoweverManyWrite) {
  constexpr int kWriters = 4, kEach = 5;
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([this, i] {
      ReviewStore other(store_.get(), {.now = [this] { return now_; }});  // Another process.
      for (int j = 0; j < kEach; ++j) {
        EXPECT_OK(
            other.AddFeedback(VoteOf(absl::StrCat("voter-", i, "-", j), review::v1::VOTE_USEFUL)));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  const std::vector<Event> events = Events();
  ASSERT_EQ(events.size(), static_cast<size_t>(kWriters * kEach));
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].number(), static_cast<int64_t>(i) + 1);
  }
  EXPECT_EQ(*reviews_->LastEvent(), kWriters * kEach);
}

TEST_P(EventsTest, AreForgottenAfterAWeekAndNumbersGoOn) {
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_USEFUL)));
  now_ += 8 * kDay;
  ASSERT_OK(reviews_->AddFeedback(VoteOf("noor", review::v1::VOTE_USEFUL)));
  ASSERT_OK_AND_ASSIGN(const Removed removed, reviews_->RemoveBefore(now_ - 90 * kDay));
  EXPECT_EQ(removed.events, 1);
  ASSERT_EQ(Events().size(), 1u);
  EXPECT_EQ(Events()[0].number(), 2);
}

TEST_P(EventsTest, ListsVotesByRuleAndReason) {
  ASSERT_OK(reviews_->PutSummary(NewSummary(train_, 7)));
  ASSERT_OK(reviews_->AddFeedback(
      WithReason(VoteOf("mara", review::v1::VOTE_NOT_USEFUL, "f1"), "intended")));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("noor", review::v1::VOTE_USEFUL, "f2")));
  Feedback other = VoteOf("olu", review::v1::VOTE_USEFUL, "f3");
  other.set_rule_id("rule-b");
  other.set_number(8);
  ASSERT_OK(reviews_->AddFeedback(other));
  review::v1::ListFeedbackRequest request;
  request.set_page_size(1);
  EXPECT_THAT(Voters(request), ElementsAre("mara", "noor", "olu"));
  request.set_rule_id("rule-a");
  EXPECT_THAT(Voters(request), ElementsAre("mara", "noor"));
  request.set_has_reason(true);
  EXPECT_THAT(Voters(request), ElementsAre("mara"));
  request.Clear();
  request.add_votes(review::v1::VOTE_USEFUL);
  EXPECT_THAT(Voters(request), ElementsAre("noor", "olu"));
  request.Clear();
  request.set_repository_id(1);
  request.set_number(8);
  EXPECT_THAT(Voters(request), ElementsAre("olu"));
  request.set_repository_id(2);
  EXPECT_THAT(Voters(request), IsEmpty());
  request.set_repository_id(0);
  EXPECT_THAT(reviews_->ListFeedback(request),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "number names a pull request only with repository_id"));
}

TEST_P(EventsTest, ListsVotesOfVisibleRepositoriesOnly) {
  const review::v1::Repository hidden = RepositoryOf(5, "other/secret");
  for (const review::v1::Repository& repository : {train_, hidden, serve_}) {
    ASSERT_OK(reviews_->PutSummary(NewSummary(repository, 7)));
    Feedback vote = VoteOf(absl::StrCat("of-", repository.id()), review::v1::VOTE_USEFUL);
    *vote.mutable_repository() = repository;
    ASSERT_OK(reviews_->AddFeedback(vote));
  }
  const auto of_acme = [](absl::string_view name) { return name.substr(0, 5) == "acme/"; };
  EXPECT_THAT(Voters({}, of_acme), ElementsAre("of-1", "of-2"));
  review::v1::ListFeedbackRequest request;
  request.set_repository_id(5);
  EXPECT_THAT(Voters(request, of_acme), IsEmpty());
  EXPECT_THAT(Voters(request), ElementsAre("of-5"));
}

}  // namespace
}  // namespace allreview::gateway
