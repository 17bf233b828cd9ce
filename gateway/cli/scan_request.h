#ifndef GATEWAY_CLI_SCAN_REQUEST_H_
#define GATEWAY_CLI_SCAN_REQUEST_H_

// What `allreview scan` reads: files of one commit, and the baseline.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::cli {

// The files that the arguments name, at the commit of --commit. A path is relative to the current
// folder, or with --repo to the root of that repository. kInvalidArgument for a path that leaves
// the repository.
absl::StatusOr<change::v1::LocalRepository> ScannedTree(const Arguments& arguments,
                                                        const Environment& environment);

// A path below the root of the repository, as the change names it; a relative one begins in the
// current folder. "": the root itself. kInvalidArgument for a path that leaves the repository.
absl::StatusOr<std::string> PathInRepository(const std::string& path, const std::string& root,
                                             const Environment& environment);

// The tree at --commit for itself: none of its files is new.
absl::StatusOr<change::v1::LocalRepository> WholeTree(const Arguments& arguments,
                                                      const Environment& environment);

// Fingerprints of the findings of a review in JSON, sorted. kInvalidArgument when it is none.
absl::StatusOr<std::vector<std::string>> FingerprintsOf(absl::string_view review);

// Those of the file of --baseline; none without the flag.
absl::StatusOr<std::vector<std::string>> ReadBaseline(const Arguments& arguments,
                                                      const Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_SCAN_REQUEST_H_
