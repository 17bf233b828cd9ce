#include "review/headline.h"

#include "gtest/gtest.h"
#include "proto/review/v1/record.pb.h"

namespace allreview {
namespace {

TEST(Headline, SaysWhatWasNotReviewed) {
  review::v1::Review review;
  review.set_conclusion(review::v1::CONCLUSION_INCOMPLETE);
  review.set_conclusion_reason("218 files exceed the limit");
  EXPECT_EQ(Headline(Language::kEnglish, review), "Not reviewed: 218 files exceed the limit");
  review.mutable_counts()->set_files_reviewed(3);
  EXPECT_EQ(Headline(Language::kEnglish, review), "Incomplete: 218 files exceed the limit");
  review.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  review.mutable_counts()->set_p1(2);
  review.mutable_counts()->set_questions(1);
  EXPECT_EQ(Headline(Language::kEnglish, review), "Blocked: 2 P1, 1 question");
}

TEST(Headline, TakesTheSummaryOfAReview) {
  review::v1::ReviewSummary summary;
  summary.set_conclusion(review::v1::CONCLUSION_FINDINGS);
  summary.mutable_counts()->set_p2(1);
  EXPECT_EQ(Headline(Language::kEnglish, summary), "Findings: 1 P2");
  EXPECT_EQ(Headline(Language::kChinese, summary), "发现问题：1 个 P2");
}

}  // namespace
}  // namespace allreview
