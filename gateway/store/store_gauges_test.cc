#include "gateway/store/store_gauges.h"

#include "gateway/metrics/metrics.h"
#include "gateway/store/review_store_fixture.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class StoreGaugesTest : public ReviewStoreTest {
 protected:
  std::string TextAfterUpdate(absl::Time now) {
    EXPECT_OK(gauges_->Update(now));
    return metrics_.Text();
  }

  void SetUp() override {
    ReviewStoreTest::SetUp();
    if (IsSkipped()) return;
    gauges_.emplace(StoreGaugesOptions{
        .reviews = reviews_.get(), .keyed = store_.get(), .backend = "some", .metrics = &metrics_});
  }

  void PutQueued(int64_t repository, absl::Time time) {
    review::v1::ReviewSummary summary =
        NewSummary(RepositoryOf(repository, absl::StrCat("acme/", repository)), 7);
    *summary.mutable_queued_at() = ToTimestamp(time);
    EXPECT_OK(reviews_->PutSummary(summary));
  }

  host::Metrics metrics_;
  std::optional<StoreGauges> gauges_;
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreGaugesTest, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(StoreGaugesTest, TellTheSizeOfTheStore) {
  ASSERT_OK(gauges_->Update(now_));
  const int64_t size = store_->SizeBytes().value();
  EXPECT_GT(size, 0);
  EXPECT_THAT(metrics_.Text(), HasSubstr("allreview_store_bytes{backend=\"some\"} "));
}

TEST_P(StoreGaugesTest, CountRepositoriesOfTheLastSevenDaysAsActive) {
  EXPECT_THAT(TextAfterUpdate(now_), HasSubstr("\nallreview_known_repositories 0\n"));
  PutQueued(1, now_ - 8 * kDay);
  PutQueued(2, now_ - 6 * kDay);
  for (int id = 3; id <= 250; ++id) PutQueued(id, now_);  // More than a page.
  const std::string text = TextAfterUpdate(now_);
  EXPECT_THAT(text, HasSubstr("\nallreview_known_repositories 250\n"));
  EXPECT_THAT(text, HasSubstr("\nallreview_active_repositories 249\n"));
}

// As Prometheus's increase() needs it: a counter that appears at 1 has not increased.
TEST_P(StoreGaugesTest, StartTheCountersOfRepositoriesAtZero) {
  PutQueued(1, now_ - 8 * kDay);
  PutQueued(2, now_ - 6 * kDay);
  const std::string text = TextAfterUpdate(now_);
  EXPECT_THAT(text, HasSubstr("\nallreview_repository_findings_total{pillar=\"correctness\","
                              "repository=\"acme/2\",severity=\"p0\"} 0\n"));
  EXPECT_THAT(text,
              HasSubstr("\nallreview_reviews_total{conclusion=\"blocked\",repository=\"acme/2\""
                        "} 0\n"));
  EXPECT_THAT(text, HasSubstr("\nallreview_changed_lines_total{repository=\"acme/2\"} 0\n"));
  EXPECT_THAT(text, Not(HasSubstr("acme/1"))) << "not active";
  metrics_.Count(metric::kChangedLines, {{"repository", "acme/2"}}, 3);
  EXPECT_THAT(TextAfterUpdate(now_),
              HasSubstr("\nallreview_changed_lines_total{repository=\"acme/2\"} 3\n"));
}

TEST_P(StoreGaugesTest, CountOrganisationsWithTheRuleOnProbation) {
  for (const char* organisation : {"acme", "bolt"}) {
    ASSERT_OK(reviews_->SetProbation(
        {.organisation = organisation, .rule_id = "rule-a", .is_on_probation = true}));
  }
  EXPECT_THAT(TextAfterUpdate(now_),
              HasSubstr("\nallreview_rules_on_probation{rule=\"rule-a\"} 2\n"));
  for (const char* organisation : {"acme", "bolt"}) {
    ASSERT_OK(reviews_->SetProbation(
        {.organisation = organisation, .rule_id = "rule-a", .is_on_probation = false}));
  }
  EXPECT_THAT(TextAfterUpdate(now_),
              HasSubstr("\nallreview_rules_on_probation{rule=\"rule-a\"} 0\n"));
}

}  // namespace
}  // namespace allreview::gateway
