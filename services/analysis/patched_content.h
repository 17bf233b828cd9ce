#ifndef SERVICES_ANALYSIS_PATCHED_CONTENT_H_
#define SERVICES_ANALYSIS_PATCHED_CONTENT_H_

// Makes a version of a file that no store has, such as uncommitted work, out of its other version
// and the hunks of the patch.
//
//   absl::StatusOr<std::string> after = MakeVersion(file, change::Side::kRight, before);
//
// An added file's old version and a deleted one's new version is "". When the patch names the
// blob, in full or abbreviated, the result is that blob. Fails with why the hunks do not lead
// there, naming the line, and with what to do.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/changed_file.h"
#include "proto/diff/v1/diff.pb.h"

namespace allreview::analysis {

absl::StatusOr<std::string> MakeVersion(const diff::v1::DiffFile& file, change::Side wanted,
                                        absl::string_view other);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_PATCHED_CONTENT_H_
