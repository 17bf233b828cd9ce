#ifndef ANALYZERS_CPP_TOKENS_H_
#define ANALYZERS_CPP_TOKENS_H_

// The tokens of a C++ text, comments left out, directives whole. For readable_text.h.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::cpp {

struct Token {
  enum class Kind : uint8_t { kWord, kNumber, kString, kPunctuation, kDirective };
  Kind kind = Kind::kPunctuation;  // Each punctuation character is one.
  uint32_t first = 0, end = 0;     // Bytes.
};

std::vector<Token> TokensOf(absl::string_view text);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_TOKENS_H_
