#ifndef REVIEW_MARKDOWN_H_
#define REVIEW_MARKDOWN_H_

// Text of a change, made safe for Markdown. Nothing that an author writes may add a heading, HTML,
// a link, an image or a mention to a document of ours, or end a fence of ours.
//
//   absl::StrCat("- ", MarkdownCode(path), " - ", MarkdownProse(finding.problem()))
//
// Results are one line, cleaned as display_text.h says, except those of the block functions.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

// Plain text. "@name" and "#12" keep their looks but notify and link nobody.
std::string MarkdownText(absl::string_view text);

// A sentence with code spans in single backticks; neither what stands in them nor what stands
// between them is trusted.
std::string MarkdownProse(absl::string_view text);

// A code span: `text`, with as many backticks as it takes. Empty for empty text.
std::string MarkdownCode(absl::string_view text);

// A code span for a cell of a table, where '|' ends the cell.
std::string MarkdownCellCode(absl::string_view text);

// Prose for a cell of a table, on one line of at most that many bytes. A bar in a code span would
// end the cell, so that with one the text is plain.
std::string MarkdownCell(absl::string_view text, size_t max_bytes);

// A fenced block; ends in LF. The fence is longer than any inside.
std::string MarkdownCodeBlock(absl::string_view code, absl::string_view info);

// A suggestion block as GitHub applies it: `lines` byte by byte, each ending in LF. The text must
// be exactly displayable.
std::string MarkdownSuggestion(absl::string_view lines);

}  // namespace allreview

#endif  // REVIEW_MARKDOWN_H_
