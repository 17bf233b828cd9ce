#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSOR_SIZES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSOR_SIZES_H_

// Tensors that a function allocates, or hands to a collective, only before or only after a change,
// or with another shape or type. Only those whose every dimension has a name; no views, and none of
// a few elements.
//
//   for (v1::TensorSize& size : TensorSizesOf(versions, {...})) Keep(std::move(size));
//   // scores [num_tokens, num_experts] float32, is_new

#include <functional>
#include <vector>

#include "analyzers/python/values.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/stories/steps.h"
#include "services/analysis/change_model/stories/tensors.h"

namespace allreview::analysis {

struct SizeInput {
  const FunctionVersions& versions;
  const Tensors& after;
  const python::Values& values;
  // Of the left side; null where there is none.
  const Tensors* before = nullptr;
  const python::Values* old_values = nullptr;
  // The code stood elsewhere before.
  std::function<bool(python::Node)> is_moved = [](python::Node) { return false; };
};

// Without symbols and numbers.
std::vector<v1::TensorSize> TensorSizesOf(const SizeInput& input);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSOR_SIZES_H_
