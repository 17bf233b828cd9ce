#include "base/periodic.h"

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(Periodic, CallsAgainAndAgain) {
  int calls = 0;
  absl::Notification third;
  Periodic periodic(absl::Milliseconds(1), [&] {
    if (++calls == 3) third.Notify();
  });
  EXPECT_TRUE(third.WaitForNotificationWithTimeout(absl::Minutes(1)));
}

TEST(Periodic, EndsWithoutWaitingForTheInterval) {
  bool is_called = false;
  { Periodic periodic(absl::Hours(1), [&] { is_called = true; }); }
  EXPECT_FALSE(is_called);
}

TEST(Periodic, WaitsForACallThatIsUnderWay) {
  absl::Notification begun, may_end;
  bool is_done = false;
  {
    Periodic periodic(absl::Milliseconds(1), [&] {
      if (is_done) return;
      begun.Notify();
      may_end.WaitForNotification();
      is_done = true;
    });
    begun.WaitForNotification();
    may_end.Notify();
  }
  EXPECT_TRUE(is_done);
}

}  // namespace
}  // namespace allreview
