#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STORIES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STORIES_H_

// Changed functions as a reader walks through them, and how values pass through them. What each
// field means stands in proto/analysis/v1/change_model.proto.

#include <functional>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/stories/tensor_sizes.h"

namespace allreview::analysis {

struct StoriesOfChange {
  // Most important first, those whose code is the same last; at most 40.
  std::vector<v1::FunctionStory> stories;
  std::vector<v1::DataFlow> flows;  // Of those through which values pass, in the same order.
  std::vector<TensorFound> sizes;   // As `stories`.
};

// Changed functions without a story are those beyond the limits: `symbols` minus `stories`.
// `should_stop` is polled before each function.
StoriesOfChange TellStories(const change::AnalysedChange& change,
                            const std::vector<v1::ChangedSymbol>& symbols,
                            const std::function<bool()>& should_stop);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STORIES_H_
