#ifndef ANALYZERS_OTHER_TOOLS_TOOL_FINDING_H_
#define ANALYZERS_OTHER_TOOLS_TOOL_FINDING_H_

// A result of another tool as a finding of the review.

#include <string>

#include "analyzers/other_tools/changed_places.h"
#include "analyzers/other_tools/edits.h"
#include "analyzers/other_tools/grading.h"
#include "analyzers/rules/finding.h"
#include "sarif/log.h"

namespace allreview::other_tools {

struct ToolResult {
  const sarif::Run& run;
  const sarif::Result& result;
  const sarif::Rule* rule = nullptr;  // Null: the log says nothing of it.
  std::string tool = {};              // ToolName().
  std::string rule_id = {};           // RuleId().
};

// "clang-tidy 14.0.6".
std::string DisplayName(const sarif::Run& run);

// Its fingerprint still is a key: rules::SetFingerprints.
rules::Finding MakeFinding(const ToolResult& result, const Grade& grade,
                           const ChangedPlaces::File& file, const rules::Range& range,
                           const std::optional<AppliedFix>& fix, ChangedPlaces& places);

// The lines of the change that the range stands on: `has_any` is false when it stands on none. What
// spans many lines, as a whole function does, stands on its first.
struct ChangedSpan {
  bool has_any = false;
  rules::Cause cause = {};
};
ChangedSpan SpanOf(const ChangedPlaces::File& file, const rules::Range& range);

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_TOOL_FINDING_H_
