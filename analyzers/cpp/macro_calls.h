#ifndef ANALYZERS_CPP_MACRO_CALLS_H_
#define ANALYZERS_CPP_MACRO_CALLS_H_

#include "analyzers/cpp/readable_tokens.h"

namespace allreview::cpp {

// Makes blocks of macros with statements among their arguments, and statements of macros that
// stand on lines of their own without a semicolon; see readable_text.h.
void ReadMacroCalls(const ReadableTokens& tokens, EditedText* text);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_MACRO_CALLS_H_
