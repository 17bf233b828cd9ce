#include "gateway/forge/publish/summary.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "gateway/http/target.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/language/phrase.h"
#include "review/markdown.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"

namespace allreview::gateway {
namespace {

using analysis::v1::ChangeStatement;
using finding::v1::Finding;

constexpr size_t kMaxFindings = 10;
constexpr size_t kMaxFixed = 5;
constexpr size_t kMaxEffects = 4;
constexpr size_t kMaxCommands = 3;
constexpr size_t kMaxCommandBytes = 400;

// What is after `shown` of a list.
std::string More(Language language, size_t all, size_t shown) {
  static constexpr Phrase kMore("- and {count} more\n", "- 另有 {count} 项\n");
  return all <= shown ? "" : Say(language, kMore, {{"count", absl::StrCat(all - shown)}});
}

// "[`a.py:12`](https://…/blob/HEAD/a.py#L12)"; without an address, or for removed lines, the code.
std::string LinkTo(const TextInput& input, const change::v1::SourceRange& range) {
  const std::string code = MarkdownCode(Place(range));
  const bool is_gone = range.side() == change::v1::SIDE_LEFT;
  if (input.code_url.empty() || is_gone || range.path().empty()) return code;
  std::string url = input.code_url;
  for (const absl::string_view segment : absl::StrSplit(range.path(), '/')) {
    absl::StrAppend(&url, "/", http::PercentEncode(segment));
  }
  if (range.first_line() > 0) absl::StrAppend(&url, "#L", range.first_line());
  if (LastLine(range) > range.first_line()) absl::StrAppend(&url, "-L", LastLine(range));
  return absl::StrCat("[", code, "](", url, ")");
}

std::string WithEnd(Language language, std::string sentence) {
  for (const absl::string_view end : {".", "?", "。", "？"}) {
    if (absl::EndsWith(sentence, end)) return sentence;
  }
  return absl::StrCat(sentence, language == Language::kChinese ? "。" : ".");
}

std::string KindOf(Language language, const Finding& finding) {
  static constexpr Phrase kQuestion("Question", "提问");
  return std::string(finding.kind() == finding::v1::KIND_QUESTION
                         ? kQuestion.In(language)
                         : SeverityLabel(finding.severity()));
}

}  // namespace

std::string FindingList(const TextInput& input) {
  static constexpr Phrase kItem("- **{kind}** {place}{new}: {problem}\n",
                                "- **{kind}** {place}{new}：{problem}\n");
  static constexpr Phrase kNew(" (new)", "（新）");
  std::string list;
  size_t count = 0;
  for (const Finding& finding : input.review.findings()) {
    const bool is_told =
        finding.shown() == finding::v1::SHOWN_FULL && finding.kind() != finding::v1::KIND_PRAISE;
    if (!is_told || ++count > kMaxFindings) continue;
    const bool is_new =
        input.is_incremental && !input.novelty.known.contains(finding.fingerprint());
    list += Say(input.language, kItem,
                {{"kind", KindOf(input.language, finding)},
                 {"place", LinkTo(input, finding.range())},
                 {"new", is_new ? kNew.In(input.language) : absl::string_view()},
                 {"problem", MarkdownProse(ProblemOf(finding))}});
  }
  return list + More(input.language, count, kMaxFindings);
}

std::string FixedList(const TextInput& input) {
  static constexpr Phrase kFixed("- Fixed: {rule} in {path}\n", "- 已修复：{path} 中的 {rule}\n");
  std::string list;
  const size_t count = input.novelty.fixed.size();
  for (size_t i = 0; i < std::min(count, kMaxFixed); ++i) {
    const review::v1::FindingThread& thread = input.novelty.fixed[i].thread;
    if (thread.rule_id().empty() || thread.path().empty()) continue;
    list += Say(input.language, kFixed,
                {{"rule", MarkdownCode(thread.rule_id())}, {"path", MarkdownCode(thread.path())}});
  }
  return list;
}

std::string EffectList(const TextInput& input) {
  static constexpr Phrase kTitle("\n**What the change does**\n\n", "\n**本次变更做了什么**\n\n");
  struct Told {
    int weight;
    std::string text;
  };
  std::vector<Told> effects;
  for (const ChangeStatement& statement : input.review.model().statements()) {
    if (statement.kind() != ChangeStatement::KIND_EFFECT) continue;
    // One of another version says nothing that is known here.
    const std::optional<Words> words = FromText(statement.text(), FindStatementPhrase);
    const std::string text = words ? CleanLine(In(input.language, *words)) : "";
    if (!text.empty()) effects.push_back({statement.weight(), text});
  }
  if (effects.empty()) return "";
  std::stable_sort(effects.begin(), effects.end(),
                   [](const Told& a, const Told& b) { return a.weight > b.weight; });
  std::string list(kTitle.In(input.language));
  for (size_t i = 0; i < std::min(effects.size(), kMaxEffects); ++i) {
    absl::StrAppend(&list, "- ", MarkdownProse(WithEnd(input.language, effects[i].text)), "\n");
  }
  return list;
}

std::string TestList(const TextInput& input) {
  static constexpr Phrase kTitle("\n**Tests to run**\n\n", "\n**需要运行的测试**\n\n");
  std::vector<std::string> lines;
  for (const analysis::v1::TestCommand& command : input.review.tests().commands()) {
    // Whole folders are what CI runs.
    if (command.purpose() == "wider" || lines.size() == kMaxCommands) continue;
    if (command.line().size() <= kMaxCommandBytes) lines.push_back(CleanLine(command.line()));
  }
  if (lines.empty()) return "";
  return absl::StrCat(kTitle.In(input.language),
                      MarkdownCodeBlock(absl::StrJoin(lines, "\n"), "sh"));
}

}  // namespace allreview::gateway
