#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECTS_H_

// What is different for whoever runs, configures or calls the code, and the ways that stay or stand
// beside the new one.
//
//   AddEffects(change, values, should_stop, &model)
//   // KIND_EFFECT       "With `--balance=quantile`, `Router.route` calls `quantile` instead of
//   `topk`"
//   // KIND_ALTERNATIVE  "The old way stays: without `fused` (default `False`), …"
//
// Effects, not edits: a branch and the setting that opens it, defaults, checks that came and went,
// a call for another, arguments and results, the order of calls, rows of tables. Of functions
// outside of tests, from the symbols and stories of the model. The weightiest first, at most
// kMaxEffects: by what they are, by the place of their function among those of the change, and by
// the words that they share with its title.

#include <functional>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::values {
class ValuesOfChange;  // analyzers/values/values_of_change.h
}  // namespace allreview::values

namespace allreview::analysis {

inline constexpr size_t kMaxEffects = 24;
// `values` may be null: those of constants are not told then.
void AddEffects(const change::AnalysedChange& change, values::ValuesOfChange* values,
                const std::function<bool()>& should_stop, v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECTS_H_
