#include "analyzers/diff/tokens.h"

#include "base/poll.h"

namespace allreview::diff {
namespace {

// From U+3000 on, characters are ideographs and the like, which stand for themselves.
constexpr unsigned char kFirstIdeographLead = 0xE3;

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool IsWordByte(char c) {
  unsigned char u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '_' ||
         (u >= 0x80 && u < kFirstIdeographLead);
}

size_t EndOfToken(absl::string_view line, size_t begin, TokenKind kind) {
  size_t end = begin + 1;
  switch (kind) {
    case TokenKind::kWord:
      while (end < line.size() && IsWordByte(line[end])) ++end;
      return end;
    case TokenKind::kSpace:
      while (end < line.size() && IsSpaceByte(line[end])) ++end;
      return end;
    case TokenKind::kOther:
      if (static_cast<unsigned char>(line[begin]) < kFirstIdeographLead) return end;
      while (end < line.size() && end < begin + 4 && IsContinuation(line[end])) ++end;
      return end;
  }
  return end;
}

}  // namespace

bool IsSpaceByte(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\n';
}

absl::string_view Trim(absl::string_view line) {
  while (!line.empty() && IsSpaceByte(line.front())) line.remove_prefix(1);
  while (!line.empty() && IsSpaceByte(line.back())) line.remove_suffix(1);
  return line;
}

uint64_t HashBytes(absl::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::vector<Token> Tokenize(absl::string_view line) {
  std::vector<Token> tokens;
  size_t begin = 0;
  while (begin < line.size()) {
    char c = line[begin];
    TokenKind kind = IsWordByte(c)    ? TokenKind::kWord
                     : IsSpaceByte(c) ? TokenKind::kSpace
                                      : TokenKind::kOther;
    size_t end = EndOfToken(line, begin, kind);
    uint64_t hash = HashBytes(line.substr(begin, end - begin));
    tokens.push_back({.span = {static_cast<int32_t>(begin), static_cast<int32_t>(end)},
                      .kind = kind,
                      .hash = static_cast<uint32_t>(hash ^ hash >> 32)});
    begin = end;
    Poll();
  }
  return tokens;
}

bool EqualsButForSpace(absl::string_view a, absl::string_view b) {
  size_t i = 0, j = 0;
  while (true) {
    while (i < a.size() && IsSpaceByte(a[i])) ++i;
    while (j < b.size() && IsSpaceByte(b[j])) ++j;
    if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
    if (a[i++] != b[j++]) return false;
  }
}

}  // namespace allreview::diff
