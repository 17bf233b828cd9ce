#ifndef ANALYZERS_POLICY_SUPPRESSION_H_
#define ANALYZERS_POLICY_SUPPRESSION_H_

// Comments that accept a finding:
//
//   x = y.item()  # allreview: ignore[host-sync-in-hot-path] until=2027-01-31 logged once per epoch
//   int n = t.numel();  // allreview: ignore[cxx-size-narrowed-to-int] a few rows
//
// The ids of one or more rules stand in the brackets; a reason is required; `until` is the last day
// on which the comment holds. It speaks of the statement that it stands in or, on a line of its
// own, of the next one, and suppresses findings of these rules that begin in that statement.
// Suppressed findings are kept and marked.
//
//   SuppressionResult result = ApplySuppressions({.findings = f, .directives = d, …});
//
// A comment that does not do what its author thinks is itself a finding, of one of the rules of
// rules::SuppressionRules(): malformed, without a reason, of an unknown rule, expired, or unused.
// They concern only comments whose own line or statement this change touches. An unused one is
// reported only when its rule ran and the file was reviewed to the end.
//
// Pure: today's date is an argument.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/engine.h"

namespace allreview::policy {

// What such a comment says.
struct Directive {
  int offset = 0;  // Of its '#', "//" or "/*", from the start of the text.
  std::vector<std::string> rule_ids = {};
  std::string reason = {};
  std::string until = {};  // YYYY-MM-DD; empty: for ever.
  std::string error = {};  // Why it is malformed; then only `offset` holds besides.
};

// None when the comment has no "# allreview:" in it, nor that of another language.
std::optional<Directive> ParseDirective(absl::string_view comment);

struct SuppressionInput {
  const std::vector<rules::Finding>& findings;
  const std::vector<rules::DirectiveComment>& directives;
  const std::vector<change::ChangedFile>& files;
  std::vector<std::string> rule_ids = {};     // All that exist.
  std::set<std::string> silent_rules = {};    // Of them, those that did not run.
  std::set<std::string> reviewed_paths = {};  // Files whose review came to its end.
  std::map<std::string, rules::RuleSetting> settings = {};
  std::string today = {};  // YYYY-MM-DD, UTC. Empty: nothing expires.
};

// A finding that a comment accepts.
struct AppliedSuppression {
  size_t finding = 0;  // Index in SuppressionInput.findings.
  rules::Range range;  // Of the comment.
  std::string reason;
  std::string until;
};

struct SuppressionResult {
  std::vector<AppliedSuppression> applied;  // By finding; at most one each.
  std::vector<rules::Finding> findings;     // About the comments themselves, by path and line.
  // Which comments with a date hold today; empty when there is none. The only way in which the date
  // changes a review, so it belongs to what a receipt covers.
  std::string dates;
  // "pkg/a.py: 1000 findings are listed, ...": what has more comments worth a finding than are
  // listed. Empty: all are.
  std::vector<std::string> cuts;
};

SuppressionResult ApplySuppressions(const SuppressionInput& input);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_SUPPRESSION_H_
