#include "services/report/formats/position.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"
#include "review/display_text.h"
#include "review/labels.h"

namespace allreview::report {
namespace {

// 1-based column of the byte offset `byte`; 0 when the line is not known that far.
int Utf16Column(const std::optional<std::string>& text, int byte) {
  if (!text || byte < 0 || static_cast<size_t>(byte) > text->size()) return 0;
  return 1 + Utf16Length(absl::string_view(*text).substr(0, byte));
}

}  // namespace

std::optional<std::string> LineText(const finding::v1::Finding& finding, const SourceLines& lines,
                                    int line) {
  const finding::v1::Excerpt& excerpt = finding.excerpt();
  const int index = line - excerpt.first_line();
  if (index >= 0 && index < excerpt.lines_size()) return excerpt.lines(index);
  if (finding.range().side() == change::v1::SIDE_LEFT) return std::nullopt;
  const std::string* known = lines.Find(finding.range().path(), line);
  if (known == nullptr) return std::nullopt;
  return std::string(absl::StripSuffix(*known, "\r"));
}

Columns Utf16Columns(const finding::v1::Finding& finding, const change::v1::SourceRange& range,
                     const SourceLines& lines) {
  if (range.first_line() <= 0 || range.path() != finding.range().path()) return {};
  Columns columns{
      .start = Utf16Column(LineText(finding, lines, range.first_line()), range.first_column())};
  if (columns.start > 0 && range.end_column() > 0) {
    columns.end = Utf16Column(LineText(finding, lines, LastLine(range)), range.end_column());
  }
  const bool is_one_line = LastLine(range) == range.first_line();
  if (is_one_line && columns.end > 0 && columns.end <= columns.start) columns.end = 0;
  return columns;
}

absl::string_view AddressOf(const finding::v1::Finding& finding) {
  for (const std::string& reference : finding.references()) {
    if (absl::StartsWith(reference, "https://")) return reference;
  }
  return "";
}

}  // namespace allreview::report
