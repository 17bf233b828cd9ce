#include "review/measurements.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/rule_table.h"

namespace allreview {
namespace {

using change::v1::SourceRange;
using finding::v1::Evidence;
using finding::v1::Finding;
using finding::v1::Measurement;
using finding::v1::Severity;
using numerics::v1::MeasuredExpression;

constexpr absl::string_view kFine = "ok";

int EndLine(const SourceRange& range) {
  return range.end_line() > 0 ? range.end_line() : range.first_line() + 1;
}

bool Overlap(const SourceRange& a, const SourceRange& b) {
  return a.path() == b.path() && a.side() != change::v1::SIDE_LEFT &&
         b.side() != change::v1::SIDE_LEFT && a.first_line() < EndLine(b) &&
         b.first_line() < EndLine(a);
}

bool IsMeasurable(const Finding& finding) {
  const rules::RuleInfo* rule = rules::FindRule(finding.rule_id());
  return rule != nullptr && rule->is_measurable && finding.kind() == finding::v1::KIND_DEFECT &&
         finding.range().first_line() > 0;
}

// Every format was measured, and nothing fails on inputs of any kind.
bool IsCleanSweep(const MeasuredExpression& expression) {
  return expression.measurements_size() > 0 &&
         std::all_of(expression.measurements().begin(), expression.measurements().end(),
                     [](const Measurement& it) { return it.verdict() == kFine; });
}

void AddEvidence(const Measurement& measurement, Finding& finding) {
  *finding.add_evidence()->mutable_measurement() = measurement;
}

// The rule's finding tells both.
void Absorb(const Finding& measured, Finding& finding) {
  for (const Evidence& evidence : measured.evidence()) *finding.add_evidence() = evidence;
  finding.set_confidence(finding::v1::CONFIDENCE_HIGH);
  if (finding.severity_source() == "rule" && measured.severity() < finding.severity()) {
    finding.set_severity(measured.severity());
  }
  if (finding.after_code().empty()) finding.set_after_code(measured.after_code());
}

void Lower(const MeasuredExpression& expression, Finding& finding) {
  for (const Measurement& measurement : expression.measurements()) {
    AddEvidence(measurement, finding);
  }
  if (finding.severity_source() != "rule" || finding.severity() >= finding::v1::SEVERITY_P3) return;
  finding.set_severity(static_cast<Severity>(finding.severity() + 1));
}

// The rule's own tier and severity, unless policy says otherwise. False: it is off.
bool ApplyPolicy(const analysis::v1::ResolvedPolicy& policy, Finding& finding) {
  const rules::RuleInfo* const rule = rules::FindRule(finding.rule_id());
  rules::Tier tier = rule == nullptr ? rules::Tier::kOn : rule->tier;
  for (const analysis::v1::PolicyValue& value : policy.values()) {
    absl::string_view key = value.key();
    if (value.origin() == "default" || !absl::ConsumePrefix(&key, "rules.") ||
        !absl::ConsumePrefix(&key, finding.rule_id()) || !absl::ConsumePrefix(&key, ".")) {
      continue;
    }
    if (key == "tier") {
      tier = value.value() == "off"    ? rules::Tier::kOff
             : value.value() == "hint" ? rules::Tier::kHint
                                       : rules::Tier::kOn;
    } else if (key == "enabled") {
      if (value.value() == "false") tier = rules::Tier::kOff;
      if (value.value() == "true" && tier == rules::Tier::kOff) tier = rules::Tier::kOn;
    } else if (key == "severity" && finding.kind() != finding::v1::KIND_PRAISE) {
      Severity severity;
      if (!finding::v1::Severity_Parse(absl::StrCat("SEVERITY_", value.value()), &severity)) {
        continue;
      }
      finding.set_severity(severity);
      finding.set_severity_source(value.origin());
    }
  }
  finding.set_is_hint(tier == rules::Tier::kHint);
  return tier != rules::Tier::kOff;
}

bool IsMeasured(const Finding& finding) {
  return std::any_of(finding.evidence().begin(), finding.evidence().end(),
                     [](const Evidence& evidence) { return evidence.has_measurement(); });
}

bool IsBefore(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& it) {
    return std::make_tuple(std::cref(it.range().path()), it.range().first_line(),
                           it.range().first_column(), std::cref(it.rule_id()),
                           std::cref(it.fingerprint()), std::cref(it.problem()));
  };
  return key(a) < key(b);
}

}  // namespace

std::vector<Finding> MergeMeasurements(const numerics::v1::NumericsReport& report,
                                       const analysis::v1::ResolvedPolicy& policy,
                                       std::vector<Finding> findings) {
  std::stable_sort(findings.begin(), findings.end(), IsBefore);
  std::vector<Finding> merged, measured;
  for (Finding& finding : findings) {
    (IsMeasured(finding) ? measured : merged).push_back(std::move(finding));
  }
  for (Finding& finding : merged) {
    if (!IsMeasurable(finding)) continue;
    const auto clean = std::find_if(report.expressions().begin(), report.expressions().end(),
                                    [&](const MeasuredExpression& expression) {
                                      return IsCleanSweep(expression) &&
                                             Overlap(expression.range(), finding.range());
                                    });
    if (clean != report.expressions().end()) Lower(*clean, finding);
  }
  for (Finding& finding : measured) {
    if (!ApplyPolicy(policy, finding)) continue;
    const auto same = std::find_if(merged.begin(), merged.end(), [&](const Finding& other) {
      return finding.kind() != finding::v1::KIND_PRAISE && IsMeasurable(other) &&
             other.shown() != finding::v1::SHOWN_SUPPRESSED &&
             Overlap(other.range(), finding.range());
    });
    if (same != merged.end()) {
      Absorb(finding, *same);
    } else {
      merged.push_back(std::move(finding));
    }
  }
  return merged;
}

}  // namespace allreview
