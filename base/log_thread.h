#ifndef BASE_LOG_THREAD_H_
#define BASE_LOG_THREAD_H_

// For servers: logging that never waits for whoever reads standard error.
//
//   StartLogThread();                      // In main, once.
//   Log(LogLevel::kInfo, "serving");       // As ever, but a thread writes the line.
//
// Lines keep their order. Those that nobody reads wait, up to kMaxWaitingLogBytes; later ones are
// dropped, and when there is room again, a line says how many. What waits is written when the
// process exits or crashes, for at most as long as kLogFlushTime.

#include <cstddef>

#include "absl/time/time.h"

namespace allreview {

inline constexpr size_t kMaxWaitingLogBytes = 1 << 20;
inline constexpr absl::Duration kLogFlushTime = absl::Seconds(1);

// Without it, or in a forked child, Log writes by itself. Where no thread can be had, it goes on
// so.
void StartLogThread();

// Waits until all that was logged before is written. False: `limit` came first.
bool FlushLog(absl::Duration limit);

}  // namespace allreview

#endif  // BASE_LOG_THREAD_H_
