#include "gateway/store/review_store.h"

#include <functional>
#include <set>

#include "base/proto_json.h"
#include "gateway/store/review_store_fixture.h"

namespace allreview::gateway {
namespace {

using review::v1::AuditEntry;
using review::v1::ListReviewsRequest;
using review::v1::PullRequestState;
using review::v1::ReviewSummary;
using review::v1::StoredReview;
using review::v1::TrendPoint;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

INSTANTIATE_TEST_SUITE_P(Stores, ReviewStoreTest, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(ReviewStoreTest, GivesBackAReviewWithItsNewestSummary) {
  ReviewSummary summary = NewSummary(train_, 7);
  ASSERT_OK(reviews_->PutSummary(summary));
  EXPECT_EQ(reviews_->GetReview(summary.id())->summary().state(), review::v1::REVIEW_STATE_QUEUED);
  StoredReview review = Finished(summary);
  ASSERT_OK(reviews_->PutReview(review));
  review.mutable_summary()->mutable_publication()->set_comments(3);
  ASSERT_OK(reviews_->PutSummary(review.summary()));
  ASSERT_OK_AND_ASSIGN(StoredReview found, reviews_->GetReview(summary.id()));
  EXPECT_EQ(SerializeWithSortedMaps(found), SerializeWithSortedMaps(review));
  EXPECT_EQ(reviews_->GetSummary(summary.id())->publication().comments(), 3);
}

TEST_P(ReviewStoreTest, KnowsWhatItKeepsForEachThatAsked) {
  const auto put = [&](const std::string& id, const std::string& requester, int bytes) {
    StoredReview review = Finished(NewSummary(train_, 7));
    review.mutable_summary()->set_id(id);
    review.mutable_summary()->set_requested_by(requester);
    review.mutable_review()->set_conclusion_reason(std::string(bytes, 'a'));
    EXPECT_OK(reviews_->PutReview(review));
  };
  const auto kept = [&](const std::string& requester) {
    return reviews_->KeptBytes(requester).value_or(-1);
  };
  const std::string first = reviews_->NewId(), second = reviews_->NewId();
  EXPECT_EQ(kept("token:a"), 0);
  put(first, "token:a", 1'000);
  const int64_t one = kept("token:a");
  EXPECT_GT(one, 1'000);
  put(first, "token:a", 1'000);
  EXPECT_EQ(kept("token:a"), one) << "stored again";
  put(first, "token:a", 1'100);
  EXPECT_EQ(kept("token:a"), one + 100);
  put(second, "token:a", 1'000);
  EXPECT_EQ(kept("token:a"), 2 * one + 100);
  put(first, "token:b", 1'000);
  EXPECT_EQ(kept("token:a"), one) << "somebody else asked for it again";
  EXPECT_EQ(kept("token:b"), one);
  ASSERT_OK(reviews_->RemoveBefore(now_ + kDay).status());
  EXPECT_EQ(kept("token:a"), 0);
  EXPECT_EQ(kept("token:b"), 0);
}

TEST_P(ReviewStoreTest, SaysThatThereIsNoSuchReview) {
  const std::string id = reviews_->NewId();
  EXPECT_THAT(reviews_->GetReview(id),
              StatusIs(absl::StatusCode::kNotFound, absl::StrCat("there is no review '", id, "'")));
  EXPECT_THAT(reviews_->GetSummary("../x"),
              StatusIs(absl::StatusCode::kNotFound, "there is no review '../x'"));
  ReviewSummary summary;
  summary.set_id("short");
  EXPECT_THAT(reviews_->PutSummary(summary),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is 'short', wanted 26")));
}

TEST_P(ReviewStoreTest, ListsNewestFirstAndStaysStableWhileReviewsArrive) {
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) ids.insert(ids.begin(), PutNew(train_, 7));
  ListReviewsRequest request;
  request.set_page_size(2);
  ASSERT_OK_AND_ASSIGN(auto first, reviews_->ListReviews(request));
  ASSERT_EQ(first.reviews_size(), 2);
  EXPECT_EQ(first.reviews(0).id(), ids[0]);
  PutNew(train_, 8);
  request.set_page_token(first.next_page_token());
  EXPECT_THAT(List(request), ElementsAre(ids[2], ids[3], ids[4]));
}

TEST_P(ReviewStoreTest, ListsByRepositoryAndPullRequest) {
  const std::string a = PutNew(train_, 7);
  const std::string b = PutNew(serve_, 7);
  const std::string c = PutNew(train_, 8);
  ListReviewsRequest request;
  request.set_repository_id(1);
  EXPECT_THAT(List(request), ElementsAre(c, a));
  request.set_number(7);
  EXPECT_THAT(List(request), ElementsAre(a));
  request.set_repository_id(0);
  EXPECT_THAT(List(request), ElementsAre(b, a));
}

TEST_P(ReviewStoreTest, FiltersByEverythingThatTheRequestNames) {
  ReviewSummary wanted = NewSummary(train_, 7);
  wanted.set_title("Fix the Scheduler");
  wanted.set_author("mara");
  wanted.set_state(review::v1::REVIEW_STATE_FAILED);
  wanted.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  wanted.add_tripped_rules("rule-a");
  ASSERT_OK(reviews_->PutSummary(wanted));
  PutNew(serve_, 9);
  const struct {
    const char* name;
    std::function<void(ListReviewsRequest&)> set;
  } kCases[] = {
      {"state", [](auto& r) { r.add_states(review::v1::REVIEW_STATE_FAILED); }},
      {"conclusion", [](auto& r) { r.add_conclusions(review::v1::CONCLUSION_BLOCKED); }},
      {"author", [](auto& r) { r.set_author("mara"); }},
      {"rule", [](auto& r) { r.set_rule_id("rule-a"); }},
      {"title", [](auto& r) { r.set_text("the sched"); }},
      {"repository's name", [](auto& r) { r.set_text("ACME/train"); }},
  };
  for (const auto& c : kCases) {
    ListReviewsRequest request;
    c.set(request);
    EXPECT_THAT(List(request), ElementsAre(wanted.id())) << c.name;
  }
}

TEST_P(ReviewStoreTest, EndsACallEarlyWhereFewReviewsMatch) {
  ReviewSummary oldest = NewSummary(train_, 1);
  oldest.set_author("mara");
  ASSERT_OK(reviews_->PutSummary(oldest));
  for (int i = 0; i < 60; ++i) PutNew(train_, 2);
  ListReviewsRequest request;
  request.set_author("mara");
  ASSERT_OK_AND_ASSIGN(auto first, reviews_->ListReviews(request));
  EXPECT_EQ(first.reviews_size(), 0);
  EXPECT_FALSE(first.next_page_token().empty());
  EXPECT_THAT(List(request), ElementsAre(oldest.id()));
}

TEST_P(ReviewStoreTest, RefusesBadPages) {
  ListReviewsRequest request;
  request.set_page_size(201);
  EXPECT_THAT(reviews_->ListReviews(request),
              StatusIs(absl::StatusCode::kInvalidArgument, "page_size is 201, wanted 0 to 200"));
  request.set_page_size(0);
  request.set_page_token("x");
  EXPECT_THAT(reviews_->ListReviews(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("page_token is 'x', wanted")));
}

TEST_P(ReviewStoreTest, CountsADoneReviewOnceHoweverOftenItIsStored) {
  const StoredReview review = Finished(NewSummary(train_, 7));
  ASSERT_OK(reviews_->PutReview(review));
  ASSERT_OK(reviews_->PutReview(review));
  StoredReview again = review;
  again.mutable_summary()->set_state(review::v1::REVIEW_STATE_RUNNING);
  ASSERT_OK(reviews_->PutReview(again));
  ReviewStore other(store_.get(), Options());  // Another worker.
  ASSERT_OK(other.PutReview(review));
  ASSERT_EQ(Trends().size(), 1u);
  const TrendPoint point = Trends()[0];
  EXPECT_EQ(point.day(), "2026-03-01");
  EXPECT_EQ(point.repository().full_name(), "acme/train");
  EXPECT_EQ(point.reviews(), 1);
  EXPECT_EQ(point.pull_requests(), 1);
  EXPECT_EQ(point.changed_lines(), 15);
  EXPECT_EQ(point.p1(), 1);
  EXPECT_EQ(point.time_to_first_review().seconds(), 90);
  EXPECT_EQ(point.findings_by_rule().size(), 1u);
  EXPECT_EQ(point.findings_by_rule().at("rule-a"), 1);
  EXPECT_EQ(point.findings_by_pillar().at("correctness"), 1);
}

TEST_P(ReviewStoreTest, AddsUpADayAndCountsAPullRequestAtItsFirstReviewOnly) {
  ASSERT_OK(reviews_->PutReview(Finished(NewSummary(train_, 7))));
  ASSERT_OK(reviews_->PutReview(Finished(NewSummary(train_, 7))));
  ASSERT_OK(reviews_->PutReview(Finished(NewSummary(serve_, 1))));
  now_ += kDay;
  ASSERT_OK(reviews_->PutReview(Finished(NewSummary(train_, 7))));
  const std::vector<TrendPoint> all = Trends();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].reviews(), 2);
  EXPECT_EQ(all[0].pull_requests(), 1);
  EXPECT_EQ(all[0].time_to_first_review().seconds(), 90);
  EXPECT_EQ(all[1].repository().id(), 2);
  EXPECT_EQ(all[2].day(), "2026-03-02");
  EXPECT_EQ(all[2].pull_requests(), 0);
  EXPECT_EQ(Trends(1).size(), 2u);
}

TEST_P(ReviewStoreTest, RefusesBadDays) {
  review::v1::GetTrendsRequest request;
  request.set_first_day("2026-3-1");
  EXPECT_THAT(reviews_->GetTrends(request),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "first_day is '2026-3-1', wanted a day as YYYY-MM-DD"));
  request.set_first_day("2026-03-02");
  request.set_last_day("2026-03-01");
  EXPECT_THAT(reviews_->GetTrends(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("wanted at least 1 day")));
}

TEST_P(ReviewStoreTest, KeepsRepositoriesByNameAlsoWhenTheyAreRenamed) {
  PutNew(train_, 7);
  const std::string newest = PutNew(serve_, 1);
  PutNew(RepositoryOf(1, "acme/zoo"), 8);
  review::v1::ListRepositoriesRequest request;
  request.set_page_size(1);
  ASSERT_OK_AND_ASSIGN(auto first, reviews_->ListRepositories(request));
  ASSERT_EQ(first.repositories_size(), 1);
  EXPECT_EQ(first.repositories(0).repository().full_name(), "acme/Serve");
  EXPECT_EQ(first.repositories(0).latest().id(), newest);
  request.set_page_token(first.next_page_token());
  ASSERT_OK_AND_ASSIGN(auto second, reviews_->ListRepositories(request));
  ASSERT_EQ(second.repositories_size(), 1);
  EXPECT_EQ(second.repositories(0).repository().full_name(), "acme/zoo");
  EXPECT_EQ(second.repositories(0).reviews(), 2);
  EXPECT_EQ(second.next_page_token(), "");
}

TEST_P(ReviewStoreTest, ChangesAPullRequestOnlyAsItWasRead) {
  PullRequestState state;
  *state.mutable_repository() = train_;
  state.set_number(7);
  state.set_is_open(true);
  ASSERT_OK_AND_ASSIGN(VersionedPullRequest none, reviews_->GetPullRequest(1, 7));
  EXPECT_EQ(none.version, 0);
  ASSERT_OK(reviews_->PutPullRequest(state, none.version));
  EXPECT_THAT(reviews_->PutPullRequest(state, none.version),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("read again")));
  EXPECT_EQ(OnlyRepository().open_pull_requests(), 1);
  ASSERT_OK_AND_ASSIGN(VersionedPullRequest kept, reviews_->GetPullRequest(1, 7));
  EXPECT_TRUE(kept.state.is_open());
  state.set_is_open(false);
  ASSERT_OK(reviews_->PutPullRequest(state, kept.version));
  EXPECT_EQ(OnlyRepository().open_pull_requests(), 0);
}

TEST_P(ReviewStoreTest, RemembersDeliveries) {
  EXPECT_FALSE(reviews_->IsDelivered("guid-1").value());
  ASSERT_OK(reviews_->MarkDelivered("guid-1"));
  ASSERT_OK(reviews_->MarkDelivered("guid-1"));
  EXPECT_TRUE(reviews_->IsDelivered("guid-1").value());
  EXPECT_THAT(reviews_->MarkDelivered(""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("has 0 bytes")));
}

TEST_P(ReviewStoreTest, ListsAuditEntriesNewestFirst) {
  for (const char* action : {"review.submit", "token.refused", "review.cancel"}) {
    now_ += absl::Seconds(1);
    AuditEntry entry;
    entry.set_action(action);
    ASSERT_OK(reviews_->AddAudit(entry));
  }
  review::v1::ListAuditRequest request;
  request.set_action("review.");
  request.set_page_size(1);
  ASSERT_OK_AND_ASSIGN(auto first, reviews_->ListAudit(request));
  ASSERT_EQ(first.entries_size(), 1);
  EXPECT_EQ(first.entries(0).action(), "review.cancel");
  EXPECT_EQ(ToTime(first.entries(0).at()), now_);
  request.set_page_token(first.next_page_token());
  ASSERT_OK_AND_ASSIGN(auto second, reviews_->ListAudit(request));
  ASSERT_EQ(second.entries_size(), 1);
  EXPECT_EQ(second.entries(0).action(), "review.submit");
  EXPECT_EQ(second.next_page_token(), "");
}

TEST_P(ReviewStoreTest, RemovesWhatIsOldWithEverythingThatHangsOnIt) {
  ASSERT_OK(reviews_->PutReview(Finished(NewSummary(train_, 7))));
  ASSERT_OK(reviews_->AddFeedback(VoteOf("mara", review::v1::VOTE_USEFUL)));
  PullRequestState state;
  *state.mutable_repository() = train_;
  state.set_number(7);
  *state.mutable_head_seen_at() = ToTimestamp(now_);
  ASSERT_OK(reviews_->PutPullRequest(state, 0));
  ASSERT_OK(reviews_->MarkDelivered("guid-1"));
  ASSERT_OK(reviews_->AddAudit({}));
  now_ += 10 * kDay;
  const std::string kept = PutNew(serve_, 1);
  ASSERT_OK_AND_ASSIGN(const Removed removed, reviews_->RemoveBefore(now_ - kDay));
  EXPECT_EQ(removed.reviews, 1);
  EXPECT_EQ(removed.pull_requests, 1);
  EXPECT_EQ(removed.audit_entries, 1);
  EXPECT_EQ(removed.deliveries, 1);
  EXPECT_EQ(removed.trend_points, 0);
  EXPECT_THAT(List({}), ElementsAre(kept));
  EXPECT_EQ(OnlyRepository().repository().full_name(), "acme/Serve");
  EXPECT_EQ(Standing().useful(), 1);
  std::set<std::string> kinds;
  ASSERT_OK_AND_ASSIGN(const std::vector<StoredEntry> left, store_->Scan({}));
  for (const StoredEntry& entry : left) {
    kinds.insert(entry.key.substr(0, entry.key.find('/')));
  }
  EXPECT_THAT(kinds, ElementsAre("by_pull_request", "by_repository", "event_last", "open",
                                 "repository", "repository_name", "standing", "summary", "trend"));
}

TEST_P(ReviewStoreTest, KeepsOpenPullRequestsAndRemovesOldTrends) {
  ASSERT_OK(reviews_->PutReview(Finished(NewSummary(train_, 7))));
  PullRequestState state;
  *state.mutable_repository() = train_;
  state.set_number(7);
  state.set_is_open(true);
  ASSERT_OK(reviews_->PutPullRequest(state, 0));
  now_ += 800 * kDay;
  ASSERT_OK_AND_ASSIGN(const Removed removed, reviews_->RemoveBefore(now_ - kDay));
  EXPECT_EQ(removed.reviews, 1);
  EXPECT_EQ(removed.pull_requests, 0);
  EXPECT_EQ(removed.trend_points, 1);
  EXPECT_EQ(OnlyRepository().open_pull_requests(), 1);
  EXPECT_FALSE(OnlyRepository().has_latest());
}

}  // namespace
}  // namespace allreview::gateway
