#ifndef ANALYZERS_POLICY_BUDGET_H_
#define ANALYZERS_POLICY_BUDGET_H_

// Decides which findings a reader sees in full. Pure; the result does not depend on the order of
// the input.
//
//   BudgetResult budget = ApplyBudget(keys, {.max_findings = 10});
//   for (size_t i : budget.order) Render(findings[i], budget.shown[i], budget.severity[i]);
//
// The rules, first match first, for each finding:
//   suppressed by a comment in the code        -> kSuppressed
//   its rule is on probation                   -> kProbation
//   it is in the caller's baseline             -> kBaseline
//   less severe than min_severity              -> kBelowSeverity (praise ranks below P3)
//   a P3 or a hint, and some P0 or P1 is left  -> kWithheld
//   a question after the first max_questions,
//   or praise after the first max_praise       -> kFolded
//   among the first max_findings of the rest   -> kFull
//   else                                       -> kFolded
//
// Nothing is dropped: each finding has exactly one state, and `folded` counts all that are not in
// full. A question or a hint is never P0 or P1: it becomes P2.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/finding.h"

namespace allreview::policy {

using rules::Confidence;
using rules::Kind;
using rules::Severity;

// Same order as finding.v1.Shown, which begins with "unspecified".
enum class Shown { kFull, kFolded, kWithheld, kSuppressed, kBelowSeverity, kProbation, kBaseline };

// What the decision depends on.
struct FindingKey {
  Severity severity = Severity::kP2;
  Confidence confidence = Confidence::kHigh;
  Kind kind = Kind::kDefect;
  bool is_hint = false;  // Of a rule that policy leaves a hint.
  std::string path = {};
  int line = 0;
  int column = 0;
  std::string rule_id = {};
  std::string fingerprint = {};
  std::string text = {};  // Only tells findings apart that are equal in all else: pass the problem.
  bool is_suppressed = false;
  bool is_on_probation = false;
  bool is_in_baseline = false;
};

struct BudgetOptions {
  int max_findings = 10;  // In full. Less than 1 counts as 1: a P0 is never folded away.
  Severity min_severity = Severity::kP3;
  int max_questions = 5;
  int max_praise = 3;
};

// Findings of one rule that are not in full.
struct FoldedCount {
  std::string rule_id = {};
  Shown shown = Shown::kFolded;
  int count = 0;
};

// What there is, shown or not; suppressed findings and rules on probation only in their own fields.
struct FindingCounts {
  int p0 = 0, p1 = 0, p2 = 0, p3 = 0;  // Defects.
  int questions = 0;
  int praise = 0;
  int suppressed = 0;
  int probation = 0;
  int baseline = 0;
};

struct BudgetResult {
  std::vector<size_t> order;  // Indices of the input: hints last; then by severity (praise
                              // last), confidence, path, line, column, rule, fingerprint, text.
  std::vector<Shown> shown;   // By index of the input, as is `severity`.
  std::vector<Severity>
      severity;  // After the rule for questions and hints; of no meaning for praise.
  std::vector<FoldedCount> folded;  // Sorted by rule, then state.
  FindingCounts counts;
};

BudgetResult ApplyBudget(const std::vector<FindingKey>& findings, const BudgetOptions& options);

// "P0" to "P3".
absl::string_view SeverityName(Severity severity);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_BUDGET_H_
