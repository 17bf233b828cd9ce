#include "services/analysis/change_model/statements/effects/effects.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/messages/text.h"
#include "services/analysis/change_model/statements/effects/edited.h"
#include "services/analysis/change_model/statements/effects/effect.h"
#include "services/analysis/change_model/statements/effects/known_values.h"
#include "services/analysis/change_model/statements/effects/title_words.h"

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

EditInput EditsOf(const EffectInput& input) {
  constexpr size_t kMaxFunctions = 40;
  EditInput edits{.model = input.model, .functions = {}, .called_by_new = {}};
  for (const ToldFunction& function : input.functions) {
    const EditedFunction edited(function);
    if (!function.is_new()) {
      if (edits.functions.size() < kMaxFunctions) edits.functions.push_back(edited);
      continue;
    }
    for (int i = 0; i < edited.size(); ++i) {
      for (const std::string& callee : CalleesIn(edited.step(i).code())) {
        edits.called_by_new.insert(std::string(repository::SimpleName(callee)));
      }
    }
  }
  return edits;
}

std::vector<Effect> AllEffects(const change::AnalysedChange& change, const EffectInput& input,
                               const std::function<bool()>& should_stop) {
  std::vector<Effect> effects = EffectsOfRegistrations(change);
  const auto take = [&](std::vector<Effect> more) {
    for (Effect& effect : more) effects.push_back(std::move(effect));
  };
  take(EffectsOfRelocations(change, input.model));
  take(EffectsOfAcceptedValues(change));
  take(EffectsOfParameters(change));
  for (const auto& find : {EffectsOfValues, EffectsOfChecks, EffectsOfCalls}) {
    if (should_stop && should_stop()) return effects;
    take(find(input));
  }
  const EditInput edits = EditsOf(input);
  for (const auto& find :
       {EffectsOfBranches, EffectsOfHandlers, EffectsOfCommands, EffectsOfConditions,
        EffectsOfRewrites, EffectsOfFlow, EffectsOfOrder, EffectsOfDelays}) {
    if (should_stop && should_stop()) return effects;
    take(find(edits));
  }
  return effects;
}

// The title speaks of a check.
bool NamesCheck(absl::string_view title) {
  const std::string lower = absl::AsciiStrToLower(title);
  for (absl::string_view word : {"assert", "check", "valid", "error", "rais", "fail", "forbid",
                                 "guard", "reject", "disallow", "prevent", "ensure"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// What shares words with the title is more likely the point than what does not.
void WeighByTitle(const change::Description& description, std::vector<Effect>& effects) {
  constexpr int kMaxWords = 4, kWeightOfWord = 40, kMinor = 350;
  constexpr int kWeightOfCheck = 200;
  const TitleWords title(description.title);
  const bool names_check = NamesCheck(description.title);
  for (Effect& effect : effects) {
    if (effect.weight <= kMinor) continue;
    if (names_check && effect.predicate == "fails-newly") effect.weight += kWeightOfCheck;
    effect.weight += kWeightOfWord * std::min(kMaxWords, title.In(English(effect.text)));
  }
}

// Of one statement the weightiest is told.
bool IsFirstOfItsPlace(const Effect& effect, std::set<std::tuple<std::string, int>>& told) {
  if (effect.kind != ChangeStatement::KIND_EFFECT || effect.places.empty()) return true;
  const auto& place = effect.places.front();
  const int side = place.side() == change::v1::SIDE_LEFT ? -1 : 1;
  return told.emplace(place.path(), side * place.first_line()).second;
}

}  // namespace

void AddEffects(const change::AnalysedChange& change, values::ValuesOfChange* values,
                const std::function<bool()>& should_stop, v1::ChangeModel* model) {
  const EffectInput input = InputOf(*model);
  std::vector<Effect> effects = AllEffects(change, input, should_stop);
  WeighByTitle(change.description(), effects);
  std::stable_sort(effects.begin(), effects.end(),
                   [](const Effect& a, const Effect& b) { return a.weight > b.weight; });
  std::set<std::tuple<std::string, std::string, std::string>> said;
  std::set<std::tuple<std::string, int>> places;
  KnownValues known(change, values);
  size_t count = 0;
  for (Effect& effect : effects) {
    if (count == kMaxEffects) break;
    if (!said.emplace(effect.subject, effect.predicate, effect.object).second) continue;
    if (!IsFirstOfItsPlace(effect, places)) continue;
    AddWhatIsSet(input, effect);
    known.AddTo(effect);
    *model->add_statements() = ToStatement(effect);
    ++count;
  }
}

}  // namespace allreview::analysis
