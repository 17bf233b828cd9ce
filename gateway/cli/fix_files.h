#ifndef GATEWAY_CLI_FIX_FILES_H_
#define GATEWAY_CLI_FIX_FILES_H_

// allreview fix, from the review on: edits on disk, and what is said of them.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/fixes.h"
#include "gateway/cli/reviewed_files.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::cli {

struct FixOptions {
  std::vector<std::string> ids = {};  // Of findings; empty: all.
  bool is_dry_run = false;
};

// Fixes the files on disk and says which findings are gone, or with is_dry_run returns the patch.
// kFailedPrecondition: a file is not what was reviewed; then none is changed.
absl::StatusOr<std::string> FixFiles(absl::string_view review_json, const ReviewedFiles& files,
                                     const FixOptions& options);

// For a patch: files may also be what git keeps, and those that are not here are left out.
absl::StatusOr<Fixes> PatchFixes(const review::v1::Review& review, const ReviewedFiles& files);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_FIX_FILES_H_
