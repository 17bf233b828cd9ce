#ifndef ANALYZERS_DIFF_TOKENS_H_
#define ANALYZERS_DIFF_TOKENS_H_

// Cuts a line into words, runs of white space, and single other characters.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::diff {

// Bytes [first, end) of a line, 0-based.
struct Span {
  int32_t first = 0, end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

enum class TokenKind : uint8_t { kWord, kSpace, kOther };

struct Token {
  Span span;
  TokenKind kind = TokenKind::kOther;
  uint32_t hash = 0;  // Of the bytes.
};

// Tokens cover the line without gaps. A UTF-8 sequence is never cut; each ideograph is a token.
std::vector<Token> Tokenize(absl::string_view line);

bool IsSpaceByte(char c);
// Without white space at both ends.
absl::string_view Trim(absl::string_view line);
// FNV-1a.
uint64_t HashBytes(absl::string_view bytes);
// Whether the lines differ in white space only, or not at all.
bool EqualsButForSpace(absl::string_view a, absl::string_view b);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_TOKENS_H_
