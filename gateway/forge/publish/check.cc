#include "gateway/forge/publish/check.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "review/language/phrase.h"

namespace allreview::gateway {
namespace {

using finding::v1::Finding;

CheckAnnotation::Level LevelOf(const Finding& finding) {
  if (finding.kind() != finding::v1::KIND_DEFECT) return CheckAnnotation::Level::kNotice;
  switch (finding.severity()) {
    case finding::v1::SEVERITY_P0:
    case finding::v1::SEVERITY_P1:
      return CheckAnnotation::Level::kFailure;
    case finding::v1::SEVERITY_P2:
      return CheckAnnotation::Level::kWarning;
    default:
      return CheckAnnotation::Level::kNotice;
  }
}

}  // namespace

Check::State CheckState(const review::v1::Review& review) {
  if (review.gate().tripping() > 0) return Check::State::kFailure;
  switch (review.conclusion()) {
    case review::v1::CONCLUSION_SUCCESS:
    case review::v1::CONCLUSION_FINDINGS:
      return Check::State::kSuccess;
    case review::v1::CONCLUSION_BLOCKED:
      return Check::State::kActionRequired;
    default:
      return Check::State::kNeutral;
  }
}

std::vector<CheckAnnotation> Annotations(Language language, const review::v1::Review& review) {
  std::vector<CheckAnnotation> annotations;
  for (const Finding& finding : review.findings()) {
    const bool is_shown =
        finding.shown() == finding::v1::SHOWN_FULL || finding.shown() == finding::v1::SHOWN_FOLDED;
    const change::v1::SourceRange& range = finding.range();
    // Annotations are for the commit that was pushed: it has no removed lines.
    const bool is_left = range.side() == change::v1::SIDE_LEFT;
    if (!is_shown || is_left || finding.kind() == finding::v1::KIND_PRAISE) continue;
    const int first = std::max(1, range.first_line());
    annotations.push_back(
        {.path = range.path(),
         .first_line = first,
         .last_line = std::max(first, range.end_line() - 1),
         .level = LevelOf(finding),
         .title = absl::StrCat(finding.title(), InBrackets(language, finding.rule_id())),
         .message = finding.fix().empty() ? finding.problem()
                                          : absl::StrCat(finding.problem(), "\n", finding.fix())});
  }
  return annotations;
}

}  // namespace allreview::gateway
