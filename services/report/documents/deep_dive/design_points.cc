// Section 3.3: what the change introduces or changes, with contract and invariants.

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"
#include "services/report/diagrams/label.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/effects_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/places.h"
#include "services/report/story/purpose.h"
#include "services/report/story/settings_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Condition;
using analysis::v1::FunctionStory;
using analysis::v1::Value;

constexpr size_t kMaxPoints = 8;
constexpr size_t kMaxSettings = 12;
constexpr size_t kMaxValues = 4;
constexpr size_t kMaxInvariants = 4;
constexpr size_t kMaxClauses = 3;

constexpr Phrase kNew("new", "新增");
// An expression that was not returned before in these words.
constexpr Phrase kDiffers("changed", "有变化");

// "`x: Tensor` ([s, b, h], bf16) - the hidden states"
std::string ValueText(Language language, const Value& value,
                      const std::optional<Phrase>& new_word) {
  std::string code = value.name();
  if (!value.annotation().empty()) absl::StrAppend(&code, ": ", value.annotation());
  if (!value.default_value().empty()) absl::StrAppend(&code, " = ", value.default_value());
  std::vector<std::string> facts;
  if (value.is_new() && new_word) facts.emplace_back(new_word->In(language));
  if (!value.shape().empty()) facts.push_back(CodeOf(value.shape(), 60));
  if (!value.dtype().empty()) facts.push_back(CodeOf(value.dtype(), 30));
  constexpr Phrase kFacts(" ({facts})", "（{facts}）");
  std::string text = CodeOf(code, 120);
  if (!facts.empty()) {
    text += Say(language, kFacts, {{"facts", absl::StrJoin(facts, Comma(language))}});
  }
  if (!value.doc().empty()) {
    const std::string doc = MarkdownProse(Shorten(CleanLine(value.doc()), 160));
    absl::StrAppend(&text, Dash(language), QuotedWords(language, doc));
  }
  return text;
}

// "  - Inputs: a; b\n"; parameters without annotation, shape and words stand in the signature.
// For a function that existed before, only the new ones.
template <typename Values>
std::string ValueList(Language language, const Phrase& title, const Values& values, bool is_new) {
  std::vector<std::string> items;
  size_t more = 0;
  for (const Value& value : values) {
    const bool says_more = !value.shape().empty() || !value.dtype().empty() || !value.doc().empty();
    if (is_new ? !says_more : !value.is_new()) continue;
    if (items.size() == kMaxValues) {
      ++more;
    } else {
      items.push_back(ValueText(language, value, is_new ? std::nullopt : std::optional(kNew)));
    }
  }
  if (items.empty()) return "";
  if (more > 0) {
    constexpr Phrase kMore("{count} more", "另有 {count} 项");
    items.push_back(Say(language, kMore, {{"count", absl::StrCat(more)}}));
  }
  return absl::StrCat("  - ", title.In(language), absl::StrJoin(items, Semicolon(language)), "\n");
}

std::string Outputs(Language language, const FunctionStory& story, bool is_new) {
  constexpr Phrase kReturns("Returns: ", "返回：");
  constexpr Phrase kYields("Yields: ", "产出：");
  std::vector<std::string> items;
  std::string doc;  // Words about all results are said once.
  for (Value value : story.outputs()) {
    if (is_new ? IsBareName(value) : !value.is_new()) continue;
    if (!doc.empty() && value.doc() == doc) value.clear_doc();
    if (!value.doc().empty()) doc = value.doc();
    items.push_back(ValueText(language, value, is_new ? std::nullopt : std::optional(kDiffers)));
  }
  if (items.empty()) return "";
  return absl::StrCat("  - ", (Yields(story) ? kYields : kReturns).In(language),
                      JoinNames(language, items, kMaxValues), "\n");
}

std::string SideEffects(Language language, const FunctionStory& story, bool is_new) {
  constexpr Phrase kEffects("Side effects: ", "副作用：");
  std::vector<std::string> items;
  for (const auto& effect : story.effects()) {
    if (is_new || effect.is_new()) items.push_back(EffectText(language, effect, story));
  }
  if (items.empty()) return "";
  return absl::StrCat("  - ", kEffects.In(language), JoinClauses(language, items, kMaxValues),
                      "\n");
}

std::string Invariants(Language language, const FunctionStory& story, bool is_new) {
  constexpr Phrase kInvariants("Requires: ", "前置条件：");
  std::vector<std::string> items;
  for (const Condition& condition : story.conditions()) {
    const bool is_demand =
        condition.kind() == Condition::KIND_ASSERT || condition.kind() == Condition::KIND_RAISE;
    if (is_demand && (is_new || condition.is_new())) {
      items.push_back(ConditionText(language, condition, story));
    }
  }
  if (items.empty()) return "";
  if (items.size() > kMaxInvariants) {
    constexpr Phrase kMore("{count} more", "另有 {count} 项");
    const std::string count = absl::StrCat(items.size() - kMaxInvariants);
    items.resize(kMaxInvariants);
    items.push_back(Say(language, kMore, {{"count", count}}));
  }
  return absl::StrCat("  - ", kInvariants.In(language), absl::StrJoin(items, Semicolon(language)),
                      "\n");
}

// What callers notice: parameters, results and errors.
ChangedSymbol WithContractDeltas(const ChangedSymbol& symbol) {
  using analysis::v1::Delta;
  ChangedSymbol contract = symbol;
  contract.clear_deltas();
  contract.clear_more_deltas();
  for (const Delta& delta : symbol.deltas()) {
    // New parameters are among the inputs.
    const bool is_told = delta.kind() == Delta::KIND_PARAMETER && delta.before().empty();
    if (is_told) continue;
    if (delta.kind() == Delta::KIND_PARAMETER || delta.kind() == Delta::KIND_DEFAULT ||
        delta.kind() == Delta::KIND_RETURN || delta.kind() == Delta::KIND_RAISE ||
        delta.kind() == Delta::KIND_BASE || delta.kind() == Delta::KIND_DECORATOR) {
      *contract.add_deltas() = delta;
    }
  }
  return contract;
}

std::string Contract(const Subject& subject, const ChangedSymbol& symbol) {
  const Language language = subject.language;
  const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
  std::string text;
  if (const FunctionStory* story = subject.index.Story(IdOf(symbol)); story != nullptr) {
    constexpr Phrase kInputs("Inputs: ", "输入：");
    absl::StrAppend(&text, ValueList(language, kInputs, story->inputs(), is_new),
                    Outputs(language, *story, is_new), SideEffects(language, *story, is_new),
                    Invariants(language, *story, is_new));
  }
  const std::vector<std::string> clauses =
      DeltaClauses(language, WithContractDeltas(symbol), kMaxClauses);
  if (!is_new && symbol.status() != ChangedSymbol::STATUS_REMOVED && !clauses.empty()) {
    constexpr Phrase kChange("  - Change: {change}\n", "  - 改动：{change}\n");
    text += Say(language, kChange, {{"change", absl::StrJoin(clauses, Semicolon(language))}});
  }
  return text;
}

// "- **`Router.forward`** (`a.py:12`, modified)", with its contract; empty: it has none to tell.
std::string Point(const Subject& subject, const ChangedSymbol& symbol) {
  const Language language = subject.language;
  const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
  const std::string contract = Contract(subject, symbol);
  if (contract.empty() && !(symbol.is_public() && symbol.status() == ChangedSymbol::STATUS_ADDED)) {
    return "";
  }
  constexpr Phrase kHead("- **{name}** ({place}, {status} {kind})\n",
                         "- **{name}**（{place}，{status}{kind}）\n");
  std::string text =
      Say(language, kHead,
          {{"name", CodeOf(symbol.name())},
           {"place", CodeOf(is_gone ? symbol.path() : StartPlace(symbol.after()), 200)},
           {"status", StatusText(language, symbol.status())},
           {"kind", KindText(language, symbol.kind())}});
  constexpr Phrase kSignature("  - Signature: {signature}\n", "  - 签名：{signature}\n");
  if (symbol.status() == ChangedSymbol::STATUS_ADDED && !symbol.signature_after().empty()) {
    text += Say(language, kSignature, {{"signature", CodeOf(symbol.signature_after(), 300)}});
  }
  return text + contract;
}

std::string CodeCell(absl::string_view code) {
  if (code.empty()) return "-";
  return MarkdownCellCode(Shorten(CleanLine(code), 200));
}

std::string Settings(const Subject& subject) {
  constexpr Phrase kHead(
      "\n**Settings and values**\n\n| Name | Where | Before | After |\n| --- | --- | --- | --- |\n",
      "\n**配置与取值**\n\n| 名称 | 位置 | 变更前 | 变更后 |\n| --- | --- | --- | --- |\n");
  std::string rows;
  size_t shown = 0, more = 0;
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (IsDefinition(*symbol) || symbol->kind() == analysis::v1::SYMBOL_KIND_MODULE ||
        symbol->name() == "__all__" || ChangesInWordsOnly(*symbol)) {
      continue;
    }
    if (shown == kMaxSettings) {
      ++more;
      continue;
    }
    ++shown;
    const bool is_gone = symbol->status() == ChangedSymbol::STATUS_REMOVED;
    const std::string doc = QuotedWords(subject.language, MarkdownCell(symbol->doc(), 200));
    absl::StrAppend(&rows, "| ", MarkdownCellCode(Shorten(symbol->name(), 100)),
                    InBrackets(subject.language, KindText(subject.language, symbol->kind())),
                    doc.empty() ? "" : Colon(subject.language), doc, " | ",
                    MarkdownCellCode(is_gone ? symbol->path() : StartPlace(symbol->after())), " | ",
                    CodeCell(symbol->code_before()), " | ", CodeCell(symbol->code_after()), " |\n");
  }
  if (rows.empty()) return "";
  if (more > 0) absl::StrAppend(&rows, "| ", AndMore(subject.language, more), " | | | |\n");
  return absl::StrCat(kHead.In(subject.language), rows);
}

}  // namespace

std::string KeyDesignPoints(const Subject& subject) {
  std::string text;
  size_t shown = 0;
  bool has_definitions = false;
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (!IsDefinition(*symbol)) continue;
    const std::string point = shown < kMaxPoints ? Point(subject, *symbol) : "";
    has_definitions = true;
    if (point.empty()) continue;
    ++shown;
    text += point;
  }
  const std::string settings = Settings(subject);
  if (text.empty() && settings.empty()) {
    constexpr Phrase kNothing("no class, function or setting changes",
                              "没有类、函数或配置发生变化");
    constexpr Phrase kSame("no signature, requirement or setting changes",
                           "签名、前置条件和配置都没有变化");
    return has_definitions
               ? NotApplicable(subject.language, std::string(kSame.In(subject.language)))
               : NothingHere(subject, kNothing);
  }
  return text.empty() ? settings.substr(1) : text + settings;
}

}  // namespace allreview::report::deep_dive
