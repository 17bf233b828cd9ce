#include "services/report/documents/house.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"

namespace allreview::report {
namespace {

using analysis::v1::HouseRule;
using analysis::v1::HouseRules;

constexpr size_t kMaxCell = 300;  // Bytes.

constexpr size_t kMaxRows = 24;
constexpr size_t kMaxUnchecked = 6;
constexpr int kMaxProblems = 8;

std::string SourceCell(Language language, const HouseRule& rule) {
  static constexpr Phrase kNorm("norm: {share}", "惯例：{share}");
  const std::string source = rule.level() == HouseRule::LEVEL_NORM
                                 ? Say(language, kNorm, {{"share", MarkdownText(rule.source())}})
                                 : MarkdownCellCode(rule.source());
  return absl::StrCat(source, InBrackets(language, MarkdownText(rule.tool())));
}

std::string StatusCell(Language language, const HouseRule& rule) {
  static constexpr Phrase kBroken("**violated:** {status}", "**违反：**{status}");
  std::string status = MarkdownCell(rule.status(), kMaxCell);
  if (rule.state() != HouseRule::STATE_BROKEN) return status;
  return Say(language, kBroken, {{"status", status}});
}

std::string Table(Language language, const std::vector<const HouseRule*>& rules) {
  static constexpr Phrase kHead("| Rule | Source | Status in this change |",
                                "| 规则 | 来源 | 本次变更的情况 |");
  static constexpr Phrase kMore("| and {count} more | | |", "| 另有 {count} 条 | | |");
  if (rules.empty()) return "";
  std::string table = absl::StrCat(kHead.In(language), "\n| --- | --- | --- |\n");
  for (size_t i = 0; i < rules.size() && i < kMaxRows; ++i) {
    absl::StrAppend(&table, "| ", MarkdownCell(rules[i]->statement(), kMaxCell), " | ",
                    SourceCell(language, *rules[i]), " | ", StatusCell(language, *rules[i]),
                    " |\n");
  }
  if (rules.size() > kMaxRows) {
    absl::StrAppend(&table,
                    Say(language, kMore, {{"count", absl::StrCat(rules.size() - kMaxRows)}}), "\n");
  }
  return absl::StrCat(table, "\n");
}

// What somebody wrote down and no tool looks at: a reader has to.
std::string Unchecked(Language language, const std::vector<const HouseRule*>& rules) {
  static constexpr Phrase kAsked("- Asked for, and not checked here: {rules}",
                                 "- 仓库有以下要求，本工具未检查：{rules}");
  static constexpr Phrase kRule("{rule} ({source})", "{rule}（{source}）");
  std::vector<std::string> texts;
  for (const HouseRule* rule : rules) {
    if (texts.size() == kMaxUnchecked) break;
    texts.push_back(Say(language, kRule,
                        {{"rule", MarkdownText(Shorten(CleanLine(rule->statement()), kMaxCell))},
                         {"source", MarkdownCode(rule->source())}}));
  }
  if (texts.empty()) return "";
  return absl::StrCat(
      Say(language, kAsked, {{"rules", absl::StrJoin(texts, ClauseComma(language))}}), "\n");
}

std::string Rules(Language language, const HouseRules& house) {
  std::vector<const HouseRule*> broken, unchecked;
  for (const HouseRule& rule : house.rules()) {
    // Of the environment nobody asks a change.
    const bool is_written = rule.tool().empty() && rule.level() == HouseRule::LEVEL_DECLARED &&
                            rule.id() != "python-version";
    if (rule.state() == HouseRule::STATE_BROKEN) broken.push_back(&rule);
    if (rule.state() == HouseRule::STATE_UNCHECKED && is_written) unchecked.push_back(&rule);
  }
  return absl::StrCat(Table(language, broken), Unchecked(language, unchecked));
}

std::string Sentences(Language language,
                      const google::protobuf::RepeatedPtrField<std::string>& texts) {
  static constexpr Phrase kMore("- And {count} more.", "- 另有 {count} 条。");
  std::string list;
  for (int i = 0; i < texts.size() && i < kMaxProblems; ++i) {
    absl::StrAppend(&list, "- ", SentenceMarkdown(language, Shorten(CleanLine(texts[i]), 600)),
                    "\n");
  }
  if (texts.size() > kMaxProblems) {
    absl::StrAppend(
        &list, Say(language, kMore, {{"count", absl::StrCat(texts.size() - kMaxProblems)}}), "\n");
  }
  return list;
}

}  // namespace

std::string HouseMarkdown(Language language, const HouseRules& house) {
  static constexpr Phrase kTitle("**House rules**", "**仓库规范**");
  static constexpr Phrase kNotUsed("Not used for the house rules:", "未用于仓库规范：");
  std::string text;
  if (const std::string rules = Rules(language, house); !rules.empty()) {
    absl::StrAppend(&text, kTitle.In(language), "\n\n", rules);
  }
  const auto add = [&](const Phrase& title, const auto& texts) {
    if (texts.empty()) return;
    absl::StrAppend(&text, text.empty() ? "" : "\n", title.In(language), "\n\n",
                    Sentences(language, texts));
  };
  add(kNotUsed, house.problems());
  return text;
}

}  // namespace allreview::report
