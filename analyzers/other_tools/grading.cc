#include "analyzers/other_tools/grading.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace allreview::other_tools {
namespace {

using rules::Severity;

constexpr size_t kMaxToolBytes = 40, kMaxRuleBytes = 160;

struct Level {
  absl::string_view name;
  Severity severity;
};

constexpr Level kLevels[] = {{"error", Severity::kP1},
                             {"warning", Severity::kP2},
                             {"note", Severity::kP3},
                             {"none", Severity::kP3}};

// `problem.severity` of CodeQL and GitHub.
constexpr Level kProblemSeverities[] = {
    {"error", Severity::kP1}, {"warning", Severity::kP2}, {"recommendation", Severity::kP3}};

// These write "error" whatever a rule is about, a long line too, so it says nothing: ruff in each
// result of its SARIF output, actionlint in the template of its documentation.
constexpr absl::string_view kUngraded[] = {"ruff", "actionlint", "github-actions-lint"};

// What words in a rule's id and tags say it is about; the first that fits.
struct Subject {
  absl::string_view word;
  absl::string_view category;
  rules::Pillar pillar;
};
constexpr Subject kSubjects[] = {
    {"security", "security", rules::Pillar::kCorrectness},
    {"cwe-", "security", rules::Pillar::kCorrectness},
    {"performance", "performance", rules::Pillar::kMaintainability},
    {"concurrency", "logic", rules::Pillar::kCorrectness},
    {"readability", "readability", rules::Pillar::kReadability},
    {"naming", "readability", rules::Pillar::kReadability},
    {"style", "style", rules::Pillar::kReadability},
    {"format", "style", rules::Pillar::kReadability},
    {"modernize", "maintainability", rules::Pillar::kMaintainability},
    {"maintainability", "maintainability", rules::Pillar::kMaintainability},
};

const Level* Find(absl::Span<const Level> levels, absl::string_view name) {
  const auto found = std::find_if(levels.begin(), levels.end(),
                                  [&](const Level& level) { return level.name == name; });
  return found == levels.end() ? nullptr : &*found;
}

Severity SeverityOf(absl::string_view tool, const sarif::Rule* rule, const sarif::Result& result) {
  if (rule != nullptr && rule->security_severity >= 0) {
    if (rule->security_severity >= 7) return Severity::kP1;
    return rule->security_severity >= 4 ? Severity::kP2 : Severity::kP3;
  }
  const Level* level = Find(kLevels, result.level);
  if (level == nullptr && rule != nullptr) level = Find(kLevels, rule->level);
  if (level == nullptr && rule != nullptr) level = Find(kProblemSeverities, rule->problem_severity);
  const Severity severity = level == nullptr ? Severity::kP2 : level->severity;
  const bool is_ungraded =
      std::find(std::begin(kUngraded), std::end(kUngraded), tool) != std::end(kUngraded);
  return is_ungraded ? std::max(severity, Severity::kP2) : severity;
}

rules::Confidence ConfidenceOf(const sarif::Rule* rule) {
  if (rule == nullptr) return rules::Confidence::kMedium;
  if (rule->precision == "very-high" || rule->precision == "high") return rules::Confidence::kHigh;
  return rule->precision == "low" ? rules::Confidence::kLow : rules::Confidence::kMedium;
}

void SetSubject(const sarif::Rule* rule, const sarif::Result& result, Grade& grade) {
  std::string text = absl::AsciiStrToLower(result.rule_id);
  if (rule != nullptr) {
    for (const std::string& tag : rule->tags) {
      absl::StrAppend(&text, " ", absl::AsciiStrToLower(tag));
    }
  }
  grade.category = grade.severity == Severity::kP3 ? "style" : "logic";
  if (grade.severity == Severity::kP3) grade.pillar = rules::Pillar::kReadability;
  for (const Subject& subject : kSubjects) {
    if (!absl::StrContains(text, subject.word)) continue;
    grade.category = std::string(subject.category);
    grade.pillar = subject.pillar;
    return;
  }
}

std::string Cleaned(absl::string_view text, absl::string_view kept, size_t max_bytes) {
  std::string clean;
  for (char c : text.substr(0, max_bytes)) {
    const bool is_kept = absl::ascii_isalnum(c) || absl::StrContains(kept, std::string(1, c));
    if (is_kept || (!clean.empty() && clean.back() != '-')) clean += is_kept ? c : '-';
  }
  while (!clean.empty() && (clean.back() == '-' || clean.back() == '/')) clean.pop_back();
  return clean;
}

}  // namespace

Grade GradeOf(absl::string_view tool, const sarif::Rule* rule, const sarif::Result& result) {
  Grade grade = {.severity = SeverityOf(tool, rule, result), .confidence = ConfidenceOf(rule)};
  if (result.kind == "open" || result.kind == "review") {
    grade.kind = rules::Kind::kQuestion;
    grade.severity = std::max(grade.severity, Severity::kP2);
  }
  // A tool that doubts its own rule is not heard before those that do not.
  if (grade.confidence == rules::Confidence::kLow) grade.tier = rules::Tier::kHint;
  if (grade.severity == Severity::kP1) grade.impact = rules::Impact::kHigh;
  if (grade.severity == Severity::kP3) grade.impact = rules::Impact::kLow;
  SetSubject(rule, result, grade);
  return grade;
}

bool IsProblem(const sarif::Result& result) {
  return result.kind != "pass" && result.kind != "notApplicable" && result.kind != "informational";
}

std::string ToolName(absl::string_view name) {
  const std::string clean = Cleaned(absl::AsciiStrToLower(name), "_.+", kMaxToolBytes);
  return clean.empty() ? "tool" : clean;
}

std::string RuleId(absl::string_view tool, absl::string_view rule) {
  const std::string clean = Cleaned(rule, "_.+/:@", kMaxRuleBytes);
  return absl::StrCat(tool, "/", clean.empty() ? "unnamed" : clean);
}

}  // namespace allreview::other_tools
