#ifndef ANALYZERS_RULES_READABILITY_COMMENTED_CODE_H_
#define ANALYZERS_RULES_READABILITY_COMMENTED_CODE_H_

// Whether the text of a comment is Python, prose, or neither.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::rules {

bool IsAscii(absl::string_view text);
// Cheap, and true for all that IsCode says yes to: most comments end here.
bool LooksLikeCode(absl::string_view text);
// One line that parses as a statement that nobody writes as text: an assignment of a call, a call
// of a dotted name, an import, the head of a block.
bool IsCode(absl::string_view text);
// Several lines. Their statements when all of them are such; else 0.
int CodeStatementsIn(absl::string_view text);
// Three words in a row: a sentence, or a part of one.
bool IsProse(absl::string_view text);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_COMMENTED_CODE_H_
