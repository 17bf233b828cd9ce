#include "services/report/documents/audit/audit.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/audit/families.h"
#include "services/report/documents/audit/finding_sections.h"
#include "services/report/documents/audit/observations.h"
#include "services/report/documents/audit/scaling_table.h"
#include "services/report/documents/audit/understanding.h"
#include "services/report/documents/audit/view.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using finding::v1::Finding;

constexpr Phrase kSummary("## Summary", "## 摘要");
constexpr Phrase kScaling("### Scaling", "### 可扩展性");
constexpr Phrase kFamilies("### Pattern families", "### 问题模式");
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
  const ChangedSymbol* best = nullptr;
  const auto weight = [](const ChangedSymbol& symbol) {
    const bool is_package = absl::EndsWith(symbol.path(), "__init__.py") && symbol.name().empty();
    const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
    return std::make_tuple(is_package, symbol.name().empty(), is_new, symbol.added_lines());
  };
  for (const ChangedSymbol& symbol : view.review().model().symbols()) {
    const bool is_top = symbol.name().find('.') == std::string::npos;
    const bool is_wanted = is_top && IsTelling(symbol.doc(), symbol.name()) &&
                           view.SettingOf(symbol.path()) == Setting::kProduction &&
                           symbol.status() != ChangedSymbol::STATUS_REMOVED;
    // A change is no module: what is new in it tells what it is for.
    if (!is_wanted || (!view.is_scan &&
                       (symbol.name().empty() || symbol.status() != ChangedSymbol::STATUS_ADDED))) {
      continue;
    }
    if (best == nullptr || weight(symbol) > weight(*best)) best = &symbol;
  }
  if (best == nullptr) return "";
  return Say(view.language, kModule,
             {{"path", MarkdownCode(best->name().empty() ? best->path() : best->name())},
              {"doc", Told(best->doc())}});
}

std::string Subject(const AuditView& view) {
  static constexpr Phrase kTree("{files} at commit {commit}: {folders}.",
                                "提交 {commit} 处的 {files}：{folders}。");
  static constexpr Phrase kChange("The change “{title}” touches {files}: {folders}.",
                                  "变更“{title}”涉及 {files}：{folders}。");
  static constexpr Phrase kUntitled("The change touches {files}: {folders}.",
                                    "本次变更涉及 {files}：{folders}。");
  const change::v1::ChangeInfo& change = view.review().change();
  const std::string files = Count(view.language, view.review().files_size(), kFileNoun);
  const std::string folders = Folders(view);
  if (view.is_scan) {
    return Say(view.language, kTree,
               {{"files", files},
                {"commit", MarkdownCode(change.head_commit().substr(0, 12))},
                {"folders", folders}});
  }
  if (change.title().empty()) {
    return Say(view.language, kUntitled, {{"files", files}, {"folders", folders}});
  }
  return Say(view.language, kChange,
             {{"title", MarkdownText(change.title())}, {"files", files}, {"folders", folders}});
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

std::string Assessment(const AuditView& view) {
  static constexpr Phrase kUnknown("**Not assessed**: the analysis did not run.",
                                   "**未评估**：分析没有运行。");
  static constexpr Phrase kNotReady(
      "**Not ready for production**: {count} can cause wrong results, crashes or hangs.",
      "**不能用于生产**：{count}可能导致结果错误、崩溃或卡死。");
  static constexpr Phrase kReserved(
      "**Ready with reservations**: nothing critical, but {count} of high impact at scale.",
      "**有条件通过**：没有严重问题，但有 {count}在大规模运行时影响较大。");
  static constexpr Phrase kOutside(
      "**No blocking findings in production code**: critical and high-impact findings are only in "
      "tests, examples or tools.",
      "**生产代码未发现阻断问题**：严重及高影响的问题只出现在测试、示例或工具中。");
  static constexpr Phrase kReady(
      "**No blocking findings**: no finding has critical or high impact.",
      "**未发现阻断问题**：没有严重或高影响的问题。");
  static constexpr Phrase kWithin("Findings within the scope of the question: {text}",
                                  "提问范围内的问题：{text}");
  static constexpr Phrase kAnswer("**At these sizes**: {text}", "**在这些规模下**：{text}");
  static constexpr Phrase kInPart("Some parts could not be read (see the end).",
                                  "部分内容无法读取（见文末）。");
  static constexpr Phrase kNotRead("**Not assessed**: the rules can read none of these files.",
                                   "**未评估**：这些文件都不是规则能读的。");
  static constexpr Phrase kNoFiles("**Nothing to assess**: no file matches the question.",
                                   "**没有可评估的内容**：没有文件符合提问范围。");
  if (!view.IsAnalysed()) return std::string(kUnknown.In(view.language));
  if (view.review().files().empty()) return std::string(kNoFiles.In(view.language));
  if (!view.HasRead()) return std::string(kNotRead.In(view.language));
  const std::string answer = SizesAnswer(view);
  const ImpactCounts critical = CountOf(view, finding::v1::IMPACT_CRITICAL);
  const ImpactCounts high = CountOf(view, finding::v1::IMPACT_HIGH);
  std::string text;
  if (critical.in_production > 0) {
    text = Say(view.language, kNotReady,
               {{"count", Count(view.language, critical.in_production, kFindingNoun)}});
  } else if (high.in_production > 0) {
    text = Say(view.language, kReserved,
               {{"count", Count(view.language, high.in_production, kFindingNoun)}});
  } else {
    text = Say(view.language, critical.certain + high.certain > 0 ? kOutside : kReady);
  }
  const bool is_partial =
      !view.IsComplete() || view.review().conclusion() == review::v1::CONCLUSION_INCOMPLETE;
  if (is_partial) text = JoinSentences(view.language, text, kInPart.In(view.language));
  if (!view.focus.checks().empty()) text = Say(view.language, kWithin, {{"text", text}});
  if (answer.empty()) return text;
  return absl::StrCat(Say(view.language, kAnswer, {{"text", answer}}), "\n\n", text);
}

std::string CountsLine(const AuditView& view) {
  static constexpr Phrase kLine("- **Findings**: {counts}", "- **问题**：{counts}");
  static constexpr Phrase kOpen("{label} {count} (+{open} to be confirmed)",
                                "{label} {count}（另 {open} 待确认）");
  static constexpr Phrase kSure("{label} {count}", "{label} {count}");
  static constexpr Phrase kNames[] = {Phrase("critical", "严重"), Phrase("high", "高"),
                                      Phrase("medium", "中"), Phrase("low", "低")};
  std::vector<std::string> parts;
  for (int i = 0; i < 4; ++i) {
    const ImpactCounts counts =
        CountOf(view, static_cast<finding::v1::Impact>(finding::v1::IMPACT_CRITICAL + i));
    parts.push_back(Say(view.language, counts.open > 0 ? kOpen : kSure,
                        {{"label", kNames[i].In(view.language)},
                         {"count", absl::StrCat(counts.certain)},
                         {"open", absl::StrCat(counts.open)}}));
  }
  return Say(view.language, kLine, {{"counts", absl::StrJoin(parts, Comma(view.language))}});
}

// Where standards differ: tests and tools are no production path.
std::string ContextLine(const AuditView& view) {
  static constexpr Phrase kLine("- **Context**: {parts}", "- **背景**：{parts}");
  static constexpr Phrase kParts[] = {Phrase("production code {count}", "生产代码 {count}"),
                                      Phrase("tests {count}", "测试 {count}"),
                                      Phrase("examples {count}", "示例 {count}"),
                                      Phrase("benchmarks {count}", "基准测试 {count}"),
                                      Phrase("tools {count}", "工具脚本 {count}"),
                                      Phrase("experiments {count}", "实验代码 {count}")};
  std::map<Setting, int> counts;
  for (const review::v1::FileSummary& file : view.review().files()) {
    // Locks, documents, settings and the commits of submodules are no code.
    const bool is_code = file.file_class() == change::v1::FILE_CLASS_SOURCE ||
                         file.file_class() == change::v1::FILE_CLASS_TEST;
    if (is_code) ++counts[view.SettingOf(file.entry().new_path())];
  }
  std::vector<std::string> parts;
  for (const auto& [setting, count] : counts) {
    parts.push_back(Say(view.language, kParts[static_cast<int>(setting)],
                        {{"count", Count(view.language, count, kFileNoun)}}));
  }
  // Production code alone is what everybody expects.
  if (counts.empty() || (counts.size() == 1 && counts.begin()->first == Setting::kProduction)) {
    return "";
  }
  return Say(view.language, kLine, {{"parts", absl::StrJoin(parts, Comma(view.language))}});
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
  return Say(view.language, kLine, {{"parts", absl::StrJoin(parts, Comma(view.language))}});
}

std::string SummaryText(const AuditView& view) {
  static constexpr Phrase kCoverage("- **Coverage**: {text}", "- **覆盖情况**：{text}");
  std::string text = absl::StrCat(JoinSentences(view.language, Subject(view), Purpose(view)),
                                  "\n\n", Assessment(view), "\n\n", CountsLine(view), "\n");
  for (const std::string& line :
       {ContextLine(view),
        Say(view.language, kCoverage, {{"text", CoverageSentence(view.language, view.review())}}),
        NotShownLine(view)}) {
    if (!line.empty()) absl::StrAppend(&text, line, "\n");
  }
  return absl::StrCat(text, "\n");
}

std::string Section(Language language, const Phrase& heading, const std::string& body) {
  return body.empty() ? "" : absl::StrCat(heading.In(language), "\n\n", body);
}

}  // namespace

std::string RenderAudit(const Assembly& assembly, Language language) {
  const AuditView view = MakeView(assembly, language);
  const bool wants_scaling = view.Wants(report::v1::AuditFocus::CHECK_SCALING) ||
                             view.Wants(report::v1::AuditFocus::CHECK_MEMORY);
  return absl::StrCat(
      UnderstandingMarkdown(view), kSummary.In(language), "\n\n", SummaryText(view),
      Section(language, kScaling, wants_scaling ? ScalingMarkdown(view) : ""),
      Section(language, kFamilies, FamiliesMarkdown(view)),
      Section(language, kSemiMarkov, SemiMarkovMarkdown(view)),
      Section(language, kCritical, FindingSection(view, finding::v1::IMPACT_CRITICAL)),
      Section(language, kHigh, FindingSection(view, finding::v1::IMPACT_HIGH)),
      Section(language, kMedium, FindingSection(view, finding::v1::IMPACT_MEDIUM)),
      Section(language, kLow, FindingSection(view, finding::v1::IMPACT_LOW)),
      Section(language, kPositive, PositiveObservations(view)),
      Section(language, kRecommendations, Recommendations(view)),
      AppendixMarkdown(language, assembly.review, Folding::kUntold));
}

}  // namespace allreview::report
