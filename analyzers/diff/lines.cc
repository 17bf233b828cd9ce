#include "analyzers/diff/lines.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/poll.h"

namespace allreview::diff {

LineReader::LineReader(const Diff& diff, const File& file, const Hunk& hunk)
    : rest_(diff.Body(hunk)),
      old_line_(hunk.old_start + (hunk.old_lines == 0 ? 1 : 0)),
      new_line_(hunk.new_start + (hunk.new_lines == 0 ? 1 : 0)),
      parents_(file.parents),
      is_crlf_patch_(file.is_crlf_patch) {}

std::optional<Line> LineReader::Next() {
  while (!rest_.empty()) {
    size_t end = std::min(rest_.find('\n'), rest_.size());
    PollBytes(end);
    absl::string_view content = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (absl::StartsWith(content, "\\")) continue;
    if (is_crlf_patch_) absl::ConsumeSuffix(&content, "\r");
    absl::string_view columns = content.substr(0, parents_);
    char kind = columns.empty() || columns[0] == '\r' ? ' ' : columns[0];
    if (parents_ > 1 && kind == ' ' && absl::StrContains(columns, "-")) continue;
    // An empty context line that lost its space has no prefix to drop.
    if (columns != "\r") content.remove_prefix(columns.size());
    Line line{.kind = kind, .old_line = old_line_, .new_line = new_line_, .content = content};
    line.lacks_newline = absl::StartsWith(rest_, "\\");
    old_line_ += kind != '+';
    new_line_ += kind != '-';
    return line;
  }
  return std::nullopt;
}

bool IsPlainBody(const Diff& diff, const File& file, const Hunk& hunk) {
  absl::string_view body = diff.Body(hunk);
  return file.parents == 1 && !file.is_crlf_patch && absl::EndsWith(body, "\n") &&
         !absl::StartsWith(body, "\n") && !absl::StartsWith(body, "\r\n") &&
         !absl::StrContains(body, "\n\n") && !absl::StrContains(body, "\n\r\n");
}

std::string PlainBody(const Diff& diff, const File& file, const Hunk& hunk) {
  std::string body;
  body.reserve(diff.Body(hunk).size() + 2);
  LineReader lines(diff, file, hunk);
  while (std::optional<Line> line = lines.Next()) {
    body.push_back(line->kind);
    absl::StrAppend(&body, line->content, "\n");
    if (line->lacks_newline) absl::StrAppend(&body, "\\ No newline at end of file\n");
  }
  return body;
}

}  // namespace allreview::diff
