#ifndef ANALYZERS_RULES_TEXT_OBSERVATION_H_
#define ANALYZERS_RULES_TEXT_OBSERVATION_H_

// What a rule says of a line of a changed file that is not Python: a recipe, a workflow. For
// check_change alone.
//
//   const std::vector<int> lines = NewLinesOf(file, before, after);
//   ReportInText(kRule.info, file, after, {.line = 7, .params = {{"option", option}}});
//   ReportInText(kRule.info, file, before, {.side = Side::kLeft, .line = 1});  // It is removed.
//
// text_coverage.h says which of these files are reviewed.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

struct TextObservation {
  Side side = Side::kRight;  // Of the text.
  int line = 0;
  Params params = {};
  std::vector<Related> related = {};
};

// Lines of the file that the change adds, sorted. Of files that no rule reads, hunks say only where
// they are, so that the versions are compared there. `before` is null for a new file.
std::vector<int> NewLinesOf(const change::ChangedFile& file, const std::string* before,
                            absl::string_view after);

void ReportInText(const RuleInfo& rule, const change::ChangedFile& file, absl::string_view text,
                  TextObservation observation);

// What makes a finding about a line that the change removes its business.
Cause CauseOfRemovedLine(const change::ChangedFile& file, int old_line);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_TEXT_OBSERVATION_H_
