#ifndef SERVICES_PULL_REQUEST_GITHUB_CHANGE_H_
#define SERVICES_PULL_REQUEST_GITHUB_CHANGE_H_

// The ladder from a pull request to its diff:
//
//   "diff-media"   the diff as text; GitHub refuses it over 300 files or 20,000 lines, and fails
//                  to make some below that in time
//   "files-pages"  the file list with a patch for each file, composed to a diff
//   "blobs"        the same, but some files diffed here from both versions, because GitHub gave no
//                  patch, a cut one, or did not list the file (it lists 3,000)
//
//   ASSIGN_OR_RETURN(RawChange raw, DownloadChange(api, 7));
//   // …check that the head is still the snapshot's…
//   ASSIGN_OR_RETURN(GatheredChange change, GatherChange(api, snapshot, std::move(raw), options));
//
// What cannot be had is a ledger entry with the reason, never silence: each file that GitHub or the
// trees say is changed is in `files`, and either in `diff` or in `ledger`. An entry with an empty
// path speaks of files whose names are not known. A renamed file that GitHub does not list appears
// as a deleted and an added one.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/call_control.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/github_api.h"
#include "services/pull_request/github_snapshot.h"

namespace allreview::pull_request {

// What depends on the head at the moment of asking.
struct RawChange {
  std::optional<std::string> diff;
  std::vector<FileJson> files;  // When there is no diff.
};

absl::StatusOr<RawChange> DownloadChange(GitHubApi& api, int64_t number);

struct GatherOptions {
  int context_lines = 3;  // For files that are diffed here; GitHub's own diffs have three.
  int concurrent_reads = 4;
  int max_blob_pairs = 200;
  int64_t max_blob_bytes = 4 << 20;
  CallControl control = {};
};

struct GatheredChange {
  std::string rung;
  std::string diff;
  std::vector<change::v1::FileEntry> files;
  std::vector<change::v1::LedgerEntry> ledger;
  std::vector<change::v1::Diagnostic> diagnostics;
};

absl::StatusOr<GatheredChange> GatherChange(GitHubApi& api, const Snapshot& snapshot, RawChange raw,
                                            const GatherOptions& options);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_CHANGE_H_
