#ifndef ANALYZERS_MOVES_CODE_TOKENS_H_
#define ANALYZERS_MOVES_CODE_TOKENS_H_

// Code as its interpreter sees it, as numbers that can be compared.
//
//   TokensOf(before, {.own_name = "f"}) == TokensOf(after, {.own_name = "g"})
//
// says that `after` is `before` but for its name. Not seen are comments, line breaks, the kind of
// quotes, a comma before a closing bracket, and parentheses that mean nothing; blocks are.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"

namespace allreview::moves {

struct CodeTokens {
  std::vector<uint64_t> code;  // Hash of each token.
  uint64_t code_hash = 0;      // Of all of them.
  uint64_t documentation = 0;  // Of strings that stand alone as statements; but for white space.

  bool HasSameCode(const CodeTokens& other) const {
    return code_hash == other.code_hash && code == other.code;
  }
  friend bool operator==(const CodeTokens&, const CodeTokens&) = default;
};

struct TokenOptions {
  // Identifiers, and whole strings, of that text are all the same token.
  absl::string_view own_name = {};
  // Leaves out the functions and classes inside a class.
  bool is_without_members = false;
};

CodeTokens TokensOf(python::Node code, const TokenOptions& options);

// Share of pairs of neighbouring tokens that both have: 0 to 1.
double SimilarityOf(const CodeTokens& a, const CodeTokens& b);

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_CODE_TOKENS_H_
