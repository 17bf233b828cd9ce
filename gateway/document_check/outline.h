#ifndef GATEWAY_DOCUMENT_CHECK_OUTLINE_H_
#define GATEWAY_DOCUMENT_CHECK_OUTLINE_H_

// The parts of one of our Markdown documents, with their lines: as much of Markdown as these use.
// Pure; views point into the text.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::document_check {

struct Heading {
  int line = 0;            // 1-based.
  int level = 0;           // 1 to 6.
  std::string number;      // "4.2"; empty: none.
  absl::string_view text;  // Without marks; with the number.
};

// A fenced block. Fences may stand in lists and quotes.
struct Block {
  int line = 0;      // Of the opening fence.
  int end_line = 0;  // Of the closing one, exclusive; the end of the text when there is none.
  bool is_closed = false;
  std::string language;  // First word behind the fence.
  std::string text;      // Without the prefix of its list or quote.
};

struct Table {
  int line = 0;  // Of its head.
  int rows = 0;  // Below the head.
};

// A line outside of blocks.
struct TextLine {
  int line = 0;
  absl::string_view text;
};

struct Outline {
  std::vector<Heading> headings;
  std::vector<Block> blocks;
  std::vector<Table> tables;
  std::vector<TextLine> lines;  // Those of headings and tables, too.
  int line_count = 0;
};

Outline ReadOutline(absl::string_view markdown);

// Texts of the code spans of a line.
std::vector<absl::string_view> CodeSpans(absl::string_view line);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_OUTLINE_H_
