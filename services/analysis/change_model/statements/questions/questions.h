#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_QUESTIONS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_QUESTIONS_H_

// What an expert would ask the author, from what one or two hops around the change show.
//
// Each kind is a mechanism: it fires where the code proves the odd thing, names it, and asks what
// only the author knows. At most seven are kept, the weightiest, and one of each kind.

#include <functional>

#include "analyzers/change/analysed_change.h"
#include "analyzers/values/values_of_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Adds statements of KIND_QUESTION. `values` may be null.
void AddQuestions(const change::AnalysedChange& change, values::ValuesOfChange* values,
                  const std::function<bool()>& should_stop, v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_QUESTIONS_H_
