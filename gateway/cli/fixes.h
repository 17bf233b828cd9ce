#ifndef GATEWAY_CLI_FIXES_H_
#define GATEWAY_CLI_FIXES_H_

// What the edits that a review offers make of its files.
//
//   ASSIGN_OR_RETURN(const Fixes fixes, MakeFixes(review, {.contents = contents}));
//   for (const FixedFile& file : fixes.files) Write(file.path, file.after);
//
// Findings are taken in the order of the review, the worst first; one whose edits touch a line that
// an earlier one touches is left out, for nobody has tried both together.

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::cli {

// Text of a file as it was reviewed: the blob of that id.
using Contents =
    std::function<absl::StatusOr<std::string>(const std::string& path, const std::string& blob_id)>;

struct FixRequest {
  Contents contents;
  // Fingerprints, or the first digits of them. Empty: every finding that is reported.
  std::vector<std::string> ids = {};
};

struct FixedFile {
  std::string path;
  std::string after;
  std::string patch;
};

struct Fixes {
  std::vector<FixedFile> files;       // By path.
  std::vector<std::string> fixed;     // "train/a.py:3 bare-except 3f2a9c01".
  std::vector<std::string> left_out;  // The same, and why.
  std::vector<absl::Status> unread;   // Why files with edits are not among `files`.
};

// kNotFound: a finding that is named is not there, or offers no edits.
absl::StatusOr<Fixes> MakeFixes(const review::v1::Review& review, const FixRequest& request);

// Everything as one patch for git apply, after lines that say what is in it and what is not.
std::string PatchOf(const Fixes& fixes);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_FIXES_H_
