#ifndef ANALYZERS_DIFF_UNIFIED_DIFF_H_
#define ANALYZERS_DIFF_UNIFIED_DIFF_H_

// Reads unified diffs: of git (also renames, modes, binary and combined diffs), of `git log -p` and
// `git format-patch` with any number of mails, of GNU diff, Subversion and Mercurial.
//
//   Diff diff = ParseUnifiedDiff(text);
//   Print(diff) == text;
//
// Pure: no I/O, no state; the same bytes give the same result. Views in the result point into
// `text`, which must outlive it. Nothing fails as a whole: a file that cannot be understood becomes
// one error in diagnostics() and no File, and reading goes on at the next file header. Nothing is
// dropped without a diagnostic, but for mail headers, commit messages and statistics, which are
// known to belong there.
//
// Rules: only 0x0A ends a line, and bytes are kept as they are. Inside a hunk its counts decide
// what is content. Paths are taken from rename and copy lines, then from `---`/`+++`, then from
// the `diff --git` line. Time is linear in the input, and no allocation is sized by a number that
// the input states.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/diff/model.h"

namespace allreview::diff {

struct ParseOptions {
  int64_t max_bytes = int64_t{1} << 30;       // Over it: LIMIT_BYTES, and nothing is read.
  int64_t max_files = 100'000;                // Over it: LIMIT_FILES, and the rest is not read.
  int64_t max_line_bytes = int64_t{1} << 20;  // A longer line is kept and marked LONG_LINE.
  // Not empty: the text is a bare list of hunks of this file, as in the `patch` field of GitHub's
  // file list, whose last line lacks its line end. Must outlive the Diff.
  absl::string_view fragment_path = {};
};

Diff ParseUnifiedDiff(absl::string_view text, const ParseOptions& options = {});

// The text that was parsed, composed from the model: skipped text, file headers, hunk headers from
// their numbers, bodies.
std::string Print(const Diff& diff);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_UNIFIED_DIFF_H_
