#include "services/report/documents/audit/observations.h"

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"
#include "services/report/documents/audit/cost_text.h"
#include "services/report/documents/audit/finding_sections.h"
#include "services/report/documents/audit/release.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeStatement;
using finding::v1::Finding;

constexpr size_t kMaxExamples = 3;
constexpr int kLargeDegree = 4;  // Of an allocation that soon does not fit.

// "- `f` (`a.py:3`): time grows with `T`, memory does not".
std::string StreamingItems(const AuditView& view) {
  static constexpr Phrase kStreams(
      "{function} streams over {names}: it works block by block and holds only {memory} elements.",
      "{function} 沿 {names} 流式处理：逐块计算，只持有 {memory} 个元素。");
  std::string text;
  size_t shown = 0;
  for (const analysis::v1::Scaling* scaling : view.scaling) {
    if (shown == kMaxExamples) break;
    if (view.SettingOf(std::string(PathOfSymbol(scaling->symbol()))) != Setting::kProduction) {
      continue;
    }
    const bool allocates =
        !scaling->memory().products().empty() && !scaling->memory().products(0).factors().empty();
    const bool loops =
        std::any_of(scaling->terms().begin(), scaling->terms().end(), [](const auto& term) {
          return term.kind() == analysis::v1::ScalingTerm::KIND_ALLOCATION &&
                 ProductText(term.cost()) != ProductText(term.memory());
        });
    if (!allocates || !loops) continue;
    std::vector<std::string> names;
    for (const std::string& dimension : DimensionsOf(*scaling)) {
      const bool is_free = PowerIn(scaling->memory(), dimension) == 0;
      if (is_free && IsSequenceLength(dimension) && PowerIn(scaling->time(), dimension) > 0) {
        names.push_back(MarkdownCode(dimension));
      }
    }
    if (names.empty()) continue;
    ++shown;
    absl::StrAppend(&text, "- ",
                    Say(view.language, kStreams,
                        {{"function", MarkdownCode(NameOfSymbol(scaling->symbol()))},
                         {"names", absl::StrJoin(names, Comma(view.language))},
                         {"memory", MarkdownCode(CostText(scaling->memory()))}}),
                    "\n");
  }
  return text;
}

std::string PraiseItems(const AuditView& view) {
  std::vector<RuleGroup> groups;
  std::map<std::string, size_t> index;
  for (const Finding* finding : view.praise) {
    const auto [place, is_new] = index.try_emplace(finding->rule_id(), groups.size());
    if (is_new) groups.push_back({finding->rule_id(), {}});
    groups[place->second].findings.push_back(finding);
  }
  std::string text;
  for (const RuleGroup& group : groups) {
    const Finding& first = *group.findings.front();
    if (group.findings.size() == 1) {
      absl::StrAppend(&text, "- ", MarkdownCode(Place(first.range())),
                      SettingMark(view, first.range().path()), Dash(view.language),
                      SentenceMarkdown(view.language, ProblemOf(first)), "\n");
    } else {
      absl::StrAppend(&text, "- ", MarkdownProse(first.title()), Dash(view.language),
                      PlacesText(view, group.findings, 6), "\n");
    }
  }
  return text;
}

std::string PlaceList(const AuditView& view, const RuleGroup& group) {
  return PlacesText(view, group.findings, 3);
}

void AdviseOnFindings(const AuditView& view, finding::v1::Impact impact, size_t limit,
                      std::vector<std::string>* items) {
  static constexpr Phrase kFix("**{title}** ({places}): {fix}", "**{title}**（{places}）：{fix}");
  static constexpr Phrase kAnswer("Answer this question: {question} ({places})",
                                  "请回答：{question}（{places}）");
  static constexpr Phrase kRest(
      "Then fix the findings of {count} more rules with this impact, in the order above.",
      "之后按上文顺序处理同一影响级别的其余 {count} 条规则的问题。");
  const std::vector<RuleGroup> groups = GroupsOf(view, impact);
  for (size_t i = 0; i < groups.size(); ++i) {
    if (i == limit) {
      items->push_back(Say(view.language, kRest, {{"count", absl::StrCat(groups.size() - limit)}}));
      return;
    }
    const Finding& first = *groups[i].findings.front();
    const std::string places = PlaceList(view, groups[i]);
    if (first.kind() == finding::v1::KIND_QUESTION) {
      items->push_back(Say(
          view.language, kAnswer,
          {{"question", SentenceMarkdown(view.language, ProblemOf(first))}, {"places", places}}));
      continue;
    }
    const std::string title =
        MarkdownProse(first.title().empty() ? first.rule_id() : first.title());
    items->push_back(Say(view.language, kFix,
                         {{"title", title},
                          {"places", places},
                          {"fix", SentenceMarkdown(view.language, first.fix())}}));
  }
}

int DegreeOf(const analysis::v1::Cost::Product& product) {
  int degree = 0;
  for (const auto& factor : product.factors()) {
    degree += absl::StartsWith(factor.dimension(), "log ") ? 0 : factor.power();
  }
  return degree;
}

bool HasSequenceLength(const analysis::v1::Cost::Product& product) {
  return std::any_of(product.factors().begin(), product.factors().end(),
                     [](const auto& factor) { return IsSequenceLength(factor.dimension()); });
}

// The allocation that makes the function's memory; null: it is spread over several.
const analysis::v1::ScalingTerm* AllocationOf(const analysis::v1::Scaling& scaling) {
  const std::string wanted = ProductText(scaling.memory().products(0));
  for (const analysis::v1::ScalingTerm& term : scaling.terms()) {
    if (term.kind() == analysis::v1::ScalingTerm::KIND_ALLOCATION &&
        ProductText(term.memory()) == wanted) {
      return &term;
    }
  }
  return nullptr;
}

void AdviseOnMemory(const AuditView& view, std::vector<std::string>* items) {
  static constexpr Phrase kBound(
      "Limit the memory of {function}: {code} ({place}) holds {elements} elements at once; compute "
      "and reduce it in blocks, or document the largest supported size.",
      "限制 {function} 的内存：{code}（{place}）同时持有 {elements} "
      "个元素；请分块计算并归约，或写明支持的最大规模。");
  size_t shown = 0;
  for (const analysis::v1::Scaling* scaling : LargeSequenceAllocations(view)) {
    if (shown++ == kMaxExamples) return;
    const analysis::v1::ScalingTerm& term = *AllocationOf(*scaling);
    const std::string path(PathOfSymbol(scaling->symbol()));
    items->push_back(
        Say(view.language, kBound,
            {{"function", MarkdownCode(NameOfSymbol(scaling->symbol()))},
             {"code", MarkdownCode(term.code())},
             {"place", MarkdownCode(absl::StrCat(path, ":", term.range().first_line()))},
             {"elements", MarkdownCode(ProductText(scaling->memory().products(0)))}}));
  }
}

// "title (3), title (2)" for all rules of an impact.
void AdviseInSum(const AuditView& view, finding::v1::Impact impact, const Phrase& phrase,
                 std::vector<std::string>* items) {
  std::vector<RuleGroup> groups = GroupsOf(view, impact);
  if (groups.empty()) return;
  std::stable_sort(groups.begin(), groups.end(), [](const RuleGroup& a, const RuleGroup& b) {
    return a.findings.size() > b.findings.size();
  });
  std::vector<std::string> kinds;
  for (const RuleGroup& group : groups) {
    if (kinds.size() == 6) {
      kinds.push_back("…");
      break;
    }
    kinds.push_back(absl::StrCat(MarkdownCode(group.rule_id), " ×", group.findings.size()));
  }
  items->push_back(
      Say(view.language, phrase, {{"kinds", absl::StrJoin(kinds, Comma(view.language))}}));
}

}  // namespace

std::vector<const analysis::v1::Scaling*> LargeSequenceAllocations(const AuditView& view) {
  std::vector<const analysis::v1::Scaling*> found;
  for (const analysis::v1::Scaling* scaling : view.scaling) {
    const std::string path(PathOfSymbol(scaling->symbol()));
    if (view.SettingOf(path) != Setting::kProduction || scaling->memory().products().empty()) {
      continue;
    }
    const auto& memory = scaling->memory().products(0);
    const int large = kLargeDegree + (HasSequenceLength(memory) ? 0 : 1);
    if (DegreeOf(memory) >= large && AllocationOf(*scaling) != nullptr) found.push_back(scaling);
  }
  // What grows with the sequence is what a user will make larger.
  std::stable_partition(found.begin(), found.end(), [](const analysis::v1::Scaling* scaling) {
    return HasSequenceLength(scaling->memory().products(0));
  });
  return found;
}

std::string PositiveObservations(const AuditView& view) {
  std::string text = PraiseItems(view);
  for (const ChangeStatement* strength :
       StatementsOf(view.review().model(), {ChangeStatement::KIND_STRENGTH}, kMaxExamples)) {
    absl::StrAppend(&text, "- ", StatementMarkdown(view.language, *strength, WithPlace::kYes),
                    "\n");
  }
  if (view.Wants(report::v1::AuditFocus::CHECK_SCALING) ||
      view.Wants(report::v1::AuditFocus::CHECK_MEMORY)) {
    text += StreamingItems(view);
  }
  return text.empty() ? "" : absl::StrCat(text, "\n");
}

std::string Recommendations(const AuditView& view) {
  static constexpr Phrase kMedium("For maintainability, when you next change this code: {kinds}.",
                                  "下次修改这段代码时改善可维护性：{kinds}。");
  static constexpr Phrase kLow("Minor points, when you next change this code: {kinds}.",
                               "较小的改进，下次修改这段代码时处理：{kinds}。");
  static constexpr Phrase kIncomplete(
      "Review the parts listed at the end, which were not reviewed here.",
      "自行评审文末列出的、此处没能评审的部分。");
  static constexpr Phrase kBefore("**Before production**\n\n", "**上线之前**\n\n");
  std::vector<std::string> items;
  AdviseOnFindings(view, finding::v1::IMPACT_CRITICAL, 10, &items);
  AdviseOnFindings(view, finding::v1::IMPACT_HIGH, 8, &items);
  AdviseOnMemory(view, &items);
  if (view.is_scan) {
    AdviseInSum(view, finding::v1::IMPACT_MEDIUM, kMedium, &items);
    AdviseInSum(view, finding::v1::IMPACT_LOW, kLow, &items);
  }
  for (std::string& point : OpenPoints(view)) items.push_back(std::move(point));
  if (view.review().conclusion() == review::v1::CONCLUSION_INCOMPLETE || !view.IsComplete()) {
    items.emplace_back(kIncomplete.In(view.language));
  }
  const bool has_verdict = !view.is_scan && view.HasProduction() && view.focus.checks().empty();
  std::string text;
  if (!items.empty() && has_verdict) text = std::string(kBefore.In(view.language));
  for (size_t i = 0; i < items.size(); ++i) absl::StrAppend(&text, i + 1, ". ", items[i], "\n");
  if (!items.empty()) text += "\n";
  if (has_verdict) text += RolloutMarkdown(view);
  return text;
}

}  // namespace allreview::report
