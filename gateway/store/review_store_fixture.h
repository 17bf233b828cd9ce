#ifndef GATEWAY_STORE_REVIEW_STORE_FIXTURE_H_
#define GATEWAY_STORE_REVIEW_STORE_FIXTURE_H_

// For tests of ReviewStore: an empty one over each kind of store, with a clock that stands still.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "base/timestamp.h"
#include "gateway/store/open_store.h"
#include "gateway/store/review_store.h"
#include "gateway/testing/store_backend.h"

namespace allreview::gateway {

inline constexpr absl::Duration kDay = absl::Hours(24);

inline review::v1::Repository RepositoryOf(int64_t id, const std::string& name) {
  review::v1::Repository repository;
  repository.set_id(id);
  repository.set_full_name(name);
  return repository;
}

class ReviewStoreTest : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override {
    if (!StoreBackend::IsInstalled(GetParam())) GTEST_SKIP() << RedisServer::kNotInstalled;
    backend_.emplace(GetParam());
    auto store = OpenKeyedStore(backend_->url(), {});
    ASSERT_THAT(store, IsOk());
    store_ = *std::move(store);
    reviews_ = std::make_unique<ReviewStore>(store_.get(), Options());
  }

  ReviewStoreOptions Options() {
    return {.now = [this] { return now_; }, .max_examined = 40};
  }

  // A new review each time, a second later than the one before.
  review::v1::ReviewSummary NewSummary(const review::v1::Repository& repository, int64_t number) {
    now_ += absl::Seconds(1);
    review::v1::ReviewSummary summary;
    summary.set_id(reviews_->NewId());
    *summary.mutable_repository() = repository;
    summary.set_number(number);
    summary.set_state(review::v1::REVIEW_STATE_QUEUED);
    return summary;
  }

  std::string PutNew(const review::v1::Repository& repository, int64_t number) {
    const review::v1::ReviewSummary summary = NewSummary(repository, number);
    EXPECT_OK(reviews_->PutSummary(summary));
    return summary.id();
  }

  // A finished review with one P1 of "rule-a" and a suppressed finding.
  review::v1::StoredReview Finished(const review::v1::ReviewSummary& summary) {
    review::v1::StoredReview review;
    *review.mutable_summary() = summary;
    review.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
    *review.mutable_summary()->mutable_opened_at() = ToTimestamp(now_ - absl::Seconds(90));
    *review.mutable_summary()->mutable_finished_at() = ToTimestamp(now_);
    review.mutable_summary()->mutable_totals()->set_additions(10);
    review.mutable_summary()->mutable_totals()->set_deletions(5);
    review.mutable_summary()->mutable_counts()->set_p1(1);
    review.set_diff("--- a\n+++ b\n");
    finding::v1::Finding& finding = *review.mutable_review()->add_findings();
    finding.set_rule_id("rule-a");
    finding.set_pillar(finding::v1::PILLAR_CORRECTNESS);
    finding.set_shown(finding::v1::SHOWN_FULL);
    finding::v1::Finding& suppressed = *review.mutable_review()->add_findings();
    suppressed.set_rule_id("rule-b");
    suppressed.set_shown(finding::v1::SHOWN_SUPPRESSED);
    return review;
  }

  std::vector<review::v1::TrendPoint> Trends(int64_t repository_id = 0) {
    review::v1::GetTrendsRequest request;
    request.set_repository_id(repository_id);
    const auto response = reviews_->GetTrends(request);
    EXPECT_THAT(response, IsOk());
    return {response->points().begin(), response->points().end()};
  }

  std::vector<std::string> List(const review::v1::ListReviewsRequest& request) {
    std::vector<std::string> ids;
    review::v1::ListReviewsRequest next = request;
    do {
      const auto response = reviews_->ListReviews(next);
      EXPECT_THAT(response, IsOk());
      for (const review::v1::ReviewSummary& review : response->reviews())
        ids.push_back(review.id());
      next.set_page_token(response->next_page_token());
    } while (!next.page_token().empty());
    return ids;
  }

  review::v1::RepositorySummary OnlyRepository() {
    const auto response = reviews_->ListRepositories({});
    EXPECT_EQ(response->repositories_size(), 1);
    return response->repositories_size() == 1 ? response->repositories(0)
                                              : review::v1::RepositorySummary();
  }

  review::v1::Feedback VoteOf(const std::string& voter, review::v1::Vote vote,
                              const std::string& fingerprint = "f1") {
    review::v1::Feedback feedback;
    *feedback.mutable_repository() = train_;
    feedback.set_number(7);
    feedback.set_fingerprint(fingerprint);
    feedback.set_rule_id("rule-a");
    feedback.set_rule_version("1");
    feedback.set_vote(vote);
    feedback.set_voter(voter);
    return feedback;
  }

  review::v1::RuleStanding Standing(const std::string& rule = "rule-a") {
    return reviews_->GetStanding("acme", rule).value();
  }

  absl::Time now_ = absl::FromCivil(absl::CivilSecond(2026, 3, 1, 12, 0, 0), absl::UTCTimeZone());
  const review::v1::Repository train_ = RepositoryOf(1, "acme/train");
  const review::v1::Repository serve_ = RepositoryOf(2, "acme/Serve");
  std::optional<StoreBackend> backend_;
  std::unique_ptr<KeyedStore> store_;
  std::unique_ptr<ReviewStore> reviews_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_REVIEW_STORE_FIXTURE_H_
