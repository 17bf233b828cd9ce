#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_TESTING_ASKED_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_TESTING_ASKED_H_

// What is asked of a change that is written as analyzers/rules/fixture.h says.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

// Kinds of questions, weightiest first.
std::vector<std::string> KindsOf(absl::string_view change);
// The text of the first one; empty: nothing is asked.
std::string TextOf(absl::string_view change, Language language = Language::kEnglish);
// pkg/a.py before and after.
std::string Changed(absl::string_view before, absl::string_view after);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_TESTING_ASKED_H_
