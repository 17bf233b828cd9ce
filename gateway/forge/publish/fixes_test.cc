// What is counted when a push fixes what we had found.

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/forge/publish/publish_fixture.h"
#include "gateway/store/ids.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/metrics.h"

namespace allreview::gateway {
namespace {

using review::v1::StoredReview;
using ::testing::HasSubstr;

std::string DiffOf(const std::string& line) {
  return absl::StrCat("diff --git a/train.py b/train.py\n--- a/train.py\n+++ b/train.py\n",
                      "@@ -4,2 +4,3 @@\n line 4\n", line, " line 6\n");
}

struct Story {
  Story() { fixture.options().metrics = &metrics; }

  // A push, reviewed at that second.
  void Push(const std::vector<int>& changed, const std::string& diff, int second) {
    fixture.Push(FortyLines(changed));
    std::vector<FixtureFinding> findings;
    if (second == 0) {
      findings = {{.line = 5, .body = "why\n\n```suggestion\n  loss = loss / n\n```\n"}};
    }
    StoredReview review = fixture.ReviewOf(findings);
    review.mutable_summary()->set_id(FirstIdAt(absl::FromUnixSeconds(1764326400 + second)));
    review.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
    review.set_diff(diff);
    EXPECT_OK(fixture.reviews().PutReview(review));
    EXPECT_OK(fixture.Publish(review));
  }

  host::Metrics metrics;
  PublishFixture fixture;
};

TEST(Fixes, CountSuggestionsThatWereTaken) {
  Story story;
  story.Push({5}, DiffOf("+  loss = loss\n"), 0);
  EXPECT_THAT(story.metrics.Text(), HasSubstr("allreview_suggestions_total"
                                              "{repository=\"acme/train\",result=\"proposed\"} 1"));
  story.Push({5, 6}, DiffOf("+  loss = loss / n\n"), 90);
  EXPECT_THAT(story.metrics.Text(), HasSubstr("result=\"accepted\"} 1"));
  EXPECT_THAT(story.metrics.Text(),
              HasSubstr("allreview_time_to_fix_seconds_sum{repository=\"acme/train\"} 90"));
  EXPECT_THAT(story.metrics.Text(), HasSubstr("allreview_time_to_fix_seconds_count"
                                              "{repository=\"acme/train\"} 1"));
}

TEST(Fixes, CountNoSuggestionWhereTheAuthorFoundAnotherWay) {
  Story story;
  story.Push({5}, DiffOf("+  loss = loss\n"), 0);
  story.Push({5, 6}, DiffOf("+  loss = mean(loss)\n"), 90);
  EXPECT_THAT(story.metrics.Text(), testing::Not(HasSubstr("result=\"accepted\"} 1")));
  EXPECT_THAT(story.metrics.Text(), HasSubstr("allreview_time_to_fix_seconds_count"
                                              "{repository=\"acme/train\"} 1"));
}

}  // namespace
}  // namespace allreview::gateway
