#include "base/guarded_thread.h"

#include <new>

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(GuardedThread, GivesItsExceptionToWhoeverJoinsIt) {
  bool is_told = false;
  GuardedThread thread([] { throw std::bad_alloc(); }, [&] { is_told = true; });
  EXPECT_THROW(thread.Join(), std::bad_alloc);
  EXPECT_TRUE(is_told);
}

TEST(GuardedThread, IsJoinedWhenAnotherExceptionPassesIt) {
  EXPECT_THROW(
      {
        GuardedThread thread([] { throw std::bad_alloc(); }, [] {});
        throw 7;
      },
      int);
}

}  // namespace
}  // namespace allreview
