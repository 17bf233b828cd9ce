#include "gateway/reviews/progress_hub.h"

#include <future>

#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

constexpr absl::Duration kLong = absl::Minutes(1);

review::v1::Progress StageOf(const std::string& stage) {
  review::v1::Progress progress;
  progress.set_stage(stage);
  return progress;
}

TEST(ProgressHub, GivesTheNewestMessageOnce) {
  ProgressHub hub;
  hub.Publish("a", StageOf("fetching"));
  hub.Publish("a", StageOf("analysing"));
  hub.Publish("b", StageOf("fetching"));
  const std::optional<NumberedProgress> news = hub.Wait("a", 0, kLong);
  ASSERT_TRUE(news.has_value());
  EXPECT_EQ(news->progress.stage(), "analysing");
  EXPECT_FALSE(hub.Wait("a", news->number, absl::ZeroDuration()).has_value());
}

TEST(ProgressHub, WakesTheWatchersOfTheReviewOnly) {
  ProgressHub hub;
  std::future<bool> other =
      std::async(std::launch::async, [&] { return hub.Wait("b", 0, kLong).has_value(); });
  std::future<bool> one =
      std::async(std::launch::async, [&] { return hub.Wait("a", 0, kLong).has_value(); });
  // A wake before somebody waits goes unheard.
  while (one.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) hub.Wake("a");
  EXPECT_FALSE(one.get());
  EXPECT_EQ(other.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  hub.Publish("b", StageOf("rendering"));
  EXPECT_TRUE(other.get());
}

TEST(ProgressHub, HasNothingToSayOfAForgottenReview) {
  ProgressHub hub;
  hub.Publish("a", StageOf("fetching"));
  hub.Forget("a");
  hub.Forget("never seen");
  EXPECT_FALSE(hub.Wait("a", 0, absl::ZeroDuration()).has_value());
}

}  // namespace
}  // namespace allreview::gateway
