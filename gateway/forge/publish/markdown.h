#ifndef GATEWAY_FORGE_PUBLISH_MARKDOWN_H_
#define GATEWAY_FORGE_PUBLISH_MARKDOWN_H_

// Untrusted text made safe for GitHub's Markdown, and Markdown made to fit. Pure.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::gateway {

// At most `max_bytes`, without breaking a character.
std::string CutText(absl::string_view text, size_t max_bytes);

// At most `max_bytes`, cut at the end of a line, with an open fence closed and a note.
std::string ClipMarkdown(absl::string_view text, size_t max_bytes);

// "`a/b.py`", whatever the path holds.
std::string CodeSpan(absl::string_view text);

// A sentence with code spans in single backticks, neither of which is trusted: nothing in it
// becomes a link, a mention, HTML or another block.
std::string Prose(absl::string_view text);

// Lines as they are, in a block of code.
std::string Fenced(absl::string_view text);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_MARKDOWN_H_
