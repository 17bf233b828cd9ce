#ifndef ANALYZERS_DIFF_HEADERS_H_
#define ANALYZERS_DIFF_HEADERS_H_

// Single header lines of a patch, and how lines outside files look. Internal to the parser.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::diff {

inline constexpr int kMaxParents = 8;

// `@@ -1,2 +1,3 @@ section`, or `@@@ -1,2 -1,2 +1,3 @@@` with two parents.
struct HunkHeader {
  enum class Outcome { kOk, kBad, kRange, kTooManyParents };
  struct Range {
    int32_t start = 0, lines = 0;
  };
  Outcome outcome = Outcome::kBad;
  int parents = 1;
  Range before[kMaxParents];
  Range after;
  uint8_t section_offset = 0;  // 0: none.
  bool is_respelled = false;   // Not as git writes it: `,1`, leading zeros, no space.
};
HunkHeader ParseHunkHeader(absl::string_view line);

// As git writes it, with line end. For one parent.
std::string FormatHunkHeader(HunkHeader::Range before, HunkHeader::Range after,
                             std::optional<absl::string_view> section);

// "100644" → 0100644.
std::optional<uint16_t> ParseMode(absl::string_view octal);
// "87%" → 87; nullopt beyond 100 or when it is no number.
std::optional<uint8_t> ParsePercent(absl::string_view words);
// Lower-case hexadecimal, 4 to 64 digits.
bool IsObjectId(absl::string_view words);
bool IsNullId(absl::string_view id);
// Whether it is the id of the empty blob, in SHA-1 or SHA-256, perhaps shortened.
bool IsEmptyBlobId(absl::string_view id);

// `From 0123… Mon Sep 17 00:00:00 2001`: a mail of `git format-patch` begins.
bool IsMailStart(absl::string_view line);
// `Subject: …` and the like.
bool IsMailHeader(absl::string_view line);
// `commit 0123…`, `# HG changeset patch`: the message of `git log -p` or hg begins.
bool IsLogStart(absl::string_view line);
// A line of --stat, --raw or --summary before the patch.
bool IsStatLine(absl::string_view line);
// `12,13c12`: a command of a normal diff.
bool IsNormalDiffCommand(absl::string_view line);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_HEADERS_H_
