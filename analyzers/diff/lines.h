#ifndef ANALYZERS_DIFF_LINES_H_
#define ANALYZERS_DIFF_LINES_H_

// Walks the lines of a hunk.
//
//   LineReader lines(diff, file, hunk);
//   while (std::optional<Line> line = lines.Next()) {
//     if (line->kind == '+') Use(line->new_line, line->content);
//   }
//
// For a combined diff it shows what `git diff <first parent> <merge>` would: lines that only other
// parents had are left out.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/diff/model.h"

namespace allreview::diff {

struct Line {
  char kind = ' ';             // ' ', '+' or '-'.
  int32_t old_line = 0;        // 1-based; of an added line: of the next old line.
  int32_t new_line = 0;        // 1-based; of a removed line: of the next new line.
  absl::string_view content;   // Without prefix and line end; a CR of the content is kept.
  bool lacks_newline = false;  // "\ No newline at end of file" follows.
};

// The body of a hunk as a diff of two files in plain form: each line with its prefix and LF, made
// from the lines above. Equal to Diff::Body() unless IsPlainBody() is false.
std::string PlainBody(const Diff& diff, const File& file, const Hunk& hunk);
// False for combined diffs, patches converted to CR LF, and bodies with a stripped context line or
// without last line end.
bool IsPlainBody(const Diff& diff, const File& file, const Hunk& hunk);

class LineReader {
 public:
  // Borrows the text of `diff`.
  LineReader(const Diff& diff, const File& file, const Hunk& hunk);
  std::optional<Line> Next();

 private:
  absl::string_view rest_;  // Of the body.
  int32_t old_line_, new_line_;
  uint8_t parents_;
  bool is_crlf_patch_;
};

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_LINES_H_
