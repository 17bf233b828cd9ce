// Damages each entry of a store in turn, and then uses everything that reads or counts in it: the
// entry may be lost, but nothing else.

#include <set>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gateway/store/review_store_fixture.h"
#include "storage/sqlite.h"

namespace allreview::gateway {
namespace {

using review::v1::ReviewSummary;

class DamagedStore : public ReviewStoreTest {
 protected:
  // A bit of everything that is kept.
  void Fill() {
    const review::v1::Repository acme = RepositoryOf(1, "acme/train");
    first_ = PutNew(acme, 7);
    ReviewSummary done = NewSummary(acme, 7);
    done.set_state(review::v1::REVIEW_STATE_DONE);
    review::v1::StoredReview stored;
    *stored.mutable_summary() = done;
    ASSERT_OK(reviews_->PutReview(stored));
    second_ = done.id();
    ASSERT_OK(reviews_->AddFeedback(Vote("mara")));
    ASSERT_OK(reviews_->MarkDelivered("guid-1"));
    ASSERT_OK(reviews_->AddAudit({}));
    review::v1::PullRequestState pull;
    *pull.mutable_repository() = acme;
    pull.set_number(7);
    pull.set_is_open(true);
    ASSERT_OK(reviews_->PutPullRequest(pull, 0));
  }

  review::v1::Feedback Vote(const std::string& voter) {
    review::v1::Feedback vote;
    *vote.mutable_repository() = RepositoryOf(1, "acme/train");
    vote.set_number(7);
    vote.set_fingerprint("f1");
    vote.set_rule_id("rule");
    vote.set_rule_version("1");
    vote.set_voter(voter);
    vote.set_vote(review::v1::VOTE_USEFUL);
    return vote;
  }

  // What lies in the file or server, past everything that would refuse it.
  void Damage(const std::string& key, const std::string& garbage) {
    if (GetParam() == StoreKind::kSqlite) {
      auto database =
          SqliteDatabase::Open({.path = backend_->url().substr(std::string("sqlite:").size())});
      ASSERT_OK(database);
      ASSERT_OK(database->Run(absl::StrCat("UPDATE entries SET value = x'",
                                           absl::BytesToHexString(garbage), "' WHERE key = x'",
                                           absl::BytesToHexString(key), "'")));
      return;
    }
    auto client = OpenRedis(backend_->url(), {});
    ASSERT_OK(client);
    ASSERT_OK((*client)->Run({"SET", absl::StrCat("allreview:v:", key), garbage}).status());
  }

  void ExpectToWork(const std::string& damaged) {
    const auto list = reviews_->ListReviews({});
    ASSERT_OK(list.status());
    std::set<std::string> ids;
    for (const ReviewSummary& review : list->reviews()) ids.insert(review.id());
    for (const std::string& id : {first_, second_}) {
      EXPECT_TRUE(damaged == absl::StrCat("summary/", id) || ids.count(id) == 1) << id;
    }
    review::v1::ListReviewsRequest of_repository;
    of_repository.set_repository_id(1);
    EXPECT_OK(reviews_->ListReviews(of_repository).status());
    EXPECT_OK(reviews_->ListOpen().status());
    EXPECT_OK(reviews_->ListAudit({}).status());
    EXPECT_OK(reviews_->ListRepositories({}).status());
    EXPECT_OK(reviews_->GetTrends({}).status());
    EXPECT_OK(reviews_->ListStandings("").status());
    EXPECT_OK(reviews_->GetPullRequest(1, 7).status());
    EXPECT_OK(reviews_->UpdatePullRequest(1, 7, [](auto& state) {
      *state.mutable_repository() = RepositoryOf(1, "acme/train");
      state.set_is_open(true);
    }));
    EXPECT_OK(reviews_->IsDelivered("guid-1").status());
    EXPECT_OK(reviews_->MarkDelivered("guid-1"));
    EXPECT_OK(reviews_->AddFeedback(Vote("mara")));
    EXPECT_OK(reviews_->AddFeedback(Vote("jan")));
    EXPECT_OK(reviews_->CountImpressions(RepositoryOf(1, "acme/train"), 7,
                                         {{.fingerprint = "f1", .rule_id = "rule"}}));
    // The same repository, pull request and day as those before.
    review::v1::StoredReview another;
    *another.mutable_summary() = NewSummary(RepositoryOf(1, "acme/train"), 7);
    another.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
    EXPECT_OK(reviews_->PutReview(another));
    // Whoever works on a damaged review can end it.
    ReviewSummary ended = NewSummary(RepositoryOf(1, "acme/train"), 7);
    ended.set_id(first_);
    ended.set_state(review::v1::REVIEW_STATE_FAILED);
    EXPECT_OK(reviews_->PutSummary(ended));
    EXPECT_OK(reviews_->GetSummary(first_).status());
    EXPECT_OK(reviews_->RemoveBefore(now_ + kDay).status());
  }

  std::string first_;
  std::string second_;
};

INSTANTIATE_TEST_SUITE_P(Stores, DamagedStore, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(DamagedStore, LosesNothingButTheDamagedEntry) {
  Fill();
  ASSERT_OK_AND_ASSIGN(const auto whole, store_->Scan({}));
  ASSERT_GT(whole.size(), 12u);
  for (const StoredEntry& entry : whole) {
    // Cut off, of no known kind, packed well but no message, and nothing at all.
    for (const std::string garbage : {"z\1", "?", "r\xff\xff", "7 r\xff\xff", "9z", ""}) {
      SCOPED_TRACE(absl::StrCat(entry.key, " = ", absl::CHexEscape(garbage)));
      SetUp();
      Fill();
      // The same place: ids differ from time to time.
      ASSERT_OK_AND_ASSIGN(const auto fresh, store_->Scan({}));
      ASSERT_EQ(fresh.size(), whole.size());
      const std::string key = fresh[&entry - whole.data()].key;
      Damage(key, garbage);
      ExpectToWork(key);
    }
  }
}

TEST_P(DamagedStore, LogsAndCountsADamagedEntryOnceAndSaysSoToWhoeverAsksForIt) {
  Fill();
  int counted = 0;
  store_->CountUnreadable([&] { ++counted; });
  Damage(absl::StrCat("summary/", first_), "?");
  EXPECT_EQ(reviews_->ListReviews({})->reviews_size(), 1);
  EXPECT_EQ(reviews_->ListReviews({})->reviews_size(), 1);
  EXPECT_EQ(counted, 1);
  EXPECT_THAT(
      reviews_->GetSummary(first_),
      StatusIs(absl::StatusCode::kDataLoss, testing::HasSubstr(absl::StrCat("summary/", first_))));
}

}  // namespace
}  // namespace allreview::gateway
