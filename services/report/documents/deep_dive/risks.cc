// Section 6: what may go wrong, with what is done about it. Rows come from findings, tests,
// differences of interfaces and effects; nothing is guessed.

#include <set>
#include <tuple>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/deep_dive/risk_rows.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/file_text.h"
#include "services/report/story/place_code.h"

namespace allreview::report::deep_dive {
namespace {

using finding::v1::Finding;

constexpr size_t kMaxFindings = 25;

RiskCategory CategoryOf(const Finding& finding) {
  const std::string& category = finding.category();
  if (category == "performance" || category == "resources") return RiskCategory::kPerformance;
  if (category == "contracts" || category == "configuration") return RiskCategory::kCompatibility;
  if (category == "tests") return RiskCategory::kTests;
  return RiskCategory::kCorrectness;
}

// "measured in bf16: 4,821 of 65,536 inputs fail"
std::string Measured(Language language, const Finding& finding) {
  for (const auto& evidence : finding.evidence()) {
    if (!evidence.has_measurement() || evidence.measurement().samples() == 0) continue;
    constexpr Phrase kMeasured(" Measured in {format}: {failures} of {samples} inputs fail.",
                               "在 {format} 下实测：{samples} 个输入中有 {failures} 个出错。");
    constexpr Phrase kRight(" Measured: {bounds}.", "实测：{bounds}。");
    const auto& measurement = evidence.measurement();
    if (measurement.failures() == 0) {
      return Say(language, kRight, {{"bounds", BoundMarkdown(language, measurement)}});
    }
    return Say(language, kMeasured,
               {{"format", MarkdownText(measurement.format())},
                {"failures", Grouped(measurement.failures())},
                {"samples", Grouped(measurement.samples())}});
  }
  return "";
}

RiskRow RowOf(Language language, const Finding& finding) {
  constexpr Phrase kConcern("{problem} ({place}){measured}", "{problem}（{place}）{measured}");
  constexpr Phrase kOpen("**Open, {severity}**: {fix}", "**未解决，{severity}**：{fix}");
  constexpr Phrase kQuestion("**Question for the author**: {fix}", "**向作者提问**：{fix}");
  constexpr Phrase kNoFix("the rule has no general fix", "该规则没有通用的修改方法");
  std::string fix = SentenceMarkdown(language, finding.fix());
  if (fix.empty()) fix = std::string(kNoFix.In(language));
  const bool is_question = finding.kind() == finding::v1::KIND_QUESTION;
  const std::string severity =
      absl::StrCat(SeverityLabel(finding.severity()), HintMark(language, finding));
  return {.category = CategoryOf(finding),
          .concern = Say(language, kConcern,
                         {{"problem", SentenceMarkdown(language, ProblemOf(finding))},
                          {"place", PlaceCode(language, finding.range())},
                          {"measured", Measured(language, finding)}}),
          .status = Say(language, is_question ? kQuestion : kOpen,
                        {{"fix", fix}, {"severity", severity}})};
}

// P0 to P2 and questions; what the code suppresses is listed at the end of the document.
std::vector<RiskRow> FindingRows(const Subject& subject) {
  std::vector<RiskRow> rows;
  size_t more = 0;
  for (const Finding& finding : subject.review.findings()) {
    const bool counts =
        finding.shown() == finding::v1::SHOWN_FULL || finding.shown() == finding::v1::SHOWN_FOLDED;
    const bool is_risk = finding.kind() != finding::v1::KIND_PRAISE &&
                         finding.severity() != finding::v1::SEVERITY_P3 &&
                         finding.severity() != finding::v1::SEVERITY_UNSPECIFIED;
    if (!counts || !is_risk) continue;
    if (rows.size() == kMaxFindings) {
      ++more;
    } else {
      rows.push_back(RowOf(subject.language, finding));
    }
  }
  if (more > 0) {
    constexpr Phrase kMore("Findings that are not listed: {count}", "未列出的问题：{count} 个");
    constexpr Phrase kWhere("see the review", "见评审文档");
    rows.push_back({.category = RiskCategory::kCorrectness,
                    .concern = Say(subject.language, kMore, {{"count", absl::StrCat(more)}}),
                    .status = std::string(kWhere.In(subject.language))});
  }
  return rows;
}

absl::string_view Label(Language language, RiskCategory category) {
  constexpr Phrase kCorrectness("Correctness", "正确性");
  constexpr Phrase kPerformance("Performance", "性能");
  constexpr Phrase kCompatibility("Compatibility", "兼容性");
  constexpr Phrase kTests("Test coverage", "测试覆盖");
  switch (category) {
    case RiskCategory::kCorrectness:
      return kCorrectness.In(language);
    case RiskCategory::kPerformance:
      return kPerformance.In(language);
    case RiskCategory::kCompatibility:
      return kCompatibility.In(language);
    case RiskCategory::kTests:
      return kTests.In(language);
  }
  return "";
}

std::string Cell(const std::string& markdown) {
  return absl::StrContains(markdown, "|") ? MarkdownText(WithoutMarks(markdown)) : markdown;
}

}  // namespace

std::string Risks(const Subject& subject) {
  std::vector<RiskRow> rows = FindingRows(subject);
  for (auto* collect : {QuestionRows, CompatibilityRisks, PerformanceRisks, TestRows}) {
    std::vector<RiskRow> more = collect(subject);
    rows.insert(rows.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }
  if (rows.empty()) {
    constexpr Phrase kNone("nothing to list ({what})", "没有可列出的内容（{what}）");
    return NotApplicable(subject.language,
                         Say(subject.language, kNone, {{"what", FilesByClass(subject)}}));
  }
  constexpr Phrase kHead(
      "| Risk Category | Specific Concern | Mitigation/Status |\n| --- | --- | --- |\n",
      "| 风险类别 | 具体问题 | 缓解措施/状态 |\n| --- | --- | --- |\n");
  std::string text(kHead.In(subject.language));
  std::set<std::tuple<RiskCategory, std::string, std::string>> told;
  for (const RiskRow& row : rows) {
    if (!told.emplace(row.category, row.concern, row.status).second) continue;
    absl::StrAppend(&text, "| **", Label(subject.language, row.category), "** | ",
                    Cell(row.concern), " | ", Cell(row.status), " |\n");
  }
  return text;
}

}  // namespace allreview::report::deep_dive
