#include "base/periodic.h"

#include <future>
#include <new>

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(Periodic, CallsAgainAndAgain) {
  int calls = 0;
  std::promise<void> third;
  Periodic periodic(absl::Milliseconds(1), [&] {
    if (++calls == 3) third.set_value();
  });
  EXPECT_EQ(third.get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready);
}

TEST(Periodic, OutlivesWhatACallThrows) {
  int calls = 0;
  std::promise<void> third;
  Periodic periodic(absl::Milliseconds(1), [&] {
    if (++calls == 3) third.set_value();
    throw std::bad_alloc();
  });
  EXPECT_EQ(third.get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready);
}

TEST(Periodic, EndsWithoutWaitingForTheInterval) {
  bool is_called = false;
  {
    const Periodic periodic(absl::Hours(1), [&] { is_called = true; });
  }
  EXPECT_FALSE(is_called);
}

TEST(Periodic, WaitsForACallThatIsUnderWay) {
  std::promise<void> begun, may_end;
  bool is_done = false;
  {
    const Periodic periodic(absl::Milliseconds(1), [&] {
      if (is_done) return;
      begun.set_value();
      may_end.get_future().wait();
      is_done = true;
    });
    begun.get_future().wait();
    may_end.set_value();
  }
  EXPECT_TRUE(is_done);
}

}  // namespace
}  // namespace allreview
