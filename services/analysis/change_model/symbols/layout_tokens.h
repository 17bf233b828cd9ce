#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_LAYOUT_TOKENS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_LAYOUT_TOKENS_H_

// Tokens of Python that change nothing: what formatters put in and take out.

#include "analyzers/python/syntax.h"

namespace allreview::analysis {

// A semicolon, a comma before a closing bracket, a parenthesis that may be left out.
bool IsLayoutToken(python::Node token);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_LAYOUT_TOKENS_H_
