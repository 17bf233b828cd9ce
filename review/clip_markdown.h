#ifndef REVIEW_CLIP_MARKDOWN_H_
#define REVIEW_CLIP_MARKDOWN_H_

// Markdown of ours, made to fit where only so many bytes are taken. Pure.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

// At most `max_bytes`, cut at the end of a line, with an open fence closed and a note. A suggestion
// is dropped as a whole: a part of one would be wrong code.
std::string ClipMarkdown(absl::string_view text, size_t max_bytes);

}  // namespace allreview

#endif  // REVIEW_CLIP_MARKDOWN_H_
