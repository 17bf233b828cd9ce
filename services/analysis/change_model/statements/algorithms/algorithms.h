#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_ALGORITHMS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_ALGORITHMS_H_

// What changed functions compute, as statements of KIND_ALGORITHM. The subject is the innermost
// function that has a story, the first place the lines.
//
//   predicate "account"        what its docstring says of it, verbatim
//   predicate "idiom-…"        what new code is (analyzers/idioms), `object` is what it is said of
//   predicate "test-comment"   what a changed test says of the state that the function writes,
//   verbatim

#include <functional>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Of the functions that have a story. Polls `should_stop`, which may be empty.
void AddAlgorithms(const change::AnalysedChange& change, const std::function<bool()>& should_stop,
                   v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_ALGORITHMS_H_
