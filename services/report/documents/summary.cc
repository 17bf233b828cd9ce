#include "services/report/documents/summary.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/description.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/diagrams/way_diagram.h"
#include "services/report/documents/test_verification.h"
#include "services/report/pseudo_code/difference.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using review::v1::Review;

constexpr size_t kMaxSentenceBytes = 400;
constexpr size_t kMaxNames = 5;
constexpr int kMaxSubjects = 5;

std::string Sentences(Language language, const std::vector<std::string>& sentences, size_t limit) {
  std::string told;
  for (size_t i = 0; i < std::min(limit, sentences.size()); ++i) {
    told = JoinSentences(language, told,
                         SentenceMarkdown(language, Shorten(sentences[i], kMaxSentenceBytes)));
  }
  return told;
}

std::string Subjects(Language language, const change::v1::ChangeInfo& change) {
  static constexpr Noun kCommit = {"commit", "commits", "个提交"};
  static constexpr Phrase kAll("{commits}: {subjects}.", "{commits}：{subjects}。");
  static constexpr Phrase kSome("{commits}: {subjects}; … and {untold} more.",
                                "{commits}：{subjects}；……另有 {untold} 个。");
  std::vector<std::string> subjects;
  for (const change::v1::Commit& commit : change.commits()) {
    if (static_cast<int>(subjects.size()) == kMaxSubjects) break;
    subjects.push_back(MarkdownProse(Shorten(commit.subject(), kMaxSentenceBytes)));
  }
  if (subjects.empty()) return "";
  const int untold = change.commits_size() - static_cast<int>(subjects.size());
  return Say(language, untold > 0 ? kSome : kAll,
             {{"commits", Count(language, change.commits_size(), kCommit)},
              {"subjects", absl::StrJoin(subjects, Semicolon(language))},
              {"untold", absl::StrCat(untold)}});
}

// The folder that all files share, with its slash; empty: the root.
std::string SharedFolder(const Review& review) {
  if (review.files().empty()) return "";
  std::string shared = review.files(0).entry().new_path();
  for (const review::v1::FileSummary& file : review.files()) {
    const std::string& path = file.entry().new_path();
    const auto end = std::mismatch(shared.begin(), shared.end(), path.begin(), path.end()).first;
    shared.erase(end, shared.end());
  }
  return shared.substr(0, shared.rfind('/') + 1);
}

std::string Extent(Language language, const Review& review) {
  static constexpr Phrase kFiles("The diff touches {files}.", "本次 diff 涉及 {files}。");
  static constexpr Phrase kUnder("The diff touches {files} under {folder}.",
                                 "本次 diff 涉及 {folder} 下的 {files}。");
  const std::string folder = SharedFolder(review);
  return Say(language, folder.empty() ? kFiles : kUnder,
             {{"files", Count(language, review.totals().files(), kFileNoun)},
              {"folder", MarkdownCode(folder)}});
}

std::string What(Language language, const Review& review, const Description& description) {
  const change::v1::ChangeInfo& change = review.change();
  // "Merge branch 'x' into 'y'" tells less than the body below it.
  const bool is_merge =
      absl::StartsWith(change.title(), "Merge branch ") && !description.what.empty();
  if (is_merge) return Sentences(language, description.what, 3);
  std::string what = change.title().empty()
                         ? Subjects(language, change)
                         : SentenceMarkdown(language, Shorten(change.title(), kMaxSentenceBytes));
  if (what.empty()) what = Extent(language, review);
  return JoinSentences(language, what, Sentences(language, description.what, 2));
}

std::string Why(Language language, const Review& review, const Description& description) {
  static constexpr Phrase kCloses("Closes {issues}.", "关闭 {issues}。");
  static constexpr Phrase kNoFurther("The author gives no further reason.",
                                     "作者没有说明其他理由。");
  static constexpr Phrase kNoReason("The author gives no reason; see the questions.",
                                    "作者没有说明理由，见“向作者提问”。");
  static constexpr Phrase kNoDescription("The change has no description.", "本次变更没有描述。");
  static constexpr Phrase kNoExplicit("The description does not state a reason.",
                                      "描述中没有说明理由。");
  std::string issues;
  if (!description.issues.empty()) {
    std::vector<std::string> names;
    for (const std::string& issue : description.issues) names.push_back(MarkdownCode(issue));
    issues = Say(language, kCloses, {{"issues", absl::StrJoin(names, Comma(language))}});
  }
  const std::string reasons = Sentences(language, description.why, 3);
  if (!reasons.empty()) return JoinSentences(language, reasons, issues);
  if (!issues.empty()) return JoinSentences(language, issues, kNoFurther.In(language));
  if (LacksReason(review)) return std::string(kNoReason.In(language));
  const bool is_silent = description.what.empty() && description.how.empty();
  return std::string((is_silent ? kNoDescription : kNoExplicit).In(language));
}

// "2 new (`a`, `b`)"; empty: none.
std::string Names(Language language, const Phrase& what, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(kMaxNames, names.size()); ++i) {
    shown.push_back(MarkdownCode(Shorten(names[i], 80)));
  }
  if (names.size() > kMaxNames) shown.push_back("…");
  return absl::StrCat(Say(language, what, {{"count", absl::StrCat(names.size())}}),
                      InBrackets(language, absl::StrJoin(shown, Comma(language))));
}

// What the syntax trees say, independent of the author.
std::string Structure(Language language, const analysis::v1::ChangeModel& model) {
  static constexpr Phrase kNew("{count} new", "新增 {count} 个");
  static constexpr Phrase kModified("{count} modified", "修改 {count} 个");
  static constexpr Phrase kRemoved("{count} removed", "删除 {count} 个");
  static constexpr Noun kTest = {"test definition", "test definitions", "个测试定义"};
  static constexpr Phrase kDefinitions("Definitions: {parts}.", "定义：{parts}。");
  std::map<int, std::vector<std::string>> names;
  int tests = 0;
  for (const ChangedSymbol* shown : SymbolsWorthShowing(model)) {
    const ChangedSymbol& symbol = *shown;
    if (symbol.is_test()) {
      ++tests;
      continue;
    }
    const bool is_plain = symbol.status() == ChangedSymbol::STATUS_ADDED ||
                          symbol.status() == ChangedSymbol::STATUS_REMOVED;
    names[is_plain ? symbol.status() : ChangedSymbol::STATUS_MODIFIED].push_back(symbol.name());
  }
  std::vector<std::string> parts;
  for (const auto& [status, word] :
       {std::pair<int, const Phrase*>{ChangedSymbol::STATUS_ADDED, &kNew},
        {ChangedSymbol::STATUS_MODIFIED, &kModified},
        {ChangedSymbol::STATUS_REMOVED, &kRemoved}}) {
    if (std::string part = Names(language, *word, names[status]); !part.empty()) {
      parts.push_back(part);
    }
  }
  if (tests > 0) parts.push_back(Count(language, tests, kTest));
  if (parts.empty()) return "";
  const absl::string_view separator = language == Language::kChinese ? "，" : Comma(language);
  return Say(language, kDefinitions, {{"parts", absl::StrJoin(parts, separator)}});
}

// "`f(x)` → `f(x, y)`". Of a long one the part where both differ, after the name.
std::string SignatureChange(Language language, const ChangedSymbol& symbol) {
  constexpr size_t kMaxBytes = 160;
  std::string before = symbol.signature_before(), after = symbol.signature_after(), name;
  if (std::max(before.size(), after.size()) > kMaxBytes) {
    std::tie(before, after) = CondensePair(before, after, kMaxBytes);
    name = absl::StrCat(MarkdownCode(Shorten(symbol.name(), 80)), Colon(language));
  }
  return absl::StrCat(name, MarkdownCode(before), " → ", MarkdownCode(after));
}

std::string Signatures(Language language, const analysis::v1::ChangeModel& model) {
  constexpr size_t kMaxSignatures = 3;
  static constexpr Phrase kTitle("- Changed signatures:", "- 签名变更：");
  static constexpr Phrase kMore("  - … and {count} more", "  - ……另有 {count} 个");
  std::vector<std::string> changes;
  size_t untold = 0;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_changed = !symbol.signature_before().empty() &&
                            !symbol.signature_after().empty() &&
                            symbol.signature_before() != symbol.signature_after();
    if (!is_changed || symbol.is_test()) continue;
    if (changes.size() == kMaxSignatures) {
      ++untold;
      continue;
    }
    changes.push_back(absl::StrCat("  - ", SignatureChange(language, symbol), "\n"));
  }
  if (changes.empty()) return "";
  if (untold > 0) {
    changes.push_back(absl::StrCat(Say(language, kMore, {{"count", absl::StrCat(untold)}}), "\n"));
  }
  return absl::StrCat(kTitle.In(language), "\n", absl::StrJoin(changes, ""));
}

constexpr Phrase kNothingInPython("No Python definition changes.", "没有改动 Python 定义。");

std::string How(Language language, const Review& review, const Description& description) {
  const std::string told = Sentences(language, description.how, 3);
  const std::string structure = Structure(language, review.model());
  if (told.empty() && structure.empty()) {
    return JoinSentences(language, review.change().title().empty() ? "" : Extent(language, review),
                         kNothingInPython.In(language));
  }
  return JoinSentences(language, told, structure);
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

// Labels of the diff service are words of ours.
std::string ComplexityLabel(Language language, absl::string_view label) {
  static constexpr std::array<Phrase, 4> kLabels = {
      Phrase("docs-only", "仅文档"), {"low", "低"}, {"medium", "中"}, {"high", "高"}};
  for (const Phrase& known : kLabels) {
    if (known.In(Language::kEnglish) == label) return std::string(known.In(language));
  }
  return MarkdownText(label);
}

std::string Complexity(Language language, const diff::v1::Complexity& complexity) {
  static constexpr Phrase kComplexity(
      "Complexity: **{label}** ({code} of code, {tests} of tests; score {score}).",
      "复杂度：**{label}**（代码 {code}，测试 {tests}；得分 {score}）。");
  if (complexity.label().empty()) return "";
  return absl::StrCat(Say(language, kComplexity,
                          {{"label", ComplexityLabel(language, complexity.label())},
                           {"code", Count(language, complexity.code_lines(), kLineNoun)},
                           {"tests", Count(language, complexity.test_lines(), kLineNoun)},
                           {"score", Grouped(complexity.score())}}),
                      "\n\n");
}

std::string Capitalised(absl::string_view word) {
  std::string result(word);
  if (!result.empty()) result[0] = absl::ascii_toupper(result[0]);
  return result;
}

}  // namespace

bool LacksReason(const Review& review) {
  const change::v1::ChangeInfo& change = review.change();
  const bool has_author =
      change.number() > 0 || !change.title().empty() || !change.commits().empty();
  if (!has_author) return false;
  const Description description = DescriptionOf(change);
  return description.what.empty() && description.why.empty() && description.how.empty() &&
         description.issues.empty();
}

std::string SummaryMarkdown(Language language, const Review& review) {
  static constexpr Phrase kConclusion("**{conclusion}**: {reason}", "**{conclusion}**：{reason}");
  static constexpr Phrase kWhat("- **What**: {what}", "- **做了什么**：{what}");
  static constexpr Phrase kWhy("- **Why**: {why}", "- **为什么**：{why}");
  static constexpr Phrase kHow("- **How**: {how}", "- **怎么做**：{how}");
  static constexpr Phrase kNoDiagram("No diagram: {reason}", "没有结构图：{reason}");
  const Description description = DescriptionOf(review.change());
  std::string text =
      absl::StrCat(Say(language, kConclusion,
                       {{"conclusion", Capitalised(ConclusionLabel(language, review.conclusion()))},
                        {"reason", SentenceMarkdown(language, review.conclusion_reason())}}),
                   "\n\n", Say(language, kWhat, {{"what", What(language, review, description)}}),
                   "\n", Say(language, kWhy, {{"why", Why(language, review, description)}}), "\n",
                   Say(language, kHow, {{"how", How(language, review, description)}}), "\n",
                   Signatures(language, review.model()), "\n", ScopeTable(language, review), "\n",
                   Complexity(language, review.complexity()));
  const std::optional<std::string> diagram = WayDiagram(language, review.model());
  if (diagram) {
    absl::StrAppend(&text, "```mermaid\n", *diagram, "```\n");
  } else {
    static constexpr Phrase kNoCalls("No call to changed code is known.",
                                     "没有已知的调用会进入改动的代码。");
    const bool has_definitions = !SymbolsWorthShowing(review.model()).empty();
    std::string reason((has_definitions ? kNoCalls : kNothingInPython).In(language));
    reason[0] = absl::ascii_tolower(reason[0]);
    absl::StrAppend(&text, Say(language, kNoDiagram, {{"reason", reason}}), "\n");
  }
  const std::string tests = TestVerificationMarkdown(language, review.tests());
  return tests.empty() ? text : absl::StrCat(text, "\n", tests);
}

}  // namespace allreview::report
