#ifndef GATEWAY_STORE_IDS_H_
#define GATEWAY_STORE_IDS_H_

// Ids of reviews, audit entries and dead letters: 26 characters of Crockford's base 32, the first
// ten the time in milliseconds, the others random. Sorting ids sorts by time.
//
//   IdSource ids;  // The system's clock and random numbers.
//   std::string id = ids.Next();  // "01JD8R9V4ZC8Q4T1Y0M3K5N7P9"
//
// Ids of one source grow, also when the clock stands still or goes back. Safe from any thread.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/mutex.h"

namespace allreview::gateway {

inline constexpr size_t kIdLength = 26;

struct IdSourceOptions {
  std::function<absl::Time()> now = {};   // Default: the system's clock.
  std::function<uint64_t()> random = {};  // 64 random bits. Default: the system's.
};

class IdSource {
 public:
  explicit IdSource(IdSourceOptions options = {});
  std::string Next();

 private:
  const IdSourceOptions options_;
  Mutex mutex_;
  uint64_t milliseconds_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t high_ ABSL_GUARDED_BY(mutex_) = 0;  // 16 of the 80 random bits.
  uint64_t low_ ABSL_GUARDED_BY(mutex_) = 0;   // The other 64.
};

// Whether it could have come from an IdSource.
bool IsId(absl::string_view text);

// The millisecond of an id; `id` is one.
absl::Time TimeOfId(absl::string_view id);

// The smallest id of a time: ids of earlier milliseconds are smaller.
std::string FirstIdAt(absl::Time time);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_IDS_H_
