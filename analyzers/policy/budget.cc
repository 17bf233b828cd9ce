#include "analyzers/policy/budget.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace allreview::policy {
namespace {

Severity EffectiveSeverity(const FindingKey& finding) {
  const bool may_block = finding.kind != Kind::kQuestion && !finding.is_hint;
  return may_block ? finding.severity : std::max(finding.severity, Severity::kP2);
}

// Praise has no severity of its own and comes after every P3.
int Rank(const FindingKey& finding) {
  if (finding.kind == Kind::kPraise) return static_cast<int>(Severity::kP3) + 1;
  return static_cast<int>(EffectiveSeverity(finding));
}

bool IsBefore(const FindingKey& a, const FindingKey& b) {
  const auto key = [](const FindingKey& f) {
    return std::make_tuple(f.is_hint, Rank(f), f.confidence, std::cref(f.path), f.line, f.column,
                           std::cref(f.rule_id), std::cref(f.fingerprint), std::cref(f.text),
                           f.kind, f.is_suppressed, f.is_on_probation, f.is_in_baseline);
  };
  const auto ka = key(a);
  const auto kb = key(b);
  return ka < kb;
}

bool IsBelow(const FindingKey& finding, Severity min_severity) {
  if (finding.kind == Kind::kPraise) return min_severity < Severity::kP3;
  return EffectiveSeverity(finding) > min_severity;
}

// Whether the finding is still in the running for a place in the documents.
bool IsEligible(const FindingKey& finding, const BudgetOptions& options) {
  return !finding.is_suppressed && !finding.is_on_probation && !finding.is_in_baseline &&
         !IsBelow(finding, options.min_severity);
}

// What nobody should read while something blocks the merge.
bool IsMinor(const FindingKey& finding) {
  return finding.is_hint || Rank(finding) == static_cast<int>(Severity::kP3);
}

Shown ReasonToHide(const FindingKey& finding) {
  if (finding.is_suppressed) return Shown::kSuppressed;
  if (finding.is_on_probation) return Shown::kProbation;
  if (finding.is_in_baseline) return Shown::kBaseline;
  return Shown::kBelowSeverity;
}

void Count(const FindingKey& finding, FindingCounts& counts) {
  if (finding.is_suppressed) {
    ++counts.suppressed;
  } else if (finding.is_on_probation) {
    ++counts.probation;
  } else if (finding.is_in_baseline) {
    ++counts.baseline;
  } else if (finding.kind == Kind::kPraise) {
    ++counts.praise;
  } else if (finding.kind == Kind::kQuestion) {
    ++counts.questions;
  } else {
    int* by_severity[] = {&counts.p0, &counts.p1, &counts.p2, &counts.p3};
    ++*by_severity[static_cast<int>(EffectiveSeverity(finding))];
  }
}

std::vector<size_t> Order(const std::vector<FindingKey>& findings) {
  std::vector<size_t> order(findings.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return IsBefore(findings[a], findings[b]); });
  return order;
}

std::vector<FoldedCount> CountFolded(const std::vector<FindingKey>& findings,
                                     const std::vector<Shown>& shown) {
  std::map<std::pair<std::string, Shown>, int> counts;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (shown[i] != Shown::kFull) ++counts[{findings[i].rule_id, shown[i]}];
  }
  std::vector<FoldedCount> folded;
  for (const auto& [key, count] : counts) folded.push_back({key.first, key.second, count});
  return folded;
}

}  // namespace

BudgetResult ApplyBudget(const std::vector<FindingKey>& findings, const BudgetOptions& options) {
  BudgetResult result;
  result.order = Order(findings);
  result.shown.resize(findings.size());
  bool has_blocking = false;
  for (const FindingKey& finding : findings) {
    result.severity.push_back(EffectiveSeverity(finding));
    Count(finding, result.counts);
    has_blocking |= IsEligible(finding, options) && Rank(finding) < static_cast<int>(Severity::kP2);
  }
  int left = std::max(options.max_findings, 1);
  std::map<Kind, int> left_of_kind = {{Kind::kDefect, left},
                                      {Kind::kQuestion, options.max_questions},
                                      {Kind::kPraise, options.max_praise}};
  for (size_t i : result.order) {
    const FindingKey& finding = findings[i];
    if (!IsEligible(finding, options)) {
      result.shown[i] = ReasonToHide(finding);
    } else if (has_blocking && IsMinor(finding)) {
      result.shown[i] = Shown::kWithheld;
    } else if (left > 0 && left_of_kind[finding.kind] > 0) {
      result.shown[i] = Shown::kFull;
      --left;
      --left_of_kind[finding.kind];
    } else {
      result.shown[i] = Shown::kFolded;
    }
  }
  result.folded = CountFolded(findings, result.shown);
  return result;
}

absl::string_view SeverityName(Severity severity) {
  constexpr absl::string_view kNames[] = {"P0", "P1", "P2", "P3"};
  return kNames[static_cast<int>(severity)];
}

}  // namespace allreview::policy
