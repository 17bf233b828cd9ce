#ifndef BASE_CALL_CONTROL_H_
#define BASE_CALL_CONTROL_H_

// When a call must stop: passed down by value to whatever waits for a process or a network.
//
//   CallControl control{.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5),
//                       .is_cancelled = [context] { return context->IsCancelled(); }};
//   RETURN_IF_ERROR(control.Check());  // Before, and at least ten times a second during, a wait.

#include <chrono>
#include <functional>

#include "absl/status/status.h"

namespace allreview {

struct CallControl {
  // Default: none.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  // Whether nobody waits for the answer any more. May be empty. Called from the waiting thread.
  std::function<bool()> is_cancelled = {};

  // kDeadlineExceeded, kCancelled or OK.
  absl::Status Check() const {
    if (is_cancelled && is_cancelled()) return absl::CancelledError("the call was cancelled");
    if (std::chrono::steady_clock::now() >= deadline) {
      return absl::DeadlineExceededError("the deadline of the call has passed");
    }
    return absl::OkStatus();
  }

  // How long the next wait may take: at most `longest`, and not past the deadline.
  std::chrono::milliseconds NextWait(std::chrono::milliseconds longest) const {
    auto now = std::chrono::steady_clock::now();
    if (deadline <= now) return std::chrono::milliseconds(0);
    auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now);
    return left < longest ? left : longest;
  }
};

}  // namespace allreview

#endif  // BASE_CALL_CONTROL_H_
