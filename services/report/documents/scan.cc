#include "services/report/documents/scan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "review/reported.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/appendix.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;
using review::v1::Review;

bool IsCounted(const Finding& finding) {
  return IsReported(finding.shown()) && finding.kind() != finding::v1::KIND_PRAISE;
}

std::string FolderOf(const Finding& finding) {
  const std::string& path = finding.range().path();
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

template <typename NameOf>
std::vector<Tally> TallyBy(const Review& review, const NameOf& name_of) {
  std::map<std::string, Tally> by_name;
  for (const Finding& finding : review.findings()) {
    if (!IsCounted(finding)) continue;
    Tally& tally = by_name[name_of(finding)];
    ++tally.total;
    if (finding.kind() == finding::v1::KIND_QUESTION) {
      ++tally.questions;
    } else {
      const int severity = finding.severity() - finding::v1::SEVERITY_P0;
      ++tally.by_severity[std::clamp(severity, 0, 3)];
    }
  }
  std::vector<Tally> tallies;
  for (auto& [name, tally] : by_name) {
    tally.name = name;
    tallies.push_back(std::move(tally));
  }
  std::stable_sort(tallies.begin(), tallies.end(),
                   [](const Tally& a, const Tally& b) { return a.total > b.total; });
  return tallies;
}

std::string Table(Language language, const Phrase& head, const std::vector<Tally>& tallies) {
  std::string table = absl::StrCat(head.In(language), "\n| --- | ---: | --- |\n");
  for (const Tally& tally : tallies) {
    absl::StrAppend(&table, "| ", MarkdownCode(tally.name), " | ", Grouped(tally.total), " | ",
                    SeveritiesOf(language, tally), " |\n");
  }
  return table;
}

std::string ItemLabel(Language language, const Finding& finding) {
  static constexpr Phrase kQuestion("question", "提问");
  static constexpr Phrase kGood("praise", "优点");
  if (finding.kind() == finding::v1::KIND_QUESTION) return std::string(kQuestion.In(language));
  if (finding.kind() == finding::v1::KIND_PRAISE) return std::string(kGood.In(language));
  return absl::StrCat(SeverityLabel(finding.severity()), HintMark(language, finding));
}

std::string Items(Language language, const Review& review) {
  std::string items;
  for (const Finding& finding : review.findings()) {
    if (!IsReported(finding.shown())) continue;
    absl::StrAppend(&items, "- **[", ItemLabel(language, finding), "]** ",
                    MarkdownCode(Place(finding.range())), " - ",
                    SentenceMarkdown(language, ProblemOf(finding)),
                    InBrackets(language, MarkdownCode(finding.rule_id())), "\n");
  }
  return items;
}

}  // namespace

std::vector<Tally> TallyByRule(const Review& review) {
  return TallyBy(review, [](const Finding& finding) { return finding.rule_id(); });
}

std::vector<Tally> TallyByFolder(const Review& review) { return TallyBy(review, FolderOf); }

std::string SeveritiesOf(Language language, const Tally& tally) {
  static constexpr Noun kQuestion = {"question", "questions", "个提问"};
  std::vector<std::string> parts;
  for (int i = 0; i < 4; ++i) {
    if (tally.by_severity[i] == 0) continue;
    parts.push_back(absl::StrCat(Grouped(tally.by_severity[i]), " P", i));
  }
  if (tally.questions > 0) parts.push_back(Count(language, tally.questions, kQuestion));
  return absl::StrJoin(parts, Comma(language));
}

std::string ScanSentence(Language language, const Review& review) {
  static constexpr Phrase kSentence("{findings} in {affected} of {files}",
                                    "{files}中有 {affected} 个存在问题，共 {findings}");
  std::set<std::string> affected;
  int total = 0;
  for (const Finding& finding : review.findings()) {
    if (!IsCounted(finding)) continue;
    ++total;
    affected.insert(finding.range().path());
  }
  return Say(language, kSentence,
             {{"findings", Count(language, total, kFindingNoun)},
              {"affected", Grouped(static_cast<int64_t>(affected.size()))},
              {"files", Count(language, review.files_size(), kFileNoun)}});
}

std::string ScanMarkdown(Language language, const Review& review) {
  static constexpr Phrase kTitle("### Scan of `{commit}`", "### 扫描 `{commit}`");
  static constexpr Phrase kConclusion("**{conclusion}**: {reason}", "**{conclusion}**：{reason}");
  static constexpr Phrase kSentence("{sentence}, {lines} read.", "{sentence}，已读取 {lines}。");
  static constexpr Phrase kByRule("### Findings by rule", "### 按规则统计");
  static constexpr Phrase kRuleHead("| Rule | Findings | Severity |", "| 规则 | 问题数 | 级别 |");
  static constexpr Phrase kByFolder("### Findings by folder", "### 按目录统计");
  static constexpr Phrase kFolderHead("| Folder | Findings | Severity |",
                                      "| 目录 | 问题数 | 级别 |");
  static constexpr Phrase kFindings("### Findings", "### 问题列表");
  std::string text = absl::StrCat(
      Say(language, kTitle, {{"commit", review.change().head_commit().substr(0, 12)}}), "\n\n",
      Say(language, kConclusion,
          {{"conclusion", ConclusionLabel(language, review.conclusion())},
           {"reason", SentenceMarkdown(language, review.conclusion_reason())}}),
      "\n\n",
      Say(language, kSentence,
          {{"sentence", ScanSentence(language, review)},
           {"lines", Count(language, review.totals().additions(), kLineNoun)}}),
      "\n\n");
  if (const std::vector<Tally> rules = TallyByRule(review); !rules.empty()) {
    absl::StrAppend(&text, kByRule.In(language), "\n\n", Table(language, kRuleHead, rules), "\n",
                    kByFolder.In(language), "\n\n",
                    Table(language, kFolderHead, TallyByFolder(review)), "\n");
  }
  if (const std::string items = Items(language, review); !items.empty()) {
    absl::StrAppend(&text, kFindings.In(language), "\n\n", items, "\n");
  }
  return text + AppendixMarkdown(language, review);
}

}  // namespace allreview::report
