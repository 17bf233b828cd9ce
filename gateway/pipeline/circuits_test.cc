#include "gateway/pipeline/circuits.h"

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

struct Clock {
  absl::Time now = absl::FromUnixSeconds(1'900'000'000);
  host::Metrics metrics;
  Circuits circuits{{.failures = 3, .pause = absl::Seconds(10), .metrics = &metrics, .now = [this] {
                       return now;
                     }}};

  void Fail(int times) {
    for (int i = 0; i < times; ++i) {
      circuits.Note("analysis", absl::UnavailableError("connection refused"));
    }
  }
};

TEST(Circuits, OpenAfterFailuresInARowAndSayWhy) {
  Clock clock;
  clock.Fail(2);
  EXPECT_OK(clock.circuits.Check("analysis"));
  clock.Fail(1);
  EXPECT_EQ(clock.circuits.Check("analysis"),
            absl::UnavailableError("it failed 3 times in a row and is not asked for another 10s; "
                                   "the last time: connection refused"));
  EXPECT_THAT(clock.metrics.Text(), HasSubstr("allreview_circuit_open{service=\"analysis\"} 1"));
  EXPECT_OK(clock.circuits.Check("diff"));
}

TEST(Circuits, LetOneCallTryAfterThePause) {
  Clock clock;
  clock.Fail(3);
  clock.now += absl::Seconds(10);
  EXPECT_OK(clock.circuits.Check("analysis"));
  EXPECT_FALSE(clock.circuits.Check("analysis").ok());
  clock.Fail(1);
  clock.now += absl::Seconds(9);
  EXPECT_FALSE(clock.circuits.Check("analysis").ok());
}

TEST(Circuits, CloseWithTheFirstSuccess) {
  Clock clock;
  clock.Fail(3);
  clock.now += absl::Seconds(10);
  EXPECT_OK(clock.circuits.Check("analysis"));
  clock.circuits.Note("analysis", absl::OkStatus());
  EXPECT_OK(clock.circuits.Check("analysis"));
  EXPECT_THAT(clock.metrics.Text(), HasSubstr("allreview_circuit_open{service=\"analysis\"} 0"));
}

TEST(Circuits, TakeRefusalsOfARequestForAnAnswer) {
  Clock clock;
  clock.Fail(2);
  clock.circuits.Note("analysis", absl::InvalidArgumentError("no such rule"));
  clock.Fail(2);
  EXPECT_OK(clock.circuits.Check("analysis"));
}

TEST(Circuits, LearnNothingFromACallerThatHasGone) {
  Clock clock;
  clock.Fail(2);
  clock.circuits.Note("analysis", absl::CancelledError("gone"));
  clock.Fail(1);
  EXPECT_FALSE(clock.circuits.Check("analysis").ok());
}

}  // namespace
}  // namespace allreview::gateway
