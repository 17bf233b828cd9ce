// Defaults and values that differ.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "sentences/statements/edits.h"
#include "sentences/statements/effects.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/effect.h"
#include "services/analysis/change_model/statements/effects/told_code.h"

namespace allreview::analysis {
namespace {

using v1::ChangedSymbol;
using v1::Delta;

struct Change {
  std::string name;
  std::string before, after;
  const Phrase* phrase = nullptr;
};

bool Takes(absl::string_view prefix, const Delta& delta, Change& change) {
  absl::string_view before = delta.before(), after = delta.after();
  if (!absl::ConsumePrefix(&before, prefix) || !absl::ConsumePrefix(&after, prefix)) return false;
  change.before = std::string(before);
  change.after = std::string(after);
  return true;
}

// "x = 1" and "x = 2" of a parameter.
bool TakesParameter(const Delta& delta, Change& change) {
  const size_t equals = delta.before().find(" = ");
  if (equals == std::string::npos) return false;
  change.name = delta.before().substr(0, equals);
  return Takes(absl::StrCat(change.name, " = "), delta, change);
}

bool TakesDefault(const ChangedSymbol& symbol, const Delta& delta, Change& change) {
  change.name = symbol.name();
  switch (symbol.kind()) {
    case v1::SYMBOL_KIND_FLAG:
      change.phrase = &phrases::kEffectDefault;
      return delta.kind() == Delta::KIND_VALUE && Takes("default=", delta, change);
    case v1::SYMBOL_KIND_FIELD:
      change.phrase = &phrases::kEffectDefault;
      return delta.kind() == Delta::KIND_VALUE && Takes("= ", delta, change);
    case v1::SYMBOL_KIND_CONSTANT:
      change.phrase = &phrases::kEffectValue;
      return delta.kind() == Delta::KIND_VALUE && Takes("= ", delta, change);
    default:
      change.phrase = &phrases::kEffectParameterDefault;
      return delta.kind() == Delta::KIND_DEFAULT && TakesParameter(delta, change);
  }
}

// Rows of a long table, or arguments of a long call, that differ: one a line, in the same order.
std::optional<Words> RowsText(const ChangedSymbol& symbol) {
  constexpr size_t kMaxRows = 4, kMaxRowBytes = 60;
  const std::vector<std::string> before = absl::StrSplit(symbol.code_before(), '\n');
  const std::vector<std::string> after = absl::StrSplit(symbol.code_after(), '\n');
  if (before.size() < 3 || before.size() != after.size()) return std::nullopt;
  WordList rows{.joint = Joint::kComma, .items = {}};
  size_t count = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    absl::string_view was = absl::StripAsciiWhitespace(before[i]);
    absl::string_view is = absl::StripAsciiWhitespace(after[i]);
    if (was == is) continue;
    absl::ConsumeSuffix(&was, ",");
    absl::ConsumeSuffix(&is, ",");
    const bool is_row =
        was.size() <= kMaxRowBytes && is.size() <= kMaxRowBytes && !was.empty() &&
        was.substr(0, was.find_first_of("=:")) == is.substr(0, is.find_first_of("=:"));
    if (!is_row) return std::nullopt;
    if (++count > kMaxRows) continue;
    rows.items.emplace_back(
        Sentence(phrases::kEditTableRow, {{"before", Shown(was)}, {"now", Shown(is)}}));
  }
  if (count == 0) return std::nullopt;
  Words changes = rows;
  if (count > kMaxRows) {
    changes = Sentence(phrases::kEffectAndMore,
                       {{"names", rows}, {"count", absl::StrCat(count - kMaxRows)}});
  }
  return Sentence(phrases::kEditTable, {{"name", Shown(symbol.name())}, {"changes", changes}});
}

}  // namespace

std::vector<Effect> EffectsOfValues(const EffectInput& input) {
  constexpr size_t kMaxBytes = 60;
  std::vector<Effect> effects;
  for (const ChangedSymbol& symbol : input.model.symbols()) {
    if (symbol.is_test() || paths::IsTestPath(symbol.path()) ||
        symbol.status() == ChangedSymbol::STATUS_ADDED ||
        symbol.status() == ChangedSymbol::STATUS_REMOVED) {
      continue;
    }
    if (symbol.kind() == v1::SYMBOL_KIND_CONSTANT) {
      if (std::optional<Words> text = RowsText(symbol)) {
        effects.push_back({.subject = absl::StrCat(symbol.path(), ":", symbol.name()),
                           .predicate = "rows-change",
                           .object = symbol.name(),
                           .text = *std::move(text),
                           .places = {symbol.after()},
                           .weight = 600});
      }
    }
    for (const Delta& delta : symbol.deltas()) {
      Change change;
      if (delta.before().empty() || delta.after().empty() || !TakesDefault(symbol, delta, change)) {
        continue;
      }
      if (change.before.size() > kMaxBytes || change.after.size() > kMaxBytes) continue;
      effects.push_back({.subject = absl::StrCat(symbol.path(), ":", symbol.name()),
                         .predicate = "default-changes",
                         .object = change.name,
                         .text = Sentence(*change.phrase, {{"name", Shown(change.name)},
                                                           {"function", Shown(symbol.name())},
                                                           {"before", Shown(change.before)},
                                                           {"after", Shown(change.after)}}),
                         .places = {delta.range()},
                         .weight = symbol.kind() == v1::SYMBOL_KIND_CONSTANT ? 600 : 650});
    }
  }
  return effects;
}

}  // namespace allreview::analysis
