#include "gateway/forge/publish/summary.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/code_url.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/language/phrase.h"
#include "review/language/sentence_end.h"
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
  const std::string url = UrlOfLines(input.code_url, range);
  return url.empty() ? code : absl::StrCat("[", code, "](", url, ")");
}

std::string KindOf(Language language, const Finding& finding) {
  static constexpr Phrase kQuestion("Question", "提问");
  return std::string(finding.kind() == finding::v1::KIND_QUESTION
                         ? kQuestion.In(language)
                         : SeverityLabel(finding.severity()));
}

// A finding in a line; `mark` stands behind its place.
std::string Item(const TextInput& input, const Finding& finding, absl::string_view mark) {
  static constexpr Phrase kItem("- **{kind}** {place}{mark}: {problem}\n",
                                "- **{kind}** {place}{mark}：{problem}\n");
  return Say(input.language, kItem,
             {{"kind", KindOf(input.language, finding)},
              {"place", LinkTo(input, finding.range())},
              {"mark", mark},
              {"problem", MarkdownProse(ProblemOf(finding))}});
}

// What is counted without a comment, as nitpicks are while something blocks.
std::string FoldedList(const TextInput& input) {
  constexpr size_t kMaxFolded = 40;
  static constexpr Phrase kTitle("\n<details><summary>{count} without a comment</summary>\n\n",
                                 "\n<details><summary>{count} 个未发评论</summary>\n\n");
  std::string list;
  size_t count = 0;
  for (const Finding& finding : input.review.findings()) {
    const bool is_told =
        finding.shown() == finding::v1::SHOWN_FOLDED && finding.kind() != finding::v1::KIND_PRAISE;
    if (is_told && ++count <= kMaxFolded) list += Item(input, finding, "");
  }
  if (count == 0) return "";
  return absl::StrCat(Say(input.language, kTitle, {{"count", absl::StrCat(count)}}), list,
                      More(input.language, count, kMaxFolded), "\n</details>\n");
}

}  // namespace

std::string FindingList(const TextInput& input) {
  static constexpr Phrase kNew(" (shown for the first time)", "（首次展示）");
  std::string list;
  size_t count = 0;
  for (const Finding& finding : input.review.findings()) {
    const bool is_told =
        finding.shown() == finding::v1::SHOWN_FULL && finding.kind() != finding::v1::KIND_PRAISE;
    if (!is_told || ++count > kMaxFindings) continue;
    const bool is_new =
        input.is_incremental && !input.novelty.known.contains(finding.fingerprint());
    list += Item(input, finding, is_new ? kNew.In(input.language) : absl::string_view());
  }
  return absl::StrCat(list, More(input.language, count, kMaxFindings), FoldedList(input));
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
