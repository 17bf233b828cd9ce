#include "gateway/forge/reviewed/newest_review.h"

#include <memory>
#include <string>

#include "base/check.h"
#include "base/status_matchers.h"
#include "base/timestamp.h"
#include "gateway/store/open_store.h"
#include "gtest/gtest.h"
#include "tests/fakes/fake_clock.h"

namespace allreview::gateway {
namespace {

class NewestReviewTest : public testing::Test {
 protected:
  NewestReviewTest() {
    auto store = OpenKeyedStore("sqlite::memory:", {});
    CHECK(store.ok()) << store.status();
    keyed_ = *std::move(store);
    store_ = std::make_unique<ReviewStore>(keyed_.get());
  }

  void Keep(int64_t repository, int64_t number, const std::string& language,
            review::v1::ReviewState state = review::v1::REVIEW_STATE_DONE) {
    review::v1::StoredReview review;
    review::v1::ReviewSummary& summary = *review.mutable_summary();
    summary.set_id(store_->NewId());
    summary.mutable_repository()->set_id(repository);
    summary.mutable_repository()->set_full_name("acme/train");
    summary.set_number(number);
    summary.set_head_commit(std::string(40, 'a'));
    summary.set_state(state);
    *summary.mutable_queued_at() = ToTimestamp(clock_.Now());
    review.mutable_review()->mutable_policy()->set_language(language);
    ASSERT_OK(store_->PutReview(review));
  }

  fakes::FakeClock clock_;
  std::unique_ptr<KeyedStore> keyed_;
  std::unique_ptr<ReviewStore> store_;
};

TEST_F(NewestReviewTest, IsNoneBeforeTheFirst) {
  ASSERT_OK_AND_ASSIGN(const auto newest, NewestReview(*store_, 1, 7));
  EXPECT_FALSE(newest.has_value());
  ASSERT_OK_AND_ASSIGN(const std::string language, TeamLanguage(*store_, 1, 7));
  EXPECT_EQ(language, "");
}

TEST_F(NewestReviewTest, SpeaksTheLanguageOfThePullRequestsLastReview) {
  Keep(1, 7, "en");
  Keep(1, 7, "zh");
  Keep(1, 7, "", review::v1::REVIEW_STATE_FAILED);
  Keep(1, 8, "");
  ASSERT_OK_AND_ASSIGN(const std::string language, TeamLanguage(*store_, 1, 7));
  EXPECT_EQ(language, "zh");
  ASSERT_OK_AND_ASSIGN(const std::string other, TeamLanguage(*store_, 1, 8));
  EXPECT_EQ(other, "");
}

TEST_F(NewestReviewTest, SpeaksTheLanguageOfTheRepositoryOnANewPullRequest) {
  Keep(1, 7, "zh");
  Keep(2, 9, "en");
  ASSERT_OK_AND_ASSIGN(const std::string language, TeamLanguage(*store_, 1, 12));
  EXPECT_EQ(language, "zh");
  ASSERT_OK_AND_ASSIGN(const std::string known, TeamLanguage(*store_, 1, 0));
  EXPECT_EQ(known, "zh");
}

}  // namespace
}  // namespace allreview::gateway
