#include "gateway/store/review_store.h"

#include <set>
#include <thread>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "base/timestamp.h"
#include "gateway/store/open_store.h"
#include "gateway/testing/store_backend.h"

namespace allreview::gateway {
namespace {

using review::v1::AuditEntry;
using review::v1::Feedback;
using review::v1::ListReviewsRequest;
using review::v1::PullRequestState;
using review::v1::Repository;
using review::v1::ReviewSummary;
using review::v1::StoredReview;
using review::v1::TrendPoint;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr absl::Duration kDay = absl::Hours(24);

Repository RepositoryOf(int64_t id, const std::string& name) {
  Repository repository;
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
  ReviewSummary NewSummary(const Repository& repository, int64_t number) {
    now_ += absl::Seconds(1);
    ReviewSummary summary;
    summary.set_id(reviews_->NewId());
    *summary.mutable_repository() = repository;
    summary.set_number(number);
    summary.set_state(review::v1::REVIEW_STATE_QUEUED);
    return summary;
  }

  std::string PutNew(const Repository& repository, int64_t number) {
    const ReviewSummary summary = NewSummary(repository, number);
    EXPECT_OK(reviews_->PutSummary(summary));
    return summary.id();
  }

  // A finished review with one P1 of "rule-a" and a suppressed finding.
  StoredReview Finished(const ReviewSummary& summary) {
    StoredReview review;
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

  std::vector<TrendPoint> Trends(int64_t repository_id = 0) {
    review::v1::GetTrendsRequest request;
    request.set_repository_id(repository_id);
    const auto response = reviews_->GetTrends(request);
    EXPECT_THAT(response, IsOk());
    return {response->points().begin(), response->points().end()};
  }

  std::vector<std::string> List(const ListReviewsRequest& request) {
    std::vector<std::string> ids;
    ListReviewsRequest next = request;
    do {
      const auto response = reviews_->ListReviews(next);
      EXPECT_THAT(response, IsOk());
      for (const ReviewSummary& review : response->reviews()) ids.push_back(review.id());
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

  Feedback VoteOf(const std::string& voter, review::v1::Vote vote,
                  const std::string& fingerprint = "f1") {
    Feedback feedback;
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
  const Repository train_ = RepositoryOf(1, "acme/train");
  const Repository serve_ = RepositoryOf(2, "acme/Serve");
  std::optional<StoreBackend> backend_;
  std::unique_ptr<KeyedStore> store_;
  std::unique_ptr<ReviewStore> reviews_;
};

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
  EXPECT_EQ(found.SerializeAsString(), review.SerializeAsString());
  EXPECT_EQ(reviews_->GetSummary(summary.id())->publication().comments(), 3);
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

TEST_P(ReviewStoreTest, CountsImpressionsOfAPullRequestOnce) {
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

TEST_P(ReviewStoreTest, MovesCountsWhenAVoterChangesTheirMind) {
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

TEST_P(ReviewStoreTest, CountsAFindingOnceHoweverManyVote) {
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

TEST_P(ReviewStoreTest, CountsHistoryBesideVotes) {
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

TEST_P(ReviewStoreTest, GivesANewVersionOfARuleANewTrial) {
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

TEST_P(ReviewStoreTest, LosesNoVoteOfManyWriters) {
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
  EXPECT_THAT(kinds, ElementsAre("by_pull_request", "by_repository", "repository",
                                 "repository_name", "standing", "summary", "trend"));
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

TEST(IdSource, GrowsAlsoWhenTheClockStandsStillOrGoesBack) {
  absl::Time now = absl::FromUnixMillis(1'000'000);
  IdSource ids({.now = [&] { return now; }, .random = [] { return ~uint64_t{0}; }});
  std::string last = ids.Next();
  EXPECT_EQ(last, "000000YGJ0ZZZZZZZZZZZZZZZZ");
  for (int i = 0; i < 3; ++i) {
    now -= absl::Milliseconds(i);
    const std::string next = ids.Next();
    EXPECT_TRUE(IsId(next)) << next;
    EXPECT_LT(last, next);
    last = next;
  }
}

TEST(IdSource, HoldsTheTime) {
  const absl::Time now = absl::FromUnixMillis(1'772'366'400'123);
  IdSource ids({.now = [&] { return now; }});
  const std::string id = ids.Next();
  EXPECT_EQ(TimeOfId(id), now);
  EXPECT_LE(FirstIdAt(now), id);
  EXPECT_GT(FirstIdAt(now + absl::Milliseconds(1)), id);
  EXPECT_FALSE(IsId("01JD8R9V4ZC8Q4T1Y0M3K5N7PU"));
}

}  // namespace
}  // namespace allreview::gateway
