// Rows of the table of risks: who has to change something because of this change.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/documents/deep_dive/risk_rows.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/places.h"
#include "services/report/story/settings_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Delta;
using analysis::v1::Edge;

std::string PlaceOfDelta(const ChangedSymbol& symbol, const Delta& delta) {
  const bool is_left = delta.range().side() == change::v1::SIDE_LEFT;
  if (!is_left && delta.range().first_line() > 0) return CodeOf(StartPlace(delta.range()), 200);
  const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
  return CodeOf(is_gone ? symbol.path() : StartPlace(symbol.after()), 200);
}

void AddKeys(const Subject& subject, const ChangedSymbol& symbol, RiskRows& rows) {
  constexpr Phrase kGone("{name} no longer stores the checkpoint key {key} ({place})",
                         "{name} 不再保存 checkpoint 键 {key}（{place}）");
  constexpr Phrase kNew("{name} adds the checkpoint key {key} ({place})",
                        "{name} 新增 checkpoint 键 {key}（{place}）");
  constexpr Phrase kRenamed("{name} renames the checkpoint key {key} to {after} ({place})",
                            "{name} 将 checkpoint 键 {key} 重命名为 {after}（{place}）");
  constexpr Phrase kMigration("**Migration needed**: existing checkpoints have the old key",
                              "**需要迁移**：已有 checkpoint 使用旧键");
  constexpr Phrase kOld(
      "Existing checkpoints do not have the key: strict loading fails unless the key is optional",
      "已有 checkpoint 没有该键：除非该键可缺失，否则严格加载会失败");
  for (const Delta& delta : symbol.deltas()) {
    if (delta.kind() != Delta::KIND_STATE_DICT_KEY) continue;
    const bool is_new = delta.before().empty();
    const Phrase& phrase = is_new ? kNew : delta.after().empty() ? kGone : kRenamed;
    rows.Add(Say(subject.language, phrase,
                 {{"name", CodeOf(symbol.name())},
                  {"key", CodeOf(is_new ? delta.after() : delta.before())},
                  {"after", CodeOf(delta.after())},
                  {"place", PlaceOfDelta(symbol, delta)}}),
             std::string((is_new ? kOld : kMigration).In(subject.language)));
  }
}

// Unchanged callers that the index knows, for what is gone or wants more.
std::string Callers(const Subject& subject, const ChangedSymbol& symbol) {
  constexpr Phrase kNone("no caller was found in the repository", "仓库内未找到调用方");
  constexpr Phrase kSome("called by {names}", "调用方：{names}");
  std::vector<std::string> names;
  for (const Edge* edge : subject.index.EdgesTo(IdOf(symbol))) {
    if (edge->kind() != Edge::KIND_CALLS || edge->is_removed()) continue;
    names.push_back(CodeOf(edge->range().first_line() > 0 ? StartPlace(edge->range())
                                                          : std::string(SymbolName(edge->from())),
                           200));
  }
  if (names.empty()) return std::string(kNone.In(subject.language));
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
  std::vector<std::string> adapted;
  bool are_all = true;
  for (const Edge* edge : subject.index.EdgesTo(IdOf(symbol))) {
    if (edge->kind() != Edge::KIND_CALLS || edge->is_removed()) continue;
    if (IsAdapted(subject, *edge)) {
      adapted.push_back(CodeOf(StartPlace(edge->range()), 200));
    } else {
      are_all = false;
    }
  }
  if (are_all && !adapted.empty()) {
    return Say(subject.language, kDone, {{"names", JoinNames(subject.language, adapted, 3)}});
  }
  return Say(subject.language, delta.after().empty() ? kIf : kMust,
             {{"callers", Callers(subject, symbol)}});
}

void AddRemoved(const Subject& subject, const ChangedSymbol& symbol, RiskRows& rows) {
  constexpr Phrase kGone("Public {kind} {name} is removed from {path}",
                         "公开的{kind} {name} 已从 {path} 删除");
  constexpr Phrase kCheck("Code outside the repository that uses it breaks; inside, {callers}",
                          "仓库外使用它的代码会失败；仓库内：{callers}");
  constexpr Phrase kUse("Code that uses it breaks, also outside the repository",
                        "使用它的代码会失败，包括仓库之外的代码");
  if (symbol.status() != ChangedSymbol::STATUS_REMOVED || !symbol.is_public()) return;
  // The model knows who calls a definition, not who reads a value.
  const bool is_called = IsDefinition(symbol);
  rows.Add(Say(subject.language, kGone,
               {{"kind", KindText(subject.language, symbol.kind())},
                {"name", CodeOf(symbol.name())},
                {"path", CodeOf(symbol.path(), 200)}}),
           is_called ? Say(subject.language, kCheck, {{"callers", Callers(subject, symbol)}})
                     : std::string(kUse.In(subject.language)));
}

void AddInterface(const Subject& subject, const ChangedSymbol& symbol, RiskRows& rows) {
  constexpr Phrase kParameter("{name} {change} ({place})", "{name} {change}（{place}）");
  constexpr Phrase kOptional("Backward compatible: the parameter has a default",
                             "向后兼容：新参数有默认值");
  constexpr Phrase kDefault("Callers that rely on the default change behaviour",
                            "依赖默认值的调用方行为会改变");
  if (!symbol.is_public() || symbol.status() == ChangedSymbol::STATUS_ADDED) return;
  for (const Delta& delta : symbol.deltas()) {
    if (delta.kind() != Delta::KIND_PARAMETER && delta.kind() != Delta::KIND_DEFAULT) continue;
    const bool is_optional = delta.before().empty() && (absl::StrContains(delta.after(), "=") ||
                                                        absl::StartsWith(delta.after(), "*"));
    const std::string status = delta.kind() == Delta::KIND_DEFAULT
                                   ? std::string(kDefault.In(subject.language))
                               : is_optional ? std::string(kOptional.In(subject.language))
                                             : AdaptText(subject, symbol, delta);
    rows.Add(Say(subject.language, kParameter,
                 {{"name", CodeOf(symbol.name())},
                  {"change", DeltaClause(subject.language, delta)},
                  {"place", CodeOf(StartPlace(symbol.after()), 200)}}),
             status);
  }
}

void AddSetting(const Subject& subject, const ChangedSymbol& symbol, RiskRows& rows) {
  constexpr Phrase kNew("New {kind} {name} ({place})", "新增{kind} {name}（{place}）");
  constexpr Phrase kChanged("{kind} {name}: {change} ({place})",
                            "{kind} {name}：{change}（{place}）");
  constexpr Phrase kOff("Backward compatible: off by default ({value})",
                        "向后兼容：默认关闭（{value}）");
  constexpr Phrase kOn("Existing configurations get the default {value}",
                       "现有配置会使用默认值 {value}");
  constexpr Phrase kMust("Has no default: configurations must set it", "没有默认值：配置必须设置");
  constexpr Phrase kExisting("Existing configurations that do not set it get the new value",
                             "未显式设置的现有配置会使用新值");
  constexpr Phrase kSameDefault("The default does not change", "默认值没有变化");
  const bool is_setting = symbol.kind() == analysis::v1::SYMBOL_KIND_FLAG ||
                          symbol.kind() == analysis::v1::SYMBOL_KIND_FIELD;
  if (!is_setting || symbol.status() == ChangedSymbol::STATUS_REMOVED) return;
  if (ChangesInWordsOnly(symbol)) return;
  const std::string kind(KindText(subject.language, symbol.kind()));
  const std::string place = CodeOf(StartPlace(symbol.after()), 200);
  const std::optional<std::string> value = DefaultOf(symbol);
  if (symbol.status() == ChangedSymbol::STATUS_ADDED) {
    rows.Add(Say(subject.language, kNew,
                 {{"kind", kind}, {"name", CodeOf(symbol.name())}, {"place", place}}),
             !value
                 ? std::string(kMust.In(subject.language))
                 : Say(subject.language, IsOff(*value) ? kOff : kOn, {{"value", CodeOf(*value)}}));
    return;
  }
  std::string capital = kind;
  if (!capital.empty()) capital[0] = absl::ascii_toupper(static_cast<unsigned char>(capital[0]));
  rows.Add(Say(subject.language, kChanged,
               {{"kind", capital},
                {"name", CodeOf(symbol.name())},
                {"change", ChangeText(subject.language, symbol, 2)},
                {"place", place}}),
           std::string((ChangesDefault(symbol) ? kExisting : kSameDefault).In(subject.language)));
}

}  // namespace

std::vector<RiskRow> CompatibilityRisks(const Subject& subject) {
  RiskRows rows(subject.language, RiskCategory::kCompatibility);
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (subject.IsTest(*symbol)) continue;
    AddKeys(subject, *symbol, rows);
    AddRemoved(subject, *symbol, rows);
    AddInterface(subject, *symbol, rows);
    AddSetting(subject, *symbol, rows);
  }
  return std::move(rows).Finish();
}

}  // namespace allreview::report::deep_dive
