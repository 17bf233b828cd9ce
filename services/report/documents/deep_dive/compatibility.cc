// Rows of the table of risks: who has to change something because of this change.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/documents/deep_dive/risk_rows.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/places.h"
#include "services/report/story/statement_lines.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::Delta;
using analysis::v1::Edge;

// Unchanged callers that the index knows, for what is gone or wants more; "": it knows none, which
// does not mean that there are none.
std::string Callers(const Subject& subject, const ChangedSymbol& symbol) {
  constexpr Phrase kSome("called by {names}", "调用方：{names}");
  std::vector<std::string> names;
  for (const Edge* edge : subject.index.EdgesTo(IdOf(symbol))) {
    if (edge->kind() != Edge::KIND_CALLS || edge->is_removed()) continue;
    names.push_back(CodeOf(edge->range().first_line() > 0 ? StartPlace(edge->range())
                                                          : std::string(SymbolName(edge->from())),
                           200));
  }
  if (names.empty()) return "";
  return Say(subject.language, kSome, {{"names", JoinNames(subject.language, names, 3)}});
}

// Whether this change edits the statement of a caller that calls it.
bool IsAdapted(const Subject& subject, const Edge& call) {
  const analysis::v1::FunctionStory* story = subject.index.Story(call.from());
  if (story == nullptr) return false;
  return std::any_of(story->steps().begin(), story->steps().end(), [&](const auto& step) {
    const bool is_edited = step.status() == analysis::v1::Step::STATUS_ADDED ||
                           step.status() == analysis::v1::Step::STATUS_CHANGED;
    return is_edited && std::any_of(step.calls().begin(), step.calls().end(), [&](const auto& c) {
             return c.symbol() == call.to() || absl::StartsWith(call.to(), c.symbol() + ".");
           });
  });
}

// What calls with the old arguments have to do. Whether unchanged callers pass what is gone is not
// known here.
std::string AdaptText(const Subject& subject, const ChangedSymbol& symbol, const Delta& delta) {
  constexpr Phrase kMust("**Callers must change**; {callers}", "**调用方需要修改**；{callers}");
  constexpr Phrase kIf("**Callers that pass it must change**; {callers}",
                       "**仍传入它的调用方需要修改**；{callers}");
  constexpr Phrase kDone(
      "This change updates the callers in the repository ({names}); other callers must change too",
      "仓库内的调用方已在本次变更中修改（{names}）；其他调用方也需要修改");
  constexpr Phrase kUnknown("Code that calls it in the old way must change",
                            "按旧方式调用它的代码需要修改");
  std::vector<std::string> adapted;
  bool are_all = true, is_called = false;
  for (const Edge* edge : subject.index.EdgesTo(IdOf(symbol))) {
    if (edge->kind() != Edge::KIND_CALLS || edge->is_removed()) continue;
    is_called = true;
    if (IsAdapted(subject, *edge)) {
      adapted.push_back(CodeOf(StartPlace(edge->range()), 200));
    } else {
      are_all = false;
    }
  }
  if (!is_called) return std::string(kUnknown.In(subject.language));
  if (are_all) {
    return Say(subject.language, kDone, {{"names", JoinNames(subject.language, adapted, 3)}});
  }
  return Say(subject.language, delta.after().empty() ? kIf : kMust,
             {{"callers", Callers(subject, symbol)}});
}

void AddRemoved(const Subject& subject, const ChangedSymbol& symbol, RiskRows& rows) {
  constexpr Phrase kGone("The {kind} {name} is removed from {path}",
                         "{kind} {name} 已从 {path} 删除");
  constexpr Phrase kCheck("**Edit what still uses it**: {callers}",
                          "**修改仍在使用它的地方**：{callers}");
  if (symbol.status() != ChangedSymbol::STATUS_REMOVED || !symbol.is_public()) return;
  // Statements tell of settings; special methods are called by nobody's name.
  const bool is_setting = symbol.kind() == analysis::v1::SYMBOL_KIND_FIELD ||
                          symbol.kind() == analysis::v1::SYMBOL_KIND_FLAG;
  if (is_setting || absl::EndsWith(symbol.name(), "__")) return;
  const std::string callers = Callers(subject, symbol);
  if (callers.empty()) return;
  rows.Add(Say(subject.language, kGone,
               {{"kind", KindText(subject.language, symbol.kind())},
                {"name", CodeOf(symbol.name())},
                {"path", CodeOf(symbol.path(), 200)}}),
           Say(subject.language, kCheck, {{"callers", callers}}));
}

// "**kwargs"; empty: the delta takes no such parameter away.
absl::string_view RestThatIsGone(const Delta& delta) {
  const bool is_gone = delta.kind() == Delta::KIND_PARAMETER && delta.after().empty();
  return is_gone && absl::StartsWith(delta.before(), "**") ? delta.before() : "";
}

// Parameters by name instead of `**kwargs`: a row for all. Whether it is so.
bool AddNamedInsteadOfRest(const Subject& subject, const ChangedSymbol& symbol, RiskRows& rows) {
  constexpr Phrase kNamed("{name} takes {parameters} instead of {rest} ({place})",
                          "{name} 以 {parameters} 取代 {rest}（{place}）");
  constexpr Phrase kOnly("{name} no longer takes {rest} ({place})",
                         "{name} 不再接受 {rest}（{place}）");
  constexpr Phrase kOthers("Callers that pass another keyword fail",
                           "传入其他关键字参数的调用会失败");
  constexpr Phrase kCalled("Callers that pass another keyword fail; {callers}",
                           "传入其他关键字参数的调用会失败；{callers}");
  std::string rest;
  std::vector<std::string> names;
  for (const Delta& delta : symbol.deltas()) {
    if (delta.kind() != Delta::KIND_PARAMETER) continue;
    if (rest.empty()) rest = std::string(RestThatIsGone(delta));
    if (delta.before().empty()) names.push_back(CodeOf(delta.after()));
  }
  if (rest.empty()) return false;
  const std::string callers = Callers(subject, symbol);
  rows.Add(Say(subject.language, names.empty() ? kOnly : kNamed,
               {{"name", CodeOf(symbol.name())},
                {"parameters", JoinNames(subject.language, names, 8)},
                {"rest", CodeOf(rest)},
                {"place", CodeOf(StartPlace(symbol.after()), 200)}}),
           callers.empty() ? std::string(kOthers.In(subject.language))
                           : Say(subject.language, kCalled, {{"callers", callers}}));
  return true;
}

// A parameter that calls must pass, or must not pass any more.
void AddInterface(const Subject& subject, const ChangedSymbol& symbol, RiskRows& rows) {
  constexpr Phrase kParameter("{name} {change} ({place})", "{name} {change}（{place}）");
  if (!symbol.is_public() || symbol.status() == ChangedSymbol::STATUS_ADDED) return;
  if (AddNamedInsteadOfRest(subject, symbol, rows)) return;
  for (const Delta& delta : symbol.deltas()) {
    if (delta.kind() != Delta::KIND_PARAMETER) continue;
    const bool is_gone = delta.after().empty();
    const bool is_optional =
        absl::StrContains(delta.after(), "=") || absl::StartsWith(delta.after(), "*");
    if (!is_gone && (!delta.before().empty() || is_optional)) continue;
    rows.Add(Say(subject.language, kParameter,
                 {{"name", CodeOf(symbol.name())},
                  {"change", DeltaClause(subject.language, delta)},
                  {"place", CodeOf(StartPlace(symbol.after()), 200)}}),
             AdaptText(subject, symbol, delta));
  }
}

// What there is to do about a consequence.
std::string StatusOf(const Subject& subject, const ChangeStatement& consequence) {
  constexpr Phrase kSet("Set it where the old behaviour is wanted", "需要旧行为的地方显式设置");
  constexpr Phrase kEdit("**Edit what still uses it**", "**修改仍在使用它的地方**");
  constexpr Phrase kPlan("**Plan the migration**", "**需要安排迁移**");
  for (const ChangeStatement* watch :
       StatementsOnCode(subject.review.model(), ChangeStatement::KIND_WATCH)) {
    const bool is_same =
        watch->subject() == consequence.subject() && watch->object() == consequence.object();
    if (is_same) return StatementMarkdown(subject.language, *watch, WithPlace::kNo);
  }
  const std::string& predicate = consequence.predicate();
  const bool is_default = absl::StrContains(predicate, "default");
  const bool is_key = consequence.kind() == ChangeStatement::KIND_CHECKPOINT;
  return std::string((is_default ? kSet : is_key ? kPlan : kEdit).In(subject.language));
}

}  // namespace

std::vector<RiskRow> CompatibilityRisks(const Subject& subject) {
  RiskRows rows(subject.language, RiskCategory::kCompatibility);
  for (const auto kind : {ChangeStatement::KIND_CHECKPOINT, ChangeStatement::KIND_CONFIGURATION,
                          ChangeStatement::KIND_CALLERS, ChangeStatement::KIND_OBSERVATION}) {
    for (const ChangeStatement* statement : StatementsOnCode(subject.review.model(), kind)) {
      // What nobody sets yet is no risk, nor is what nobody names any more.
      const std::string& predicate = statement->predicate();
      if (predicate == "environment-variable-new" || predicate == "removed-unnamed") continue;
      rows.Add(StatementMarkdown(subject.language, *statement, WithPlace::kYes),
               StatusOf(subject, *statement));
    }
  }
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (subject.IsTest(*symbol)) continue;
    AddRemoved(subject, *symbol, rows);
    AddInterface(subject, *symbol, rows);
  }
  return std::move(rows).Finish();
}

}  // namespace allreview::report::deep_dive
