#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/display_text.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/commands.h"
#include "services/report/documents/documents.h"
#include "services/report/documents/house.h"
#include "services/report/documents/summary.h"
#include "services/report/documents/test_verification.h"
#include "services/report/finding_text.h"
#include "services/report/labels.h"
#include "services/report/markdown.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;
using review::v1::Review;
using review::v1::ReviewComment;

bool IsDefect(const Finding& finding) {
  return finding.kind() != finding::v1::KIND_QUESTION && finding.kind() != finding::v1::KIND_PRAISE;
}

// "- **[P1]** `a.py:12` - ".
std::string ItemStart(const Finding& finding) {
  return absl::StrCat("- **[", SeverityLabel(finding.severity()), HintMark(finding), "]** ",
                      MarkdownCode(Place(finding.range())), " - ");
}

// A block that belongs to an item two levels deep.
std::string Indented(const std::string& block) {
  return block.empty() ? "" : PrefixLines(block, "    ");
}

std::string Evidence(const Finding& finding) {
  std::string text;
  const std::vector<std::string> lines = EvidenceMarkdown(finding, Beside::kNothing);
  if (!lines.empty()) {
    absl::StrAppend(&text, "  - **Evidence**: ", absl::StrJoin(lines, "; "), "\n");
  }
  const std::string related = RelatedMarkdown(finding);
  if (!related.empty()) absl::StrAppend(&text, "  - **See also**: ", related, "\n");
  return text;
}

std::string CriticalItem(const Finding& finding) {
  const std::string title =
      MarkdownProse(finding.title().empty() ? finding.rule_id() : finding.title());
  const std::string fix = SentenceMarkdown(finding.fix());
  return absl::StrCat(ItemStart(finding), title, " (", MarkdownCode(finding.rule_id()), ")\n",
                      "  - **Problem**: ", ProblemMarkdown(finding), "\n",
                      "  - **Fix**: ", fix.empty() ? "The rule knows no general remedy." : fix,
                      "\n", Indented(CodeChangeMarkdown(finding)), Evidence(finding));
}

std::string SuggestionItem(const Finding& finding) {
  const std::string fix = SentenceMarkdown(finding.fix());
  const std::string suggestion = fix.empty() ? SentenceMarkdown(finding.title()) : fix;
  return absl::StrCat(ItemStart(finding), ProblemMarkdown(finding), " (",
                      MarkdownCode(finding.rule_id()), ")\n", "  - **Suggestion**: ", suggestion,
                      "\n", Indented(CodeChangeMarkdown(finding)), Evidence(finding));
}

std::string NitpickItem(const Finding& finding) {
  const std::string fix = SentenceMarkdown(finding.fix());
  return absl::StrCat(ItemStart(finding), SentenceMarkdown(ProblemOf(finding)),
                      fix.empty() ? "" : " ", fix, " (", MarkdownCode(finding.rule_id()), ")\n");
}

std::string QuestionItem(const Finding& finding) {
  std::string item =
      absl::StrCat("- ", MarkdownCode(Place(finding.range())), " - ", ProblemMarkdown(finding));
  const std::string fix = SentenceMarkdown(finding.fix());
  if (!fix.empty()) absl::StrAppend(&item, " ", fix);
  return absl::StrCat(item, " (", MarkdownCode(finding.rule_id()), ")\n", Evidence(finding));
}

// Items of the shown defects of these severities. "None." when there are none; says so when some
// are only counted.
std::string Defects(const Review& review, finding::v1::Severity first, finding::v1::Severity last,
                    std::string (*item)(const Finding&)) {
  std::string items;
  int folded = 0;
  for (const Finding& finding : review.findings()) {
    const bool belongs =
        IsDefect(finding) && finding.severity() >= first && finding.severity() <= last;
    if (!belongs || finding.shown() == finding::v1::SHOWN_SUPPRESSED) continue;
    if (IsShown(finding)) {
      items += item(finding);
    } else {
      ++folded;
    }
  }
  if (!items.empty()) return items;
  if (folded == 0) return "None.\n";
  return absl::StrCat("None in full; ", folded, " counted at the end.\n");
}

std::string Nitpicks(const Review& review) {
  int withheld = 0;
  for (const Finding& finding : review.findings()) {
    withheld += finding.shown() == finding::v1::SHOWN_WITHHELD &&
                finding.severity() == finding::v1::SEVERITY_P3;
  }
  if (withheld > 0 || review.counts().p0() + review.counts().p1() > 0) {
    return absl::StrCat("Skipped: P0/P1 issues come first",
                        withheld > 0 ? absl::StrCat(" (", withheld, " counted at the end)") : "",
                        ".\n");
  }
  return Defects(review, finding::v1::SEVERITY_P3, finding::v1::SEVERITY_P3, NitpickItem);
}

std::string Questions(const Review& review) {
  std::string items;
  if (LacksReason(review)) {
    items =
        "- What problem does this change solve? Neither the description nor the commits give a "
        "reason.\n";
  }
  for (const Finding& finding : review.findings()) {
    if (finding.kind() == finding::v1::KIND_QUESTION && IsShown(finding)) {
      items += QuestionItem(finding);
    }
  }
  return items.empty() ? "None.\n" : items;
}

std::string LineTitle(const ReviewComment& comment) {
  const absl::string_view side =
      comment.side() == change::v1::SIDE_LEFT ? " (before the change)" : "";
  if (comment.line() == 0) return "**File:**";
  if (comment.start_line() == 0) return absl::StrCat("**Line ", comment.line(), side, ":**");
  return absl::StrCat("**Lines ", comment.start_line(), "-", comment.line(), side, ":**");
}

// Shown findings that no comment carries, because the change does not contain their file.
std::string Unanchored(const Review& review) {
  std::map<std::string, int> commented;
  for (const ReviewComment& comment : review.comments()) ++commented[comment.fingerprint()];
  std::string text;
  for (const Finding& finding : review.findings()) {
    if (!IsShown(finding) || commented[finding.fingerprint()]-- > 0) continue;
    absl::StrAppend(&text, "- ", MarkdownCode(Place(finding.range())), " - ",
                    ProblemMarkdown(finding), "\n");
  }
  if (text.empty()) return "";
  return absl::StrCat("\n#### Outside the diff\n\n", text);
}

std::string Comments(const Review& review) {
  std::string text;
  std::string path;
  for (const ReviewComment& comment : review.comments()) {
    if (comment.path() != path || text.empty()) {
      path = comment.path();
      absl::StrAppend(&text, text.empty() ? "" : "\n", "#### ", MarkdownCode(path), "\n");
    }
    absl::StrAppend(&text, "\n", LineTitle(comment), "\n", PrefixLines(comment.body(), "> "));
  }
  const std::string unanchored = Unanchored(review);
  if (text.empty() && unanchored.empty()) return "None.\n";
  return text + unanchored;
}

// Below a rule: no part of the last section.
std::string House(const Review& review) {
  const std::string rules = HouseMarkdown(review.house());
  const std::string commands = CommandsMarkdown(review);
  if (rules.empty() && commands.empty()) return "";
  return absl::StrCat("---\n\n", rules, rules.empty() || commands.empty() ? "" : "\n", commands,
                      "\n");
}

}  // namespace

std::string RenderReview(const Assembly& assembly, Language) {
  const Review& review = assembly.review;
  return absl::StrCat(
      "### 1. PR Summary\n\n", SummaryMarkdown(review), "\n### 2. Critical Issues [P0/P1]\n\n",
      Defects(review, finding::v1::SEVERITY_P0, finding::v1::SEVERITY_P1, CriticalItem),
      "\n### 3. Suggestions [P2]\n\n",
      Defects(review, finding::v1::SEVERITY_P2, finding::v1::SEVERITY_P2, SuggestionItem),
      "\n### 4. Nitpicks [P3]\n\n", Nitpicks(review), "\n### 5. Questions for Author\n\n",
      Questions(review), "\n### 6. GitHub Review Comments\n\n", Comments(review), "\n",
      House(review), AppendixMarkdown(review));
}

}  // namespace allreview::report
