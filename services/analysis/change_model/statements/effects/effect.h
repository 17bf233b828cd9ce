#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECT_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECT_H_

// Parts of effects.cc.

#include <map>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "proto/analysis/v1/statement.pb.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

// A statement before it is one.
struct Effect {
  v1::ChangeStatement::Kind kind = v1::ChangeStatement::KIND_EFFECT;
  std::string subject, predicate, object;
  Words text;
  std::vector<change::v1::SourceRange> places;
  int weight = 0;
};

// A changed function outside of tests.
struct ToldFunction {
  const v1::ChangedSymbol* symbol = nullptr;
  const v1::FunctionStory* story = nullptr;
  int rank = 0;  // 0 is the most important.

  bool is_new() const { return symbol->status() == v1::ChangedSymbol::STATUS_ADDED; }
};

struct EffectInput {
  const v1::ChangeModel& model;
  std::vector<ToldFunction> functions;
  std::map<std::string, const v1::ChangedSymbol*> symbols;  // By id, those of tests, too.
};

// Defaults and values.
std::vector<Effect> EffectsOfValues(const EffectInput& input);
// "…, with `copy.size = 2`", where an effect names an object on which its function newly sets
// something.
void AddWhatIsSet(const EffectInput& input, Effect& effect);
// Checks that came and went.
std::vector<Effect> EffectsOfChecks(const EffectInput& input);
// Calls that are new, or stand for others; the same edit in many functions; annotations alone.
std::vector<Effect> EffectsOfCalls(const EffectInput& input);
// Values that options, enumerations and tables gain and lose.
std::vector<Effect> EffectsOfAcceptedValues(const change::AnalysedChange& change);
// Files and definitions that are at another place.
std::vector<Effect> EffectsOfRelocations(const change::AnalysedChange& change,
                                         const v1::ChangeModel& model);
// New rows of tables, and what decorators enter in one.
std::vector<Effect> EffectsOfRegistrations(const change::AnalysedChange& change);
// Parameters that nothing reads any more.
std::vector<Effect> EffectsOfParameters(const change::AnalysedChange& change);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECT_H_
