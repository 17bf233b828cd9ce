#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSOR_SIZES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSOR_SIZES_H_

// Tensors that a function allocates, or hands to a collective, only before or only after a change,
// or with another shape or type. Only those whose every dimension has a name; no views, and none of
// a few elements.
//
//   for (TensorFound& tensor : TensorSizesOf({...})) Keep(std::move(tensor));
//   // scores [num_tokens, num_experts] float32

#include <functional>
#include <string>
#include <vector>

#include "analyzers/python/values.h"
#include "proto/change/v1/change.pb.h"
#include "services/analysis/change_model/stories/steps.h"
#include "services/analysis/change_model/stories/tensors.h"

namespace allreview::analysis {

struct TensorFound {
  std::string symbol, name;  // The function's id; what the tensor is bound to.
  // "[num_tokens, num_experts]"; before: empty where there was none, after: where there is none.
  std::string shape, shape_before;
  std::string dtype, dtype_before;  // Empty: not known.
  std::string operation, group;     // The collective that it is handed to; empty: it is memory.
  change::v1::SourceRange range;
  // The other side binds the name to something of unknown shape: nobody knows whether it is new, or
  // gone.
  bool is_open = false;

  bool is_new() const { return shape_before.empty(); }
  bool is_gone() const { return shape.empty(); }
};

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

// Without symbols.
std::vector<TensorFound> TensorSizesOf(const SizeInput& input);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSOR_SIZES_H_
