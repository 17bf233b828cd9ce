#ifndef GATEWAY_CLI_RATCHET_H_
#define GATEWAY_CLI_RATCHET_H_

// How many findings of a rule each folder may have: numbers that may only fall, in a file that is
// reviewed with the code.
//
//   # allreview ratchet
//   12 new-global-process-group-read megatron/core
//   0 mutable-default .
//
// A folder holds its own files, not those of the folders in it; "." is the root of the repository.
// Where a rule of the file has no line for a folder, none is allowed there. `0 RULE .` keeps a rule
// in the file that has no findings any more. Pure functions.

#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::cli {

inline constexpr absl::string_view kUsualRatchetFile = ".allreview-ratchet";

// By rule and folder.
using RatchetCounts = std::map<std::pair<std::string, std::string>, int>;

// kInvalidArgument names the line: it is no count, rule and folder, or says a thing again.
absl::StatusOr<RatchetCounts> ParseRatchet(absl::string_view text);
std::string RatchetText(const RatchetCounts& counts);
std::set<std::string> RulesOf(const RatchetCounts& counts);

struct RatchetVerdict {
  std::string text;          // For people: what rose, with its places, and what fell.
  RatchetCounts counts;      // What is allowed from now on.
  bool has_risen = false;    // More than is allowed, somewhere.
  bool has_changed = false;  // `counts` are others than before.
};

// What the scan found against what is allowed. Counts of rules that the file does not have yet are
// taken as they are; all others only fall. kFailedPrecondition: the scan is incomplete, so that
// counts would be too low.
absl::StatusOr<RatchetVerdict> CheckRatchet(const review::v1::Review& scan,
                                            const RatchetCounts& allowed,
                                            const std::set<std::string>& rules);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_RATCHET_H_
