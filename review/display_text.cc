#include "review/display_text.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "base/utf8.h"

namespace allreview {
namespace {

struct Interval {
  uint32_t first, last;
};

template <size_t N>
bool Contains(const std::array<Interval, N>& intervals, uint32_t c) {
  return std::any_of(intervals.begin(), intervals.end(),
                     [c](Interval i) { return i.first <= c && c <= i.last; });
}

// Controls, and what reorders or hides the characters around it.
bool IsDeceptive(uint32_t c) {
  static constexpr std::array<Interval, 9> kDeceptive = {{{0x00, 0x08},
                                                          {0x0B, 0x0C},
                                                          {0x0E, 0x1F},
                                                          {0x7F, 0x9F},
                                                          {0x200B, 0x200B},
                                                          {0x200E, 0x200F},
                                                          {0x2028, 0x202E},
                                                          {0x2060, 0x206F},
                                                          {0xFEFF, 0xFEFF}}};
  return Contains(kDeceptive, c);
}

bool IsZeroWidth(uint32_t c) {
  static constexpr std::array<Interval, 8> kZero = {{{0x0300, 0x036F},
                                                     {0x0483, 0x0489},
                                                     {0x0591, 0x05BD},
                                                     {0x064B, 0x065F},
                                                     {0x1AB0, 0x1AFF},
                                                     {0x200B, 0x200F},
                                                     {0x20D0, 0x20FF},
                                                     {0xFE00, 0xFE0F}}};
  return Contains(kZero, c);
}

bool IsWide(uint32_t c) {
  static constexpr std::array<Interval, 12> kWide = {{{0x1100, 0x115F},
                                                      {0x2E80, 0x303E},
                                                      {0x3041, 0x33FF},
                                                      {0x3400, 0x4DBF},
                                                      {0x4E00, 0x9FFF},
                                                      {0xA000, 0xA4CF},
                                                      {0xAC00, 0xD7A3},
                                                      {0xF900, 0xFAFF},
                                                      {0xFE30, 0xFE6F},
                                                      {0xFF00, 0xFF60},
                                                      {0x1F300, 0x1FAFF},
                                                      {0x20000, 0x3FFFD}}};
  return Contains(kWide, c);
}

// The well-formed text with deceptive characters spelled out.
std::string SpellOut(absl::string_view bytes) {
  const std::string text = ToDisplayText(bytes);
  std::string result;
  result.reserve(text.size());
  for (absl::string_view rest = text; !rest.empty();) {
    const char* begin = rest.data();
    const uint32_t c = TakeCharacter(rest);
    if (IsDeceptive(c)) {
      absl::StrAppendFormat(&result, "<U+%04X>", c);
    } else {
      result.append(begin, rest.data());
    }
  }
  return result;
}

}  // namespace

std::string CleanCode(absl::string_view text) {
  std::string spaced(text);
  for (char& c : spaced) {
    if (absl::ascii_isspace(c)) c = ' ';
  }
  return SpellOut(spaced);
}

std::string CleanLine(absl::string_view text) {
  std::string clean = CleanCode(text);
  absl::RemoveExtraAsciiWhitespace(&clean);
  return clean;
}

std::string CleanBlock(absl::string_view text) {
  std::string unix_ends;
  unix_ends.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    unix_ends += text[i] == '\r' ? '\n' : text[i];
  }
  std::string clean = SpellOut(unix_ends);
  while (!clean.empty() && clean.back() == '\n') clean.pop_back();
  return clean;
}

bool IsExactlyDisplayable(absl::string_view text) {
  if (!IsValidUtf8(text)) return false;
  while (!text.empty()) {
    const uint32_t c = TakeCharacter(text);
    if (IsDeceptive(c) || c == 0xFFFD) return false;
    // A carriage return alone ends a line in Markdown.
    if (c == '\r' && !text.empty() && text.front() != '\n') return false;
  }
  return true;
}

std::string Shorten(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  constexpr absl::string_view kEllipsis = "…";
  size_t end = max_bytes > kEllipsis.size() ? max_bytes - kEllipsis.size() : 0;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat(absl::StripTrailingAsciiWhitespace(text.substr(0, end)), kEllipsis);
}

std::string Dedent(absl::string_view text) {
  size_t shared = absl::string_view::npos;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const size_t indent = line.find_first_not_of(" \t");
    if (indent != absl::string_view::npos) shared = std::min(shared, indent);
  }
  std::string result;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line.remove_prefix(std::min(shared, line.size()));
    absl::StrAppend(&result, result.empty() ? "" : "\n", line);
  }
  return result;
}

std::string PrefixLines(absl::string_view text, absl::string_view prefix) {
  const bool ends_in_newline = !text.empty() && text.back() == '\n';
  if (ends_in_newline) text.remove_suffix(1);
  const absl::string_view bare = absl::StripTrailingAsciiWhitespace(prefix);
  std::string result;
  bool is_first = true;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::StrAppend(&result, is_first ? "" : "\n", line.empty() ? bare : prefix, line);
    is_first = false;
  }
  if (ends_in_newline) result += '\n';
  return result;
}

uint32_t TakeCharacter(absl::string_view& text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 1 || lead < 0xC2 || lead > 0xF4 || length > text.size() ||
      !IsValidUtf8(text.substr(0, length))) {
    text.remove_prefix(1);
    return lead < 0x80 ? lead : 0xFFFD;
  }
  uint32_t c = lead & (0xFF >> (length + 1));
  for (size_t i = 1; i < length; ++i) c = c << 6 | (byte(i) & 0x3F);
  text.remove_prefix(length);
  return c;
}

int DisplayWidth(absl::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const uint32_t c = TakeCharacter(text);
    width += IsZeroWidth(c) ? 0 : IsWide(c) ? 2 : 1;
  }
  return width;
}

int Utf16Length(absl::string_view text) {
  int units = 0;
  while (!text.empty()) units += TakeCharacter(text) >= 0x10000 ? 2 : 1;
  return units;
}

}  // namespace allreview
