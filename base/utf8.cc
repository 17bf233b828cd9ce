#include "base/utf8.h"

#include <cstdint>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "base/poll.h"

namespace allreview {
namespace {

bool IsContinuation(unsigned char c) { return (c & 0xC0) == 0x80; }

// Length of the well-formed sequence at the start of `s`, or 0; then `*bad` is the length of the
// maximal ill-formed part (Unicode 3.9, "maximal subpart").
size_t SequenceLength(absl::string_view s, size_t* bad) {
  auto at = [&](size_t i) -> unsigned char { return i < s.size() ? s[i] : 0; };
  unsigned char c = at(0);
  *bad = 1;
  if (c < 0x80) return 1;
  if (c < 0xC2 || c > 0xF4) return 0;
  size_t length = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  unsigned char low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
  unsigned char high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
  if (at(1) < low || at(1) > high) return 0;
  for (size_t i = 2; i < length; ++i) {
    if (!IsContinuation(at(i))) {
      *bad = i;
      return 0;
    }
  }
  return length;
}

size_t AsciiPrefix(absl::string_view s) {
  size_t i = 0;
  for (uint64_t word; i + 8 <= s.size(); i += 8) {
    memcpy(&word, s.data() + i, 8);
    if (word & 0x8080808080808080ull) break;
  }
  while (i < s.size() && static_cast<unsigned char>(s[i]) < 0x80) ++i;
  return i;
}

}  // namespace

bool IsValidUtf8(absl::string_view bytes) {
  for (size_t bad;;) {
    bytes.remove_prefix(AsciiPrefix(bytes));
    if (bytes.empty()) return true;
    size_t length = SequenceLength(bytes, &bad);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
}

std::string ToDisplayText(absl::string_view bytes) {
  PollBytes(bytes.size());
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    size_t bad = 0;
    size_t length = AsciiPrefix(bytes);
    if (length == 0) length = SequenceLength(bytes, &bad);
    if (length == 0) {
      text += "\xEF\xBF\xBD";
      bytes.remove_prefix(bad);
    } else {
      text.append(bytes.data(), length);
      bytes.remove_prefix(length);
    }
  }
  return text;
}

absl::string_view CutToBytes(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const auto is_inside_character = [&](size_t at) { return (text[at] & 0xC0) == 0x80; };
  size_t end = max_bytes;
  while (end > 0 && is_inside_character(end)) --end;
  return text.substr(0, end);
}

std::string ToPathText(absl::string_view path) {
  if (IsValidUtf8(path) && (path.empty() || path[0] != '"')) return std::string(path);
  std::string text = "\"";
  for (unsigned char c : path) {
    if (c == '"' || c == '\\') {
      absl::StrAppend(&text, "\\", absl::string_view(reinterpret_cast<char*>(&c), 1));
    } else if (c < 0x20 || c >= 0x7F) {
      char octal[5] = {'\\', static_cast<char>('0' + (c >> 6)),
                       static_cast<char>('0' + ((c >> 3) & 7)), static_cast<char>('0' + (c & 7)),
                       0};
      text += octal;
    } else {
      text += static_cast<char>(c);
    }
  }
  return text + "\"";
}

std::string FromPathText(absl::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  std::string path;
  absl::string_view inner = text.substr(1, text.size() - 2);
  for (size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != '\\') {
      path += inner[i];
      continue;
    }
    auto octal = [&](size_t k) { return k < inner.size() && inner[k] >= '0' && inner[k] <= '7'; };
    if (octal(i + 1) && octal(i + 2) && octal(i + 3)) {
      path += static_cast<char>((inner[i + 1] - '0') * 64 + (inner[i + 2] - '0') * 8 +
                                (inner[i + 3] - '0'));
      i += 3;
    } else if (i + 1 < inner.size()) {
      path += inner[++i];
    } else {
      return std::string(text);
    }
  }
  return path;
}

}  // namespace allreview
