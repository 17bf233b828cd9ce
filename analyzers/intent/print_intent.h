#ifndef ANALYZERS_INTENT_PRINT_INTENT_H_
#define ANALYZERS_INTENT_PRINT_INTENT_H_

// Sentences of authors, for people and golden files:
//
//   description:3 change [reason] "Tokens were lost, because the buffer is small."
//   new "pkg/a.py":7 comment statement "x = cast(x)" [reason invariant] "Must be fp32 …"
//   moved "pkg/a.py":9 docstring parameter "x" [] "What comes in."
//
// Of a change those that it touches, then those of guides; of a file all, without sides. Bounded
// (base/outline.h).

#include <string>

#include "analyzers/intent/intent_of_change.h"
#include "analyzers/python/module.h"

namespace allreview::intent {

std::string PrintIntent(IntentOfChange& intent);
std::string PrintIntent(const python::Module& module);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_PRINT_INTENT_H_
