#ifndef ANALYZERS_DIFF_PATHS_H_
#define ANALYZERS_DIFF_PATHS_H_

// Paths as they are spelled in the headers of a patch. Internal to the parser.

#include <functional>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::diff {

// A path read from the front of a line.
struct ReadPath {
  bool is_bad_quote = false;
  bool is_quoted = false;
  absl::string_view path = {};  // Decoded.
  absl::string_view rest = {};  // Of the line.
};

// Where decoded bytes live; returns a view of its copy.
using Intern = std::function<absl::string_view(std::string&&)>;

// Reads `"a/t\tab.py"` (C escapes, decoded into `intern`). The line begins with a quotation mark.
ReadPath ReadQuotedPath(absl::string_view line, const Intern& intern);

// Reads the path of a `---` or `+++` line: quoted, or up to the first TAB.
ReadPath ReadFilePath(absl::string_view line, const Intern& intern);

// Both paths of a `diff --git` line, prefixes included. Nothing when they cannot be told apart.
struct PathPair {
  absl::string_view before, after;
};
struct GitLine {
  bool is_bad_quote = false;
  std::optional<PathPair> paths = {};
};
GitLine SplitGitLine(absl::string_view words, const Intern& intern);

// The two names of `Binary files X and Y differ`, when they are equal but for a first component.
std::optional<PathPair> SplitBinaryLine(absl::string_view words);

// Whether the names begin with `a/` and `b/`, or with a pair that diff.mnemonicPrefix or
// `git diff -R` writes. An empty name (of /dev/null) agrees with any.
bool HasPrefixes(absl::string_view before, absl::string_view after);

// Neither absolute, empty, longer than 64 KiB, nor with an empty, `.`, `..` or `.git` component or
// a NUL.
bool IsSafePath(absl::string_view path);

// Whether what follows the TAB of a `---` line is the time at which `diff -N` dates absent files:
// `1970-01-01 00:00:00.000000000 +0000` in any time zone.
bool IsEpoch(absl::string_view stamp);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_PATHS_H_
