#ifndef ANALYZERS_RULES_TEXT_OBSERVATION_H_
#define ANALYZERS_RULES_TEXT_OBSERVATION_H_

// What a rule says of a line of a changed file that is not Python: a recipe, a workflow. For
// check_change alone.
//
//   ReportInText(kRefusedConfiguration, file, text, {.line = 7, .params = {{"option", option}}});
//
// The file is not said to be reviewed because of it.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

struct TextObservation {
  int line = 0;  // After the change; the finding is dropped when the line is not new.
  Params params = {};
  std::vector<Related> related = {};
};

void ReportInText(const RuleInfo& rule, const change::ChangedFile& file, absl::string_view text,
                  TextObservation observation);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_TEXT_OBSERVATION_H_
