#include "gateway/reviews/upkeep.h"

#include <future>
#include <new>

#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

TEST(Upkeep, OutlivesWhatAChoreThrowsAndGivesItAnotherTurn) {
  std::promise<void> thrown_again, other_done;
  int throws = 0, others = 0;
  const Upkeep upkeep({{.name = "throws",
                        .interval = absl::Milliseconds(1),
                        .work = [&]() -> absl::Status {
                          if (++throws == 3) thrown_again.set_value();
                          throw std::bad_alloc();
                        }},
                       {.name = "other", .interval = absl::Milliseconds(1), .work = [&] {
                          if (++others == 3) other_done.set_value();
                          return absl::OkStatus();
                        }}});
  EXPECT_EQ(thrown_again.get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready);
  EXPECT_EQ(other_done.get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready);
}

}  // namespace
}  // namespace allreview::gateway
