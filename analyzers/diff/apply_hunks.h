#ifndef ANALYZERS_DIFF_APPLY_HUNKS_H_
#define ANALYZERS_DIFF_APPLY_HUNKS_H_

// Makes one version of a file out of the other one and the hunks between them.
//
//   absl::StatusOr<std::string> after = ApplyHunks(before, hunks);
//   absl::StatusOr<std::string> before = RevertHunks(after, hunks);
//
// Every context and removed line must stand exactly where the hunk says, byte for byte, line ends
// included: a hunk is never moved or guessed. So a result is right if the hunks are whole; hunks
// that lack something show only where line numbers no longer agree, and a caller that knows the
// id of the result should check it. Pure; linear in version and hunks; safe from any thread.
//
// Fails with kInvalidArgument when hunks are malformed or do not agree with each other, and with
// kFailedPrecondition when they do not fit the version; both name the line.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::diff {

// A hunk of a diff of two files.
struct HunkText {
  int64_t old_start = 0, old_lines = 0;  // As in the header: the line before, when lines is 0.
  int64_t new_start = 0, new_lines = 0;
  // Body lines in plain form (PlainBody of lines.h): ' ', '+' or '-', content, LF; the line after
  // one without newline begins with '\'. Borrowed.
  absl::string_view body;
};

absl::StatusOr<std::string> ApplyHunks(absl::string_view before,
                                       const std::vector<HunkText>& hunks);
absl::StatusOr<std::string> RevertHunks(absl::string_view after,
                                        const std::vector<HunkText>& hunks);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_APPLY_HUNKS_H_
