#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CODE_WORDS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CODE_WORDS_H_

// Names and code as parts of statements. Pure.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

// One line, cut, without what would end a code span.
std::string Shown(absl::string_view code, size_t max_bytes = 90);
// "`a`, `b` and `c`".
Words CodeList(const std::vector<std::string>& items);
// For comparisons that layout does not decide.
std::string WithoutBlanks(absl::string_view text);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CODE_WORDS_H_
