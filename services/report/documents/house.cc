#include "services/report/documents/house.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/display_text.h"
#include "services/report/finding_text.h"
#include "services/report/markdown.h"

namespace allreview::report {
namespace {

using analysis::v1::HouseRule;
using analysis::v1::HouseRules;

constexpr size_t kMaxCell = 300;  // Bytes.

constexpr size_t kMaxRows = 24;
constexpr int kMaxConflicts = 8;

std::string SourceCell(const HouseRule& rule) {
  const std::string source = rule.level() == HouseRule::LEVEL_NORM
                                 ? absl::StrCat("norm: ", MarkdownText(rule.source()))
                                 : MarkdownCellCode(rule.source());
  return rule.tool().empty() ? source : absl::StrCat(source, " (", MarkdownText(rule.tool()), ")");
}

std::string StatusCell(const HouseRule& rule) {
  if (rule.state() != HouseRule::STATE_BROKEN) return MarkdownCell(rule.status(), kMaxCell);
  const std::string label =
      rule.level() == HouseRule::LEVEL_CI_ENFORCED ? "**CI will fail:** " : "**broken:** ";
  return absl::StrCat(label, MarkdownCell(rule.status(), kMaxCell));
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

std::string Table(const HouseRules& house) {
  std::vector<const HouseRule*> rules;
  for (const HouseRule& rule : house.rules()) rules.push_back(&rule);
  std::stable_sort(rules.begin(), rules.end(),
                   [](const HouseRule* a, const HouseRule* b) { return RankOf(*a) < RankOf(*b); });
  std::string table = "| Rule | Source | Status in this change |\n| --- | --- | --- |\n";
  for (size_t i = 0; i < rules.size() && i < kMaxRows; ++i) {
    absl::StrAppend(&table, "| ", MarkdownCell(rules[i]->statement(), kMaxCell), " | ",
                    SourceCell(*rules[i]), " | ", StatusCell(*rules[i]), " |\n");
  }
  if (rules.size() > kMaxRows) {
    absl::StrAppend(&table, "| and ", rules.size() - kMaxRows, " more | | |\n");
  }
  return table;
}

std::string Sentences(const google::protobuf::RepeatedPtrField<std::string>& texts) {
  std::string list;
  for (int i = 0; i < texts.size() && i < kMaxConflicts; ++i) {
    absl::StrAppend(&list, "- ", SentenceMarkdown(Shorten(CleanLine(texts[i]), 600)), "\n");
  }
  if (texts.size() > kMaxConflicts) {
    absl::StrAppend(&list, "- And ", texts.size() - kMaxConflicts, " more.\n");
  }
  return list;
}

}  // namespace

std::string HouseMarkdown(const HouseRules& house) {
  std::string text;
  if (!house.rules().empty()) absl::StrAppend(&text, "**House rules**\n\n", Table(house));
  if (!house.conflicts().empty()) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", "The repository's texts disagree:\n\n",
                    Sentences(house.conflicts()));
  }
  if (!house.problems().empty()) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", "Not used for the house rules:\n\n",
                    Sentences(house.problems()));
  }
  return text;
}

}  // namespace allreview::report
