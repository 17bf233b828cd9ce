#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_EFFECTS_ON_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_EFFECTS_ON_H_

// What follows, by who feels it.

#include <vector>

#include "analyzers/change/analysed_change.h"
#include "services/analysis/change_model/statements/consequences/make_statement.h"

namespace allreview::analysis {

using Consequences = std::vector<Consequence>;

void AddEffectsOnCallers(const change::AnalysedChange& change, Consequences& statements);
void AddEffectsOnConfigurations(const change::AnalysedChange& change, Consequences& statements);
void AddEffectsOnCheckpoints(const change::AnalysedChange& change, Consequences& statements);
void AddEffectsOnObservers(const change::AnalysedChange& change, Consequences& statements);
void AddEffectsOnTexts(const change::AnalysedChange& change, Consequences& statements);
// Definitions that are gone.
void AddRemovedNames(const change::AnalysedChange& change, Consequences& statements);
// From those above.
void AddWhatToWatch(Consequences& statements);

// Files of the product that exist on both sides.
bool IsChangedProduct(const change::AnalysedFile& file);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_EFFECTS_ON_H_
