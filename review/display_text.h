#ifndef REVIEW_DISPLAY_TEXT_H_
#define REVIEW_DISPLAY_TEXT_H_

// Text of a change made fit for display, and its measures. Pure.
//
// Bytes that are not UTF-8 become U+FFFD. Control characters and bidirectional overrides, which can
// make code read differently from what runs, become visible, as in "<U+202E>".

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

// One line: runs of white space become one space, ends are trimmed.
std::string CleanLine(absl::string_view text);

// One line in which every blank counts, as in a path: white space becomes a space each.
std::string CleanCode(absl::string_view text);

// Lines and tabs stay. Line ends become LF; trailing ones are dropped.
std::string CleanBlock(absl::string_view text);

// Whether CleanBlock would change anything but line ends: then the text cannot be shown exactly.
bool IsExactlyDisplayable(absl::string_view text);

// At most `max_bytes`, cut between characters; "…" shows that something is gone.
std::string Shorten(absl::string_view text, size_t max_bytes);

// Without the indentation that all lines share.
std::string Dedent(absl::string_view text);

// `text` with `prefix` before each line; lines end without blanks.
std::string PrefixLines(absl::string_view text, absl::string_view prefix);

// Takes one character off the front of `text`, which is not empty. An ill-formed byte is U+FFFD.
uint32_t TakeCharacter(absl::string_view& text);

// Columns on a terminal: 0 for combining marks, 2 for wide East Asian characters and emoji. A tab
// counts as 1; callers expand tabs first.
int DisplayWidth(absl::string_view text);

// Number of UTF-16 code units.
int Utf16Length(absl::string_view text);

}  // namespace allreview

#endif  // REVIEW_DISPLAY_TEXT_H_
