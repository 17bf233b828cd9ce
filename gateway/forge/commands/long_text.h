#ifndef GATEWAY_FORGE_COMMANDS_LONG_TEXT_H_
#define GATEWAY_FORGE_COMMANDS_LONG_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::gateway {

// GitHub takes 65,536 characters in a comment; what counts as one is not documented, so code units
// of UTF-16 are counted, of which there are never fewer than characters.
inline constexpr size_t kMaxCommentCharacters = 65'000;

size_t CharactersOf(absl::string_view utf8);

// Of Markdown that is longer than `max_open` characters, all from its second section on (headings
// of any level) is folded under `summary`, which is HTML; so is the first where it alone is longer.
// Pure.
std::string FoldLongText(absl::string_view markdown, size_t max_open, absl::string_view summary);

// Markdown that is too long ends before a section (else before a line), with what is open closed
// (fences, <details>), and then `note`; together at most `max_characters`. A text that fits in is
// returned as it is, without the note. Pure.
std::string CutAtSection(absl::string_view markdown, size_t max_characters, absl::string_view note);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_COMMANDS_LONG_TEXT_H_
