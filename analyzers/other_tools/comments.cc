#include "analyzers/other_tools/comments.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace allreview::other_tools {
namespace {

constexpr absl::string_view kMarker = "allreview:";
constexpr absl::string_view kMarks[] = {"#", "//", "/*", "--", ";"};

// Where the comment begins whose first word is at `marker`. None: it is no comment's.
std::optional<size_t> StartOf(absl::string_view line, size_t marker) {
  const absl::string_view before = absl::StripTrailingAsciiWhitespace(line.substr(0, marker));
  for (absl::string_view mark : kMarks) {
    if (before.size() >= mark.size() && before.substr(before.size() - mark.size()) == mark) {
      return before.size() - mark.size();
    }
  }
  return std::nullopt;
}

int NextLine(const FileText& text, int line) {
  constexpr int kMaxBlankLines = 20;
  for (int next = line + 1; next <= std::min(text.line_count(), line + kMaxBlankLines); ++next) {
    if (!absl::StripAsciiWhitespace(text.Line(next)).empty()) return next;
  }
  return line;
}

}  // namespace

std::vector<rules::DirectiveComment> CommentsOf(const std::string& path, const FileText& text) {
  std::vector<rules::DirectiveComment> comments;
  const absl::string_view content = text.content();
  for (size_t at = content.find(kMarker); at != absl::string_view::npos;
       at = content.find(kMarker, at + kMarker.size())) {
    const int line = text.LineAt(static_cast<int64_t>(at));
    if (!comments.empty() && comments.back().line == line) continue;
    const auto start = StartOf(text.Line(line), at - text.StartOf(line));
    if (!start) continue;
    rules::DirectiveComment comment{.path = path, .line = line, .text = ""};
    comment.column = static_cast<int>(*start);
    comment.is_own_line = absl::StripAsciiWhitespace(text.Line(line).substr(0, *start)).empty();
    comment.statement_first_line = comment.is_own_line ? NextLine(text, line) : line;
    comment.statement_end_line = comment.statement_first_line + 1;
    comment.text = std::string(text.Line(line).substr(*start));
    comments.push_back(std::move(comment));
  }
  return comments;
}

}  // namespace allreview::other_tools
