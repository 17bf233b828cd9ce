#include "services/report/documents/summary.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "review/reported.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/diagrams/way_diagram.h"
#include "services/report/documents/test_verification.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/opening.h"
#include "services/report/story/place_code.h"
#include "services/report/story/statement_lines.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using review::v1::Review;

constexpr size_t kMaxItems = 3;

std::string Why(Language language, const Review& review, const Opening& opening) {
  constexpr Phrase kNoReason("The author gives no reason.", "作者没有说明理由。");
  const std::string why = opening.Why(2);
  if (!why.empty()) return why;
  return LacksReason(review) ? std::string(kNoReason.In(language)) : "";
}

// One item, or several below each other.
std::string How(Language language, const Opening& opening) {
  const std::vector<std::string> how = opening.How();
  if (how.empty()) return "";
  constexpr Phrase kHow("- **How**:", "- **怎么做**：");
  std::string text(kHow.In(language));
  if (how.size() == 1)
    return absl::StrCat(text, language == Language::kChinese ? "" : " ", how[0], "\n");
  absl::StrAppend(&text, "\n");
  for (const std::string& item : how) absl::StrAppend(&text, "  - ", item, "\n");
  return text;
}

// Titles of what must be fixed before the merge; section 2 tells the rest.
std::string FixFirst(Language language, const Review& review) {
  constexpr Phrase kTitle("- **Fix first** (section 2): {items}.",
                          "- **先修复**（见第 2 节）：{items}。");
  constexpr Phrase kMore("{count} more", "另有 {count} 项");
  std::vector<std::string> items;
  size_t untold = 0;
  for (const finding::v1::Finding& finding : review.findings()) {
    const bool is_defect =
        finding.kind() != finding::v1::KIND_QUESTION && finding.kind() != finding::v1::KIND_PRAISE;
    const bool must = is_defect && IsShown(finding) &&
                      (finding.severity() == finding::v1::SEVERITY_P0 ||
                       finding.severity() == finding::v1::SEVERITY_P1);
    if (!must) continue;
    if (items.size() == kMaxItems) {
      ++untold;
      continue;
    }
    const std::string& title = finding.title().empty() ? finding.rule_id() : finding.title();
    items.push_back(absl::StrCat(MarkdownProse(title),
                                 InBrackets(language, StartCode(language, finding.range()))));
  }
  if (items.empty()) return "";
  if (untold > 0) items.push_back(Say(language, kMore, {{"count", absl::StrCat(untold)}}));
  return Say(language, kTitle, {{"items", absl::StrJoin(items, Semicolon(language))}}) + "\n";
}

// What follows from the change and is worth a look.
std::string LookAt(Language language, const Review& review) {
  using analysis::v1::ChangeStatement;
  constexpr Phrase kTitle("- **Look at**:", "- **请留意**：");
  std::string items;
  // What to look for after the merge is another word for the change that stands there.
  std::set<std::pair<std::string, int>> told;
  for (const ChangeStatement* statement :
       StatementsOf(review.model(),
                    {ChangeStatement::KIND_CALLERS, ChangeStatement::KIND_CHECKPOINT,
                     ChangeStatement::KIND_CONFIGURATION, ChangeStatement::KIND_OBSERVATION,
                     ChangeStatement::KIND_COST, ChangeStatement::KIND_WATCH},
                    kMaxItems)) {
    const bool has_place = !statement->places().empty();
    const bool is_first =
        !has_place ||
        told.emplace(statement->places(0).path(), statement->places(0).first_line()).second;
    if (statement->kind() == ChangeStatement::KIND_WATCH && !is_first) continue;
    absl::StrAppend(&items, "  - ", StatementMarkdown(language, *statement, WithPlace::kYes), "\n");
  }
  const Statements questions = OpenQuestions(review);
  if (!questions.empty()) {
    constexpr Phrase kAsked("{count} for the author (section 5), first about {place}.",
                            "{count}待作者回答（第 5 节），第一个关于 {place}。");
    constexpr Noun kQuestion = {"question", "questions", "个问题"};
    absl::StrAppend(
        &items, "  - ",
        Say(language, kAsked,
            {{"count", Count(language, static_cast<int64_t>(questions.size()), kQuestion)},
             {"place", StartCode(language, questions[0]->places(0))}}),
        "\n");
  }
  return items.empty() ? "" : absl::StrCat(kTitle.In(language), "\n", items);
}

std::string ScopeTable(Language language, const Review& review) {
  static constexpr Phrase kHead("| Scope | Files | Added | Removed |",
                                "| 范围 | 文件数 | 新增 | 删除 |");
  static constexpr Phrase kTotal("total", "合计");
  struct Row {
    int files = 0;
    int64_t additions = 0, deletions = 0;
  };
  std::map<int, Row> rows;
  for (const review::v1::FileSummary& file : review.files()) {
    Row& row = rows[file.file_class()];
    ++row.files;
    row.additions += file.additions();
    row.deletions += file.deletions();
  }
  std::string table = absl::StrCat(kHead.In(language), "\n| --- | ---: | ---: | ---: |\n");
  for (const auto& [file_class, row] : rows) {
    absl::StrAppend(&table, "| ",
                    FileClassLabel(language, static_cast<change::v1::FileClass>(file_class)), " | ",
                    Grouped(row.files), " | +", Grouped(row.additions), " | -",
                    Grouped(row.deletions), " |\n");
  }
  if (rows.size() != 1) {
    absl::StrAppend(&table, "| **", kTotal.In(language), "** | ", Grouped(review.totals().files()),
                    " | +", Grouped(review.totals().additions()), " | -",
                    Grouped(review.totals().deletions()), " |\n");
  }
  return table;
}

std::string Capitalised(absl::string_view word) {
  std::string result(word);
  if (!result.empty()) result[0] = absl::ascii_toupper(result[0]);
  return result;
}

// The conclusion, and why; a review without defects is none without open points.
std::string Verdict(Language language, const Review& review) {
  static constexpr Phrase kConclusion("**{conclusion}**: {reason}", "**{conclusion}**：{reason}");
  static constexpr Phrase kOpen("**Open**: {points}.", "**未决**：{points}。");
  static constexpr Phrase kUntested("no test found for changed code (see the test verification)",
                                    "没有找到覆盖改动代码的测试（见测试核对）");
  static constexpr Phrase kQuestions("the author should answer {questions} (section 5)",
                                     "需要作者回答 {questions}（见第 5 节）");
  static constexpr Phrase kNothing("No findings, no questions.", "没有发现问题，也没有疑问。");
  static constexpr Noun kQuestion = {"question", "questions", "个问题"};
  std::vector<std::string> points;
  if (MissingUnitTests(review.tests()) != nullptr) points.emplace_back(kUntested.In(language));
  size_t open = OpenQuestions(review).size();
  if (open == 0 && LacksReason(review)) open = 1;
  if (open > 0) {
    points.push_back(Say(language, kQuestions,
                         {{"questions", Count(language, static_cast<int64_t>(open), kQuestion)}}));
  }
  const bool is_success = review.conclusion() == review::v1::CONCLUSION_SUCCESS;
  const bool is_read = review.counts().files_reviewed() > 0;
  const std::string reason = SentenceMarkdown(language, review.conclusion_reason());
  if (is_success && !points.empty()) {
    return Say(language, kOpen, {{"points", absl::StrJoin(points, Semicolon(language))}});
  }
  // What stands in a baseline is a defect, too, and so is what a policy lets pass.
  const review::v1::Counts& counts = review.counts();
  const bool is_clean = counts.p0() + counts.p1() + counts.p2() + counts.p3() == 0;
  if (is_success && is_read && counts.baseline() == 0) {
    if (!is_clean || !review.findings().empty()) return Capitalised(reason);
    // What follows from the change stands below: that is not nothing.
    const auto& said = review.model().statements();
    const bool breaks = std::any_of(said.begin(), said.end(), [](const auto& statement) {
      return statement.predicate() == "moves-away";
    });
    return LookAt(language, review).empty() && !breaks ? std::string(kNothing.In(language)) : "";
  }
  return Say(language, kConclusion,
             {{"conclusion", Capitalised(ConclusionLabel(language, review.conclusion()))},
              {"reason", reason}});
}

}  // namespace

std::string SummaryMarkdown(Language language, const Review& review) {
  static constexpr Phrase kWhat("- **What**: {what}", "- **做了什么**：{what}");
  static constexpr Phrase kWhy("- **Why**: {why}", "- **为什么**：{why}");
  const Opening opening(language, review);
  const std::string why = Why(language, review, opening);
  const std::string verdict = Verdict(language, review);
  std::string text = absl::StrCat(
      verdict, verdict.empty() ? "" : "\n\n", Say(language, kWhat, {{"what", opening.What()}}),
      "\n", why.empty() ? "" : absl::StrCat(Say(language, kWhy, {{"why", why}}), "\n"),
      How(language, opening), FixFirst(language, review), LookAt(language, review), "\n",
      ScopeTable(language, review), "\n");
  if (const std::optional<std::string> diagram = WayDiagram(language, review.model())) {
    absl::StrAppend(&text, "```mermaid\n", *diagram, "```\n");
  }
  const std::string tests = TestVerificationMarkdown(language, review.tests());
  return tests.empty() ? text : absl::StrCat(text, "\n", tests);
}

}  // namespace allreview::report
