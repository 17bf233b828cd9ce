#ifndef ANALYZERS_MOVES_LAYOUT_TOKENS_H_
#define ANALYZERS_MOVES_LAYOUT_TOKENS_H_

// Tokens of Python that change nothing: what formatters put in and take out.

#include "analyzers/python/syntax.h"

namespace allreview::moves {

// A semicolon, a comma before a closing bracket, a parenthesis that may be left out.
bool IsLayoutToken(python::Node token);

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_LAYOUT_TOKENS_H_
