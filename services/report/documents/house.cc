#include "services/report/documents/house.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"

namespace allreview::report {
namespace {

using analysis::v1::HouseRule;
using analysis::v1::HouseRules;

constexpr size_t kMaxCell = 300;  // Bytes.

constexpr size_t kMaxRows = 24;
constexpr int kMaxConflicts = 8;

std::string SourceCell(Language language, const HouseRule& rule) {
  static constexpr Phrase kNorm("norm: {share}", "惯例：{share}");
  const std::string source = rule.level() == HouseRule::LEVEL_NORM
                                 ? Say(language, kNorm, {{"share", MarkdownText(rule.source())}})
                                 : MarkdownCellCode(rule.source());
  return absl::StrCat(source, InBrackets(language, MarkdownText(rule.tool())));
}

std::string StatusCell(Language language, const HouseRule& rule) {
  static constexpr Phrase kWillFail("**CI will fail:** {status}", "**CI 会失败：**{status}");
  static constexpr Phrase kBroken("**violated:** {status}", "**违反：**{status}");
  std::string status = MarkdownCell(rule.status(), kMaxCell);
  if (rule.state() != HouseRule::STATE_BROKEN) return status;
  const bool is_enforced = rule.level() == HouseRule::LEVEL_CI_ENFORCED;
  return Say(language, is_enforced ? kWillFail : kBroken, {{"status", status}});
}

// What is broken first, what nobody follows last.
int RankOf(const HouseRule& rule) {
  switch (rule.state()) {
    case HouseRule::STATE_BROKEN:
      return 0;
    case HouseRule::STATE_KEPT:
      return 1;
    case HouseRule::STATE_NOT_FOLLOWED:
      return 3;
    default:
      return 2;
  }
}

std::string Table(Language language, const HouseRules& house) {
  static constexpr Phrase kHead("| Rule | Source | Status in this change |",
                                "| 规则 | 来源 | 本次变更的情况 |");
  static constexpr Phrase kMore("| and {count} more | | |", "| 另有 {count} 条 | | |");
  std::vector<const HouseRule*> rules;
  for (const HouseRule& rule : house.rules()) rules.push_back(&rule);
  std::stable_sort(rules.begin(), rules.end(),
                   [](const HouseRule* a, const HouseRule* b) { return RankOf(*a) < RankOf(*b); });
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
  return table;
}

std::string Sentences(Language language,
                      const google::protobuf::RepeatedPtrField<std::string>& texts) {
  static constexpr Phrase kMore("- And {count} more.", "- 另有 {count} 条。");
  std::string list;
  for (int i = 0; i < texts.size() && i < kMaxConflicts; ++i) {
    absl::StrAppend(&list, "- ", SentenceMarkdown(language, Shorten(CleanLine(texts[i]), 600)),
                    "\n");
  }
  if (texts.size() > kMaxConflicts) {
    absl::StrAppend(
        &list, Say(language, kMore, {{"count", absl::StrCat(texts.size() - kMaxConflicts)}}), "\n");
  }
  return list;
}

}  // namespace

std::string HouseMarkdown(Language language, const HouseRules& house) {
  static constexpr Phrase kTitle("**House rules**", "**仓库规范**");
  static constexpr Phrase kDisagree("The repository's documents contradict each other:",
                                    "仓库中的说明相互矛盾：");
  static constexpr Phrase kNotUsed("Not used for the house rules:", "未用于仓库规范：");
  std::string text;
  if (!house.rules().empty()) {
    absl::StrAppend(&text, kTitle.In(language), "\n\n", Table(language, house));
  }
  const auto add = [&](const Phrase& title, const auto& texts) {
    if (texts.empty()) return;
    absl::StrAppend(&text, text.empty() ? "" : "\n", title.In(language), "\n\n",
                    Sentences(language, texts));
  };
  add(kDisagree, house.conflicts());
  add(kNotUsed, house.problems());
  return text;
}

}  // namespace allreview::report
