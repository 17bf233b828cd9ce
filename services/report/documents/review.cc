#include "services/report/documents/review.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "review/reported.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/commands.h"
#include "services/report/documents/empty_sections.h"
#include "services/report/documents/house.h"
#include "services/report/documents/scan.h"
#include "services/report/documents/summary.h"
#include "services/report/documents/test_verification.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/statement_lines.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;
using review::v1::Review;
using review::v1::ReviewComment;

bool IsDefect(const Finding& finding) {
  return finding.kind() != finding::v1::KIND_QUESTION && finding.kind() != finding::v1::KIND_PRAISE;
}

// "- **[P1]** `a.py:12` - ".
std::string ItemStart(Language language, const Finding& finding) {
  return absl::StrCat("- **[", SeverityLabel(finding.severity()), HintMark(language, finding),
                      "]** ", MarkdownCode(Place(finding.range())), Dash(language));
}

// " (`rule-id`)".
std::string RuleMark(Language language, const Finding& finding) {
  return InBrackets(language, MarkdownCode(finding.rule_id()));
}

// A block that belongs to an item two levels deep.
std::string Indented(const std::string& block) {
  return block.empty() ? "" : PrefixLines(block, "    ");
}

std::string Evidence(Language language, const Finding& finding) {
  static constexpr Phrase kEvidence("  - **Evidence**: {evidence}", "  - **依据**：{evidence}");
  static constexpr Phrase kSeeAlso("  - **Related**: {places}", "  - **相关**：{places}");
  std::string text;
  const std::vector<std::string> lines = EvidenceMarkdown(language, finding, Beside::kNothing);
  if (!lines.empty()) {
    const std::string evidence = absl::StrJoin(lines, Semicolon(language));
    absl::StrAppend(&text, Say(language, kEvidence, {{"evidence", evidence}}), "\n");
  }
  const std::string related = RelatedMarkdown(language, finding);
  if (!related.empty()) {
    absl::StrAppend(&text, Say(language, kSeeAlso, {{"places", related}}), "\n");
  }
  return text;
}

std::string CriticalItem(Language language, const Finding& finding) {
  static constexpr Phrase kProblem("  - **Problem**: {problem}", "  - **问题**：{problem}");
  static constexpr Phrase kFix("  - **Fix**: {fix}", "  - **修改建议**：{fix}");
  static constexpr Phrase kNoFix("The rule has no general fix.", "该规则没有通用的修改方法。");
  const std::string title =
      MarkdownProse(finding.title().empty() ? finding.rule_id() : finding.title());
  std::string fix = SentenceMarkdown(language, finding.fix());
  if (fix.empty()) fix = std::string(kNoFix.In(language));
  return absl::StrCat(ItemStart(language, finding), title, RuleMark(language, finding), "\n",
                      Say(language, kProblem, {{"problem", ProblemMarkdown(language, finding)}}),
                      "\n", Say(language, kFix, {{"fix", fix}}), "\n",
                      Indented(CodeChangeMarkdown(finding)), Evidence(language, finding));
}

std::string SuggestionItem(Language language, const Finding& finding) {
  static constexpr Phrase kSuggestion("  - **Suggestion**: {fix}", "  - **建议**：{fix}");
  const std::string fix = SentenceMarkdown(language, finding.fix());
  const std::string suggestion = fix.empty() ? SentenceMarkdown(language, finding.title()) : fix;
  return absl::StrCat(ItemStart(language, finding), ProblemMarkdown(language, finding),
                      RuleMark(language, finding), "\n",
                      Say(language, kSuggestion, {{"fix", suggestion}}), "\n",
                      Indented(CodeChangeMarkdown(finding)), Evidence(language, finding));
}

std::string NitpickItem(Language language, const Finding& finding) {
  const std::string told = JoinSentences(language, SentenceMarkdown(language, ProblemOf(finding)),
                                         SentenceMarkdown(language, finding.fix()));
  return absl::StrCat(ItemStart(language, finding), told, RuleMark(language, finding), "\n");
}

std::string QuestionItem(Language language, const Finding& finding) {
  const std::string told = JoinSentences(language, ProblemMarkdown(language, finding),
                                         SentenceMarkdown(language, finding.fix()));
  return absl::StrCat("- ", MarkdownCode(Place(finding.range())), Dash(language), told,
                      RuleMark(language, finding), "\n", Evidence(language, finding));
}

struct Severities {
  finding::v1::Severity first, last;
};

// Items of the shown defects of these severities; says so when some are only counted. Empty: there
// are none.
std::string Defects(Language language, const Review& review, Severities severities,
                    std::string (*item)(Language, const Finding&)) {
  static constexpr Phrase kCounted("None shown in full; {count} counted at the end.",
                                   "没有完整展示的条目；另有 {count} 条在文末计数。");
  std::string items;
  int folded = 0;
  for (const Finding& finding : review.findings()) {
    const bool belongs = IsDefect(finding) && finding.severity() >= severities.first &&
                         finding.severity() <= severities.last;
    if (!belongs || finding.shown() == finding::v1::SHOWN_SUPPRESSED) continue;
    if (IsShown(finding)) {
      items += item(language, finding);
    } else {
      ++folded;
    }
  }
  if (!items.empty()) return items;
  if (folded == 0) return "";
  return absl::StrCat(Say(language, kCounted, {{"count", absl::StrCat(folded)}}), "\n");
}

std::string Nitpicks(Language language, const Review& review) {
  static constexpr Phrase kSkipped("Skipped: P0/P1 issues come first.",
                                   "已略过：先处理 P0/P1 问题。");
  static constexpr Phrase kSkippedSome(
      "Skipped: P0/P1 issues come first ({count} counted at the end).",
      "已略过：先处理 P0/P1 问题（{count} 条在文末计数）。");
  int withheld = 0;
  for (const Finding& finding : review.findings()) {
    withheld += finding.shown() == finding::v1::SHOWN_WITHHELD &&
                finding.severity() == finding::v1::SEVERITY_P3;
  }
  const review::v1::Counts& counts = review.counts();
  if (withheld > 0 || counts.p0() + counts.p1() > 0) {
    return absl::StrCat(
        Say(language, withheld > 0 ? kSkippedSome : kSkipped, {{"count", absl::StrCat(withheld)}}),
        "\n");
  }
  return Defects(language, review, {finding::v1::SEVERITY_P3, finding::v1::SEVERITY_P3},
                 NitpickItem);
}

std::string Questions(Language language, const Review& review) {
  constexpr size_t kMaxQuestions = 7;
  static constexpr Phrase kWhy(
      "- What problem does this change solve? Nothing in the change gives a reason.",
      "- 本次变更解决什么问题？描述、提交信息和代码都没有说明理由。");
  std::string items;
  size_t asked = 0;
  for (const Finding& finding : review.findings()) {
    if (finding.kind() != finding::v1::KIND_QUESTION || !IsShown(finding)) continue;
    items += QuestionItem(language, finding);
    ++asked;
  }
  for (const analysis::v1::ChangeStatement* question : OpenQuestions(review)) {
    if (++asked > kMaxQuestions) break;
    absl::StrAppend(&items, "- ", StatementItem(language, *question), "\n");
  }
  if (!items.empty()) return items;
  return LacksReason(review) ? absl::StrCat(kWhy.In(language), "\n") : "";
}

std::string LineTitle(Language language, const ReviewComment& comment) {
  static constexpr Phrase kFile("**File:**", "**整个文件：**");
  static constexpr Phrase kLine("**Line {line}:**", "**第 {line} 行：**");
  static constexpr Phrase kOldLine("**Line {line} (before the change):**",
                                   "**第 {line} 行（变更前）：**");
  static constexpr Phrase kLines("**Lines {line}:**", "**第 {line} 行：**");
  static constexpr Phrase kOldLines("**Lines {line} (before the change):**",
                                    "**第 {line} 行（变更前）：**");
  const bool is_old = comment.side() == change::v1::SIDE_LEFT;
  if (comment.line() == 0) return std::string(kFile.In(language));
  if (comment.start_line() == 0) {
    return Say(language, is_old ? kOldLine : kLine, {{"line", absl::StrCat(comment.line())}});
  }
  return Say(language, is_old ? kOldLines : kLines,
             {{"line", absl::StrCat(comment.start_line(), "-", comment.line())}});
}

// Shown findings that no comment carries, because the change does not contain their file.
std::string Unanchored(Language language, const Review& review) {
  static constexpr Phrase kOutside("#### Outside the diff", "#### diff 之外");
  std::map<std::string, int> commented;
  for (const ReviewComment& comment : review.comments()) ++commented[comment.fingerprint()];
  std::string text;
  for (const Finding& finding : review.findings()) {
    if (!IsShown(finding) || commented[finding.fingerprint()]-- > 0) continue;
    absl::StrAppend(&text, "- ", MarkdownCode(Place(finding.range())), Dash(language),
                    ProblemMarkdown(language, finding), "\n");
  }
  if (text.empty()) return "";
  return absl::StrCat("\n", kOutside.In(language), "\n\n", text);
}

std::string Comments(Language language, const Review& review) {
  std::string text;
  std::string path;
  for (const ReviewComment& comment : review.comments()) {
    if (comment.path() != path || text.empty()) {
      path = comment.path();
      absl::StrAppend(&text, text.empty() ? "" : "\n", "#### ", MarkdownCode(path), "\n");
    }
    absl::StrAppend(&text, "\n", LineTitle(language, comment), "\n",
                    PrefixLines(comment.body(), "> "));
  }
  return text + Unanchored(language, review);
}

// Below a rule: no part of the last section.
std::string House(Language language, const Review& review) {
  const std::string rules = HouseMarkdown(language, review.house());
  const std::string commands = CommandsMarkdown(language, review);
  if (rules.empty() && commands.empty()) return "";
  return absl::StrCat("---\n\n", rules, rules.empty() || commands.empty() ? "" : "\n", commands,
                      "\n");
}

}  // namespace

std::string RenderReview(const Assembly& assembly, Language language) {
  static constexpr Phrase kSummary("### 1. PR Summary", "### 1. PR 摘要");
  static constexpr Phrase kCritical("### 2. Critical Issues [P0/P1]", "### 2. 严重问题 [P0/P1]");
  static constexpr Phrase kSuggestions("### 3. Suggestions [P2]", "### 3. 改进建议 [P2]");
  static constexpr Phrase kNitpicks("### 4. Nitpicks [P3]", "### 4. 细节 [P3]");
  static constexpr Phrase kQuestions("### 5. Questions for Author", "### 5. 向作者提问");
  static constexpr Phrase kComments("### 6. GitHub Review Comments", "### 6. GitHub 评审评论");
  const Review& review = assembly.review;
  if (IsScan(review)) return ScanMarkdown(language, review);
  std::string text;
  std::vector<std::string> empty;
  const auto add = [&](const Phrase& title, const std::string& body) {
    if (body.empty()) {
      empty.emplace_back(absl::StripPrefix(title.In(language), "### "));
    } else {
      absl::StrAppend(&text, title.In(language), "\n\n", body, "\n");
    }
  };
  add(kSummary, SummaryMarkdown(language, review));
  add(kCritical, Defects(language, review, {finding::v1::SEVERITY_P0, finding::v1::SEVERITY_P1},
                         CriticalItem));
  add(kSuggestions, Defects(language, review, {finding::v1::SEVERITY_P2, finding::v1::SEVERITY_P2},
                            SuggestionItem));
  add(kNitpicks, Nitpicks(language, review));
  add(kQuestions, Questions(language, review));
  add(kComments, Comments(language, review));
  const std::string nothing = NothingUnder(language, empty);
  return absl::StrCat(text, nothing, nothing.empty() ? "" : "\n", House(language, review),
                      AppendixMarkdown(language, review));
}

}  // namespace allreview::report
