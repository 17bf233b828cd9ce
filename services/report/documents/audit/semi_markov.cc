#include "services/report/documents/audit/semi_markov.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule_table.h"
#include "base/languages.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/audit/finding_sections.h"
#include "services/report/documents/audit/observations.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;

constexpr Phrase kRuleHead("| Rule | What it checks | Result |", "| 规则 | 检查内容 | 结果 |");
constexpr Phrase kUnknown("not checked", "未检查");
constexpr Phrase kSomeAt("{findings}: {places}", "{findings}：{places}");

std::string Result(const AuditView& view, const std::vector<const Finding*>& found) {
  return Say(view.language, kSomeAt,
             {{"findings", Count(view.language, static_cast<int64_t>(found.size()), kFindingNoun)},
              {"places", PlacesText(view, found, 3)}});
}

bool SpeaksOfSemiMarkov(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  for (absl::string_view word : {"semicrf", "semi_crf", "semi-crf", "semimarkov", "semi_markov",
                                 "semi-markov", "cum_scores", "max_duration", "duration_bias"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// Something of the audited code that speaks of it; empty: nothing does.
std::string SemiMarkovEvidence(const AuditView& view) {
  for (const Finding* finding : view.findings) {
    if (finding->category() == "semi-markov") return Place(finding->range());
  }
  for (const analysis::v1::ChangedSymbol& symbol : view.review().model().symbols()) {
    if (SpeaksOfSemiMarkov(symbol.name()) || SpeaksOfSemiMarkov(symbol.signature_after())) {
      return absl::StrCat(symbol.path(), ":", symbol.name());
    }
  }
  for (const review::v1::FileSummary& file : view.review().files()) {
    if (ReaderOf(file.language()) == Reader::kPython &&
        SpeaksOfSemiMarkov(file.entry().new_path())) {
      return file.entry().new_path();
    }
  }
  return "";
}

// Empty: it found nothing. What the table of costs shows is no less there because the rule looks
// for another form.
std::string ResultOfRule(const AuditView& view, absl::string_view rule) {
  static constexpr Phrase kByScaling("{function} holds one, see Recommendations",
                                     "{function} 持有一个，见“建议”");
  std::vector<const Finding*> found;
  for (const Finding* finding : view.findings) {
    if (finding->rule_id() == rule) found.push_back(finding);
  }
  if (!found.empty()) return Result(view, found);
  if (rule != "materialised-edge-tensor") return "";
  const std::vector<const analysis::v1::Scaling*> held = LargeSequenceAllocations(view);
  if (held.empty()) return "";
  return Say(view.language, kByScaling,
             {{"function", MarkdownCellCode(NameOfSymbol(held[0]->symbol()))}});
}

}  // namespace

std::string SemiMarkovMarkdown(const AuditView& view) {
  static constexpr Phrase kPresent("The code contains semi-Markov models, for example {evidence}.",
                                   "代码中包含 semi-Markov 模型，例如 {evidence}。");
  static constexpr Phrase kCleanRules("{rules} of this family found nothing.",
                                      "该类别中有 {rules}未发现问题。");
  static constexpr Noun kRules = {"rule", "rules", "条规则"};
  const std::string evidence = view.is_scan ? SemiMarkovEvidence(view) : "";
  if (evidence.empty()) return "";
  std::string rows;
  int64_t clean = 0;
  for (const rules::RuleInfo& rule : rules::RuleTable()) {
    if (rule.assures.en.empty()) continue;
    const absl::string_view what =
        view.language == Language::kChinese ? rule.assures.zh : rule.assures.en;
    const std::string result = ResultOfRule(view, rule.id);
    if (result.empty()) {
      ++clean;
      continue;
    }
    absl::StrAppend(&rows, "| ", MarkdownCellCode(rule.id), " | ", what, " | ", result, " |\n");
  }
  std::string text =
      absl::StrCat(Say(view.language, kPresent, {{"evidence", MarkdownCode(evidence)}}), "\n\n");
  if (!view.IsAnalysed()) return absl::StrCat(text, kUnknown.In(view.language), "\n\n");
  if (!rows.empty()) {
    absl::StrAppend(&text, kRuleHead.In(view.language), "\n| --- | --- | --- |\n", rows, "\n");
  }
  if (clean == 0) return text;
  return absl::StrCat(
      text, Say(view.language, kCleanRules, {{"rules", Count(view.language, clean, kRules)}}),
      "\n\n");
}

}  // namespace allreview::report
