#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECTS_H_

// What is different for whoever runs, configures or calls the code, and the ways that stay or stand
// beside the new one.
//
//   AddEffects(&model, should_stop)
//   // KIND_EFFECT       "With `--balance=quantile`, `Router.route` calls `quantile` instead of
//   `topk`"
//   // KIND_ALTERNATIVE  "The old way stays: without `fused` (default `False`), …"
//
// Effects, not edits: a setting and the branch that it opens, defaults, checks that came and went,
// a call for another, the same edit in many functions. Of functions outside of tests, from the
// symbols, stories and pointers of the model. The weightiest first, at most kMaxEffects.

#include <functional>

#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

inline constexpr size_t kMaxEffects = 24;
void AddEffects(v1::ChangeModel* model, const std::function<bool()>& should_stop);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EFFECTS_H_
