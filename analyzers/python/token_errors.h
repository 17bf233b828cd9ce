#ifndef ANALYZERS_PYTHON_TOKEN_ERRORS_H_
#define ANALYZERS_PYTHON_TOKEN_ERRORS_H_

// Errors that no version of Python accepts, whatever its grammar: brackets that do not match,
// strings without end, and the marks of an unresolved merge.
//
//   if (std::optional<TokenError> error = FindTokenError(text)) Report(error->byte, error->what);
//
// tree-sitter's errors are a hint only: it recovers from some of these in silence, and fails on
// some valid code. Pure, in linear time.

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::python {

struct TokenError {
  uint32_t byte = 0;
  Words what;  // "`(` is never closed": a sentence, no period.
};

// The first certain error. Nothing: there is none, or what comes before it can be read in two ways,
// as f-strings within f-strings can (Python 3.12). `text` is what TextForParser makes of a file.
std::optional<TokenError> FindTokenError(absl::string_view text);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_TOKEN_ERRORS_H_
