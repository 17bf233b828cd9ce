#include "review/headline.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/language/phrase.h"
#include "sentences/phrases/conclusion.h"
#include "sentences/sentence.h"

namespace allreview {
namespace {

constexpr size_t kMaxBytes = 255;

}  // namespace

std::string CountsText(Language language, const review::v1::Counts& counts) {
  static constexpr Phrase kOfSeverity("{count} {severity}", "{count} 个 {severity}");
  std::vector<std::string> parts;
  const std::pair<int, const char*> severities[] = {
      {counts.p0(), "P0"}, {counts.p1(), "P1"}, {counts.p2(), "P2"}, {counts.p3(), "P3"}};
  for (const auto& [count, name] : severities) {
    if (count == 0) continue;
    parts.push_back(
        Say(language, kOfSeverity, {{"count", absl::StrCat(count)}, {"severity", name}}));
  }
  if (counts.questions() > 0) {
    parts.push_back(
        In(language, Counted(counts.questions(), phrases::kOneQuestion, phrases::kQuestions)));
  }
  return absl::StrJoin(parts, Comma(language));
}

std::string Headline(Language language, const Verdict& verdict) {
  static constexpr Phrase kNoFindings("No findings", "未发现问题");
  static constexpr Phrase kFindings("Findings: {what}", "发现问题：{what}");
  static constexpr Phrase kBlocked("Blocked: {what}", "阻断合并：{what}");
  static constexpr Phrase kIncomplete("Incomplete: {what}", "评审不完整：{what}");
  static constexpr Phrase kNoConclusion("the review has no conclusion", "评审没有结论");
  const std::string found = CountsText(language, *verdict.counts);
  const std::string reason = verdict.reason.empty() ? std::string(kNoConclusion.In(language))
                                                    : std::string(verdict.reason);
  std::string title;
  switch (verdict.conclusion) {
    case review::v1::CONCLUSION_SUCCESS:
      title = std::string(kNoFindings.In(language));
      break;
    case review::v1::CONCLUSION_FINDINGS:
      title = Say(language, kFindings, {{"what", found}});
      break;
    case review::v1::CONCLUSION_BLOCKED:
      title = Say(language, kBlocked, {{"what", found}});
      break;
    default:
      title = verdict.counts->files_reviewed() == 0
                  ? NotReviewedTitle(language, reason)
                  : Say(language, kIncomplete, {{"what", reason}});
      break;
  }
  return Shorten(CleanLine(title), kMaxBytes);
}

std::string NotReviewedTitle(Language language, absl::string_view why) {
  static constexpr Phrase kNotReviewed("Not reviewed: {why}", "未评审：{why}");
  return Say(language, kNotReviewed, {{"why", why}});
}

}  // namespace allreview
