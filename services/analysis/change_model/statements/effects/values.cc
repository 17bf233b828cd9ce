// Defaults and values that differ; siblings that do it otherwise.

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
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

// "pkg" of "pkg/a.py:f".
absl::string_view FolderOf(absl::string_view id) {
  id = id.substr(0, id.find(':'));
  const size_t slash = id.rfind('/');
  return id.substr(0, slash == absl::string_view::npos ? 0 : slash);
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
                         .weight = symbol.kind() == v1::SYMBOL_KIND_CONSTANT ? 600 : 800});
    }
  }
  return effects;
}

// Only what stands in the same package stands beside it.
std::vector<Effect> AlternativesOfSiblings(const EffectInput& input) {
  std::vector<Effect> effects;
  for (const v1::Pointer& pointer : input.model.pointers()) {
    if (pointer.reason() != v1::Pointer::REASON_SIBLING || pointer.doc().empty()) continue;
    if (FolderOf(pointer.symbol()) != FolderOf(pointer.of())) continue;
    std::string doc = pointer.doc();
    if (absl::EndsWith(doc, ".")) doc.pop_back();
    const size_t colon = pointer.symbol().find(':');
    effects.push_back(
        {.kind = v1::ChangeStatement::KIND_ALTERNATIVE,
         .subject = pointer.of(),
         .predicate = "sibling",
         .object = pointer.symbol(),
         .text = Sentence(phrases::kAlternativeSibling,
                          {{"sibling", Shown(pointer.symbol().substr(
                                           colon == std::string::npos ? 0 : colon + 1))},
                           {"doc", doc}}),
         .places = {pointer.range()},
         .weight = 200});
  }
  return effects;
}

}  // namespace allreview::analysis
