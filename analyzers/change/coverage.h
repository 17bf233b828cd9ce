#ifndef ANALYZERS_CHANGE_COVERAGE_H_
#define ANALYZERS_CHANGE_COVERAGE_H_

// What became of one changed file. Each phase of an analysis hands the list on to the next.

#include <string>

#include "absl/status/status.h"
#include "sentences/sentence.h"

namespace allreview::change {

struct Coverage {
  enum class State { kReviewed, kUnsupported, kNotFetched, kTimedOut, kOverBudget };
  std::string path;
  State state = State::kReviewed;
  Words reason = {};  // Empty only for kReviewed.
};

// Notes why the work for a file was ended. OK changes nothing, and what an earlier phase said
// stands.
inline void NoteCut(const absl::Status& status, Coverage* coverage) {
  if (status.ok() || coverage->state != Coverage::State::kReviewed) return;
  coverage->state =
      absl::IsResourceExhausted(status) ? Coverage::State::kOverBudget : Coverage::State::kTimedOut;
  coverage->reason = std::string(status.message());
}

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_COVERAGE_H_
