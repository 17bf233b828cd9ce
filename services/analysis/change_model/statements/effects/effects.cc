#include "services/analysis/change_model/statements/effects/effects.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "sentences/messages/text.h"
#include "services/analysis/change_model/statements/effects/effect.h"

namespace allreview::analysis {
namespace {

using v1::ChangeStatement;

bool IsOfTests(const v1::ChangedSymbol& symbol) {
  return symbol.is_test() || paths::IsTestPath(symbol.path());
}

EffectInput InputOf(const v1::ChangeModel& model) {
  EffectInput input{.model = model, .functions = {}, .symbols = {}};
  for (const v1::ChangedSymbol& symbol : model.symbols()) {
    input.symbols.emplace(absl::StrCat(symbol.path(), ":", symbol.name()), &symbol);
  }
  for (const v1::FunctionStory& story : model.functions()) {
    const auto symbol = input.symbols.find(story.symbol());
    if (symbol == input.symbols.end() || IsOfTests(*symbol->second)) continue;
    input.functions.push_back({.symbol = symbol->second,
                               .story = &story,
                               .rank = static_cast<int>(input.functions.size())});
  }
  return input;
}

ChangeStatement ToStatement(const Effect& effect) {
  ChangeStatement statement;
  statement.set_kind(effect.kind);
  statement.set_subject(effect.subject);
  statement.set_predicate(effect.predicate);
  statement.set_object(effect.object);
  statement.set_weight(effect.weight);
  *statement.mutable_text() = ToText(effect.text);
  for (const auto& place : effect.places) *statement.add_places() = place;
  return statement;
}

}  // namespace

void AddEffects(v1::ChangeModel* model, const std::function<bool()>& should_stop) {
  const EffectInput input = InputOf(*model);
  std::vector<Effect> effects;
  for (const auto& find : {EffectsOfSettings, EffectsOfValues, EffectsOfChecks, EffectsOfCalls,
                           AlternativesOfSiblings}) {
    if (should_stop && should_stop()) break;
    for (Effect& effect : find(input)) effects.push_back(std::move(effect));
  }
  std::stable_sort(effects.begin(), effects.end(),
                   [](const Effect& a, const Effect& b) { return a.weight > b.weight; });
  std::set<std::tuple<std::string, std::string, std::string>> said;
  size_t count = 0;
  for (const Effect& effect : effects) {
    if (count == kMaxEffects) break;
    if (!said.emplace(effect.subject, effect.predicate, effect.object).second) continue;
    *model->add_statements() = ToStatement(effect);
    ++count;
  }
}

}  // namespace allreview::analysis
