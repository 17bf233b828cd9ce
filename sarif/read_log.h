#ifndef SARIF_READ_LOG_H_
#define SARIF_READ_LOG_H_

// Reads a SARIF 2.1.0 log.
//
//   absl::StatusOr<Log> log = ReadLog("clang-tidy.sarif", bytes);
//
// Strict about what is needed: the version, the name of each tool, a message of each result, and
// the types of all that says where a result stands. Tolerant about the rest: members that nobody
// needs may be anything. Bounded by bytes, depth, values and results, and nothing recurses over the
// input. Pure.
//
// kInvalidArgument: "clang-tidy.sarif: runs[0].results[3].message: …; <cure>".

#include <cstddef>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "sarif/log.h"

namespace allreview::sarif {

struct ReadLimits {
  size_t max_bytes = 16 << 20;
  int max_depth = 64;
  int64_t max_results = 100'000;
};

// Of all logs of one review.
inline constexpr size_t kMaxLogs = 32;
inline constexpr size_t kMaxLogBytes = 32 << 20;

// kInvalidArgument: there are more logs than one review takes, or they are too large together.
absl::Status CheckRoom(size_t logs, const std::function<size_t(size_t index)>& bytes_of);

absl::StatusOr<Log> ReadLog(absl::string_view name, absl::string_view bytes,
                            const ReadLimits& limits = {});

}  // namespace allreview::sarif

#endif  // SARIF_READ_LOG_H_
