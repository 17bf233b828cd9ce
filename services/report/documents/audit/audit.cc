#include "services/report/documents/audit/audit.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/audit/finding_sections.h"
#include "services/report/documents/audit/impact.h"
#include "services/report/documents/audit/observations.h"
#include "services/report/documents/audit/release.h"
#include "services/report/documents/audit/scaling_table.h"
#include "services/report/documents/audit/semi_markov.h"
#include "services/report/documents/audit/understanding.h"
#include "services/report/documents/audit/view.h"
#include "services/report/documents/empty_sections.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/opening.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using finding::v1::Finding;

constexpr Phrase kSummary("## Summary", "## 摘要");
constexpr Phrase kScaling("### Scaling", "### 可扩展性");
constexpr Phrase kImpact("### What it brings to production", "### 对生产的影响");
constexpr Phrase kSemiMarkov("### Semi-Markov CRF", "### Semi-Markov CRF");
constexpr Phrase kCritical("## Critical Issues", "## 严重问题");
constexpr Phrase kHigh("## High Priority", "## 高优先级");
constexpr Phrase kMedium("## Medium Priority", "## 中优先级");
constexpr Phrase kLow("## Low Priority", "## 低优先级");
constexpr Phrase kPositive("## Positive Observations", "## 值得肯定之处");
constexpr Phrase kRecommendations("## Recommendations", "## 建议");

// "`a/b/`: 3 files" for the folders with the most files.
std::string Folders(const AuditView& view) {
  constexpr size_t kMaxFolders = 4;
  std::map<std::string, int> counts;
  for (const review::v1::FileSummary& file : view.review().files()) {
    const std::string& path = file.entry().new_path();
    const size_t slash = path.rfind('/');
    ++counts[slash == std::string::npos ? "/" : path.substr(0, slash + 1)];
  }
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [folder, count] : counts) sorted.emplace_back(-count, folder);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> texts;
  for (const auto& [count, folder] : sorted) {
    if (texts.size() == kMaxFolders) {
      texts.push_back("…");
      break;
    }
    texts.push_back(absl::StrCat(MarkdownCode(folder), " ×", -count));
  }
  return absl::StrJoin(texts, Comma(view.language));
}

// A first sentence that says something: a signature or a title of dashes does not.
bool IsTelling(absl::string_view doc, absl::string_view name) {
  return doc.size() > 15 && !absl::StartsWith(doc, absl::StrCat(name, "(")) &&
         absl::StrContains(doc, " ");
}

std::string Told(const std::string& doc) {
  std::string text = MarkdownProse(Shorten(doc, 160));
  while (!text.empty() && text.back() == '.') text.pop_back();
  return text;
}

// What the code is for: by its module, of a few files; else by its largest class or function.
std::string Purpose(const AuditView& view) {
  static constexpr Phrase kModule("{path}: {doc}.", "{path}：{doc}。");
  if (!view.is_scan) {
    const SaidSentences reasons = Opening(view.language, view.review()).Reasons(1);
    return reasons.empty() ? "" : SaidMarkdown(view.language, *reasons.front());
  }
  const ChangedSymbol* best = nullptr;
  const auto weight = [](const ChangedSymbol& symbol) {
    const bool is_package = absl::EndsWith(symbol.path(), "__init__.py") && symbol.name().empty();
    return std::make_tuple(is_package, symbol.name().empty(), symbol.added_lines());
  };
  for (const ChangedSymbol& symbol : view.review().model().symbols()) {
    const bool is_top = symbol.name().find('.') == std::string::npos;
    const bool is_wanted = is_top && IsTelling(symbol.doc(), symbol.name()) &&
                           view.SettingOf(symbol.path()) == Setting::kProduction;
    if (!is_wanted) continue;
    if (best == nullptr || weight(symbol) > weight(*best)) best = &symbol;
  }
  if (best == nullptr) return "";
  return Say(view.language, kModule,
             {{"path", MarkdownCode(best->name().empty() ? best->path() : best->name())},
              {"doc", QuotedWords(view.language, Told(best->doc()))}});
}

// Of a change its title; of a tree, or where there is no title, the files.
std::string Subject(const AuditView& view) {
  static constexpr Phrase kTree("{files} at commit {commit}: {folders}.",
                                "提交 {commit} 处的 {files}：{folders}。");
  static constexpr Phrase kUntitled("A change of {files}: {folders}.", "修改 {files}：{folders}。");
  static constexpr Phrase kChange("“{title}”.", "“{title}”。");
  if (view.review().files().empty()) return "";
  const std::string title = view.is_scan ? "" : Opening(view.language, view.review()).Title();
  if (!title.empty()) return Say(view.language, kChange, {{"title", MarkdownProse(title)}});
  if (view.review().files().empty()) return "";
  const std::string commit = view.review().change().head_commit().substr(0, 12);
  return Say(view.language, view.is_scan ? kTree : kUntitled,
             {{"files", Count(view.language, view.review().files_size(), kFileNoun)},
              {"commit", MarkdownCode(commit)},
              {"folders", Folders(view)}});
}

struct ImpactCounts {
  int certain = 0, open = 0;  // Defects; hints and questions.
  int in_production = 0;      // Of the defects.
};

ImpactCounts CountOf(const AuditView& view, finding::v1::Impact impact) {
  ImpactCounts counts;
  for (const RuleGroup& group : GroupsOf(view, impact)) {
    for (const Finding* finding : group.findings) {
      const bool is_open = finding->is_hint() || finding->kind() == finding::v1::KIND_QUESTION;
      ++(is_open ? counts.open : counts.certain);
      counts.in_production +=
          !is_open && view.SettingOf(finding->range().path()) == Setting::kProduction;
    }
  }
  return counts;
}

// What rules report of high impact, and what else is open.
std::string Verdict(const AuditView& view) {
  static constexpr Phrase kNotReady(
      "**Not ready for production**: {count} can cause wrong results, crashes or hangs.",
      "**不能用于生产**：{count}可能导致结果错误、崩溃或卡死。");
  static constexpr Phrase kReserved("**Ready with reservations**: {count} of high impact at scale.",
                                    "**有条件通过**：{count}在大规模运行时影响较大。");
  static constexpr Phrase kOutside(
      "**Findings outside of production code**: critical and high-impact findings are only in "
      "tests, examples or tools.",
      "**问题不在生产代码中**：严重及高影响的问题只出现在测试、示例或工具中。");
  static constexpr Phrase kClean("No rule reports a finding of critical or high impact.",
                                 "未发现严重或高优先级的问题。");
  static constexpr Phrase kOpen("**{count}** before production, below.",
                                "上线之前请处理下文的 **{count}**。");
  static constexpr Noun kPoint = {"open point", "open points", "个未决点"};
  const ImpactCounts critical = CountOf(view, finding::v1::IMPACT_CRITICAL);
  const ImpactCounts high = CountOf(view, finding::v1::IMPACT_HIGH);
  if (critical.in_production > 0) {
    return Say(view.language, kNotReady,
               {{"count", Count(view.language, critical.in_production, kFindingNoun)}});
  }
  if (high.in_production > 0) {
    return Say(view.language, kReserved,
               {{"count", Count(view.language, high.in_production, kFindingNoun)}});
  }
  if (critical.certain + high.certain > 0) return Say(view.language, kOutside);
  const auto open = static_cast<int64_t>(OpenPoints(view).size());
  if (open > 0) {
    return Say(view.language, kOpen, {{"count", Count(view.language, open, kPoint)}});
  }
  // What follows from the change stands below: that is not nothing.
  const bool has_impact = !view.is_scan && !ImpactMarkdown(view).empty();
  return has_impact ? "" : std::string(kClean.In(view.language));
}

std::string Assessment(const AuditView& view) {
  static constexpr Phrase kUnknown("**Not assessed**: the analysis did not run.",
                                   "**未评估**：分析没有运行。");
  static constexpr Phrase kWithin("Findings within the scope of the question: {text}",
                                  "提问范围内的问题：{text}");
  static constexpr Phrase kAnswer("**At these sizes**: {text}", "**在这些规模下**：{text}");
  static constexpr Phrase kInPart("Some parts could not be read (see the end).",
                                  "部分内容无法读取（见文末）。");
  static constexpr Phrase kNotRead(
      "**Not assessed**: none of these files could be reviewed (see the end).",
      "**未评估**：这些文件都没能评审（见文末）。");
  static constexpr Phrase kNoFiles("**Nothing to assess**: no file matches the question.",
                                   "**没有可评估的内容**：没有文件符合提问范围。");
  if (!view.IsAnalysed()) return std::string(kUnknown.In(view.language));
  if (view.review().files().empty()) return std::string(kNoFiles.In(view.language));
  if (!view.HasRead()) return std::string(kNotRead.In(view.language));
  const std::string answer = SizesAnswer(view);
  std::string text = Verdict(view);
  const bool is_partial =
      !view.IsComplete() || view.review().conclusion() == review::v1::CONCLUSION_INCOMPLETE;
  if (is_partial) text = JoinSentences(view.language, text, kInPart.In(view.language));
  const bool is_within = !view.focus.checks().empty() && !text.empty();
  if (is_within) text = Say(view.language, kWithin, {{"text", text}});
  if (answer.empty()) return text;
  return absl::StrCat(Say(view.language, kAnswer, {{"text", answer}}), "\n\n", text);
}

std::string CountsLine(const AuditView& view) {
  static constexpr Phrase kLine("- **Findings**: {counts}", "- **问题**：{counts}");
  static constexpr Phrase kOpen("{label} {count} (+{open} to be confirmed)",
                                "{label} {count} 个（另有 {open} 个待确认）");
  static constexpr Phrase kSure("{label} {count}", "{label} {count} 个");
  static constexpr Phrase kOnlyOpen("{label} {open} to be confirmed",
                                    "{label} {open} 个（待确认）");
  static constexpr Phrase kNames[] = {Phrase("critical", "严重"), Phrase("high", "高"),
                                      Phrase("medium", "中"), Phrase("low", "低")};
  std::vector<std::string> parts;
  for (int i = 0; i < 4; ++i) {
    const ImpactCounts counts =
        CountOf(view, static_cast<finding::v1::Impact>(finding::v1::IMPACT_CRITICAL + i));
    if (counts.certain + counts.open == 0) continue;
    const Phrase& phrase = counts.certain == 0 ? kOnlyOpen : counts.open > 0 ? kOpen : kSure;
    parts.push_back(Say(view.language, phrase,
                        {{"label", kNames[i].In(view.language)},
                         {"count", absl::StrCat(counts.certain)},
                         {"open", absl::StrCat(counts.open)}}));
  }
  if (parts.empty()) return "";
  return Say(view.language, kLine, {{"counts", absl::StrJoin(parts, ClauseComma(view.language))}});
}

std::string NotShownLine(const AuditView& view) {
  static constexpr Phrase kLine("- **Counted only**: {parts}", "- **仅计数**：{parts}");
  static constexpr Phrase kSuppressed("{count} suppressed in the code", "{count} 个在代码中被抑制");
  static constexpr Phrase kKnown("{count} in the baseline", "{count} 个已在基线中");
  static constexpr Phrase kBelow("{count} below the requested severity",
                                 "{count} 个低于所要求的严重级别");
  static constexpr Phrase kProbation("{count} from rules on probation",
                                     "{count} 个来自处于试用期的规则");
  static constexpr Phrase kElsewhere("{count} outside the scope of the question",
                                     "{count} 个超出提问范围");
  std::vector<std::string> parts;
  const auto add = [&](int count, const Phrase& phrase) {
    if (count > 0) parts.push_back(Say(view.language, phrase, {{"count", Grouped(count)}}));
  };
  add(view.suppressed, kSuppressed);
  add(view.known, kKnown);
  add(view.below, kBelow);
  add(view.on_probation, kProbation);
  add(view.elsewhere, kElsewhere);
  if (parts.empty()) return "";
  return Say(view.language, kLine, {{"parts", absl::StrJoin(parts, ClauseComma(view.language))}});
}

std::string SummaryText(const AuditView& view) {
  const std::string subject = JoinSentences(view.language, Subject(view), Purpose(view));
  // An answer to a question about sizes is a paragraph of its own.
  std::string text = view.is_scan ? absl::StrCat(subject, "\n\n", Assessment(view))
                                  : JoinSentences(view.language, subject, Assessment(view));
  text += "\n\n";
  std::string lines;
  for (const std::string& line : {CountsLine(view), NotShownLine(view)}) {
    if (!line.empty()) absl::StrAppend(&lines, line, "\n");
  }
  return lines.empty() ? text : absl::StrCat(text, lines, "\n");
}

// Sections without a word, named at the end so that nobody looks for them.
class Sections {
 public:
  explicit Sections(const AuditView& view) : view_(view) {}

  void Add(const Phrase& heading, const std::string& body) {
    const absl::string_view title = heading.In(view_.language);
    if (body.empty()) {
      empty_.emplace_back(absl::StripPrefix(title, "## "));
    } else {
      absl::StrAppend(&text_, title, "\n\n", body);
    }
  }
  // The text, then the line about what is empty. Of what nobody read nothing is known.
  std::string Finish() {
    if (empty_.empty()) return text_;
    const bool is_known = view_.IsAnalysed() && (view_.HasRead() || view_.review().files().empty());
    return absl::StrCat(
        text_,
        is_known ? NothingUnder(view_.language, empty_) : UnknownUnder(view_.language, empty_),
        "\n");
  }

 private:
  const AuditView& view_;
  std::string text_;
  std::vector<std::string> empty_;
};

std::string Section(Language language, const Phrase& heading, const std::string& body) {
  return body.empty() ? "" : absl::StrCat(heading.In(language), "\n\n", body);
}

}  // namespace

std::string RenderAudit(const Assembly& assembly, Language language) {
  const AuditView view = MakeView(assembly, language);
  const bool wants_scaling = view.Wants(report::v1::AuditFocus::CHECK_SCALING) ||
                             view.Wants(report::v1::AuditFocus::CHECK_MEMORY);
  // A change tells of costs in a line each, unless somebody asked for more.
  const bool has_table = wants_scaling && (view.is_scan || !view.focus.request().empty());
  Sections sections(view);
  sections.Add(kCritical, FindingSection(view, finding::v1::IMPACT_CRITICAL));
  sections.Add(kHigh, FindingSection(view, finding::v1::IMPACT_HIGH));
  sections.Add(kMedium, FindingSection(view, finding::v1::IMPACT_MEDIUM));
  sections.Add(kLow, FindingSection(view, finding::v1::IMPACT_LOW));
  sections.Add(kPositive, PositiveObservations(view));
  sections.Add(kRecommendations, Recommendations(view));
  return absl::StrCat(
      UnderstandingMarkdown(view), kSummary.In(language), "\n\n", SummaryText(view),
      Section(language, kScaling, has_table ? ScalingMarkdown(view) : ""),
      Section(language, kImpact, view.is_scan ? "" : ImpactMarkdown(view)),
      Section(language, kSemiMarkov, SemiMarkovMarkdown(view)), sections.Finish(),
      AppendixMarkdown(language, assembly.review,
                       view.focus.request().empty() ? Folding::kBesideReview : Folding::kUntold));
}

}  // namespace allreview::report
