#include "analyzers/other_tools/file_text.h"

#include <algorithm>

#include "absl/strings/strip.h"

namespace allreview::other_tools {
namespace {

// Lead bytes stand for characters; of four bytes, for two units of UTF-16.
int64_t UnitsOf(absl::string_view text, bool is_utf16) {
  int64_t units = 0;
  for (unsigned char c : text) units += ((c & 0xc0) != 0x80) + (is_utf16 && c >= 0xf0);
  return units;
}

// The byte after so many units of a text. None: it has fewer, or that is within a character.
std::optional<int64_t> ByteOfUnit(absl::string_view text, int64_t units, bool is_utf16) {
  size_t at = 0;
  for (; units > 0 && at < text.size(); --units) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const size_t bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    at = std::min(at + bytes, text.size());
    if (is_utf16 && bytes == 4 && --units == 0) return std::nullopt;
  }
  if (units > 0) return std::nullopt;
  return static_cast<int64_t>(at);
}

}  // namespace

FileText::FileText(absl::string_view content) : content_(content) {
  starts_.push_back(0);
  for (size_t at = content.find('\n'); at != absl::string_view::npos;
       at = content.find('\n', at + 1)) {
    starts_.push_back(static_cast<int64_t>(at) + 1);
  }
}

absl::string_view FileText::Line(int64_t line) const {
  if (line < 1 || line > line_count()) return "";
  const int64_t start = starts_[line - 1];
  const int64_t end =
      line == line_count() ? static_cast<int64_t>(content_.size()) : starts_[line] - 1;
  return absl::StripSuffix(content_.substr(start, end - start), "\r");
}

int FileText::LineAt(int64_t byte) const {
  return static_cast<int>(std::upper_bound(starts_.begin(), starts_.end(), byte) - starts_.begin());
}

std::optional<int64_t> FileText::ByteAt(int64_t line, int64_t column, bool is_utf16) const {
  if (line < 1 || line > line_count()) return std::nullopt;
  const std::optional<int64_t> byte =
      ByteOfUnit(Line(line), std::max<int64_t>(column, 1) - 1, is_utf16);
  if (!byte) return std::nullopt;
  return starts_[line - 1] + *byte;
}

std::optional<int64_t> FileText::ByteOfOffset(int64_t offset, bool is_utf16) const {
  std::vector<int64_t>& starts = is_utf16 ? utf16_starts_ : code_point_starts_;
  if (starts.empty()) {
    int64_t units = 0;
    for (size_t i = 0; i < starts_.size(); ++i) {
      starts.push_back(units);
      const int64_t end =
          i + 1 < starts_.size() ? starts_[i + 1] : static_cast<int64_t>(content_.size());
      units += UnitsOf(content_.substr(starts_[i], end - starts_[i]), is_utf16);
    }
  }
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  if (after == starts.begin()) return std::nullopt;
  const size_t line = after - starts.begin() - 1;
  const std::optional<int64_t> byte =
      ByteOfUnit(content_.substr(starts_[line]), offset - starts[line], is_utf16);
  if (!byte) return std::nullopt;
  return starts_[line] + *byte;
}

std::optional<Bytes> FileText::BytesOf(const sarif::Region& region, bool is_utf16) const {
  std::optional<int64_t> first, end;
  const auto size = static_cast<int64_t>(content_.size());
  if (region.start_line > 0) {
    const int64_t end_line = region.end_line > 0 ? region.end_line : region.start_line;
    first = ByteAt(region.start_line, region.start_column, is_utf16);
    if (region.end_column > 0) {
      end = ByteAt(end_line, region.end_column, is_utf16);
    } else if (end_line <= line_count()) {
      end = starts_[end_line - 1] + static_cast<int64_t>(Line(end_line).size());
    }
  } else if (region.char_offset >= 0 && region.char_length >= 0) {
    constexpr int64_t kMostUnits = int64_t{1} << 40;  // No sum overflows.
    if (std::max(region.char_offset, region.char_length) > kMostUnits) return std::nullopt;
    first = ByteOfOffset(region.char_offset, is_utf16);
    end = ByteOfOffset(region.char_offset + region.char_length, is_utf16);
  } else if (region.byte_offset >= 0 && region.byte_length >= 0 && region.byte_offset <= size &&
             region.byte_length <= size - region.byte_offset) {
    first = region.byte_offset;
    end = region.byte_offset + region.byte_length;
  }
  if (!first || !end || *end < *first) return std::nullopt;
  return Bytes{*first, *end};
}

}  // namespace allreview::other_tools
