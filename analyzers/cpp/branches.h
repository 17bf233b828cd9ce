#ifndef ANALYZERS_CPP_BRANCHES_H_
#define ANALYZERS_CPP_BRANCHES_H_

// Which branches of #if the grammar cannot read side by side. For readable_text.h.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/tokens.h"

namespace allreview::cpp {

// For each token, whether the parser is not to see it: a branch whose brackets are not balanced, or
// that begins or ends within a statement, beside the first of its alternatives, and the directives
// around it. Without an #else, a branch that opens or closes more than it has is not seen at all:
// `extern "C" {` for C++ alone.
std::vector<bool> UnreadableTokens(absl::string_view text, const std::vector<Token>& tokens);

// "if", "ifdef", "elif", …
absl::string_view DirectiveName(absl::string_view directive);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_BRANCHES_H_
