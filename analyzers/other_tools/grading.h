#ifndef ANALYZERS_OTHER_TOOLS_GRADING_H_
#define ANALYZERS_OTHER_TOOLS_GRADING_H_

// How much another tool's result counts here. docs/other_tools.md has the same table for people.
//
//   const Grade grade = GradeOf("clang-tidy", rule, result);
//
// Nobody has graded the rules of other tools as ours are graded, so none is more than P1. Pure.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/rules/finding.h"
#include "sarif/log.h"

namespace allreview::other_tools {

struct Grade {
  rules::Severity severity = rules::Severity::kP2;
  rules::Impact impact = rules::Impact::kMedium;
  rules::Pillar pillar = rules::Pillar::kCorrectness;
  rules::Confidence confidence = rules::Confidence::kMedium;
  rules::Kind kind = rules::Kind::kDefect;
  rules::Tier tier = rules::Tier::kOn;
  std::string category = {};
};

// `tool` as ToolName makes it; `rule` may be null.
Grade GradeOf(absl::string_view tool, const sarif::Rule* rule, const sarif::Result& result);

// Whether the result reports a problem, not that something is well or does not apply.
bool IsProblem(const sarif::Result& result);

// "Clang-Tidy" to "clang-tidy", "Semgrep OSS" to "semgrep-oss": the first part of a rule's id.
std::string ToolName(absl::string_view name);

// "clang-tidy/bugprone-use-after-move". Characters that no comment or policy could name are "-".
std::string RuleId(absl::string_view tool, absl::string_view rule);

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_GRADING_H_
