#ifndef ANALYZERS_TENSOR_EXPRESSIONS_LOWER_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_LOWER_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/tensor_expressions/terms.h"

namespace allreview::tensor_expressions {

struct Lowered {
  absl::Status status = absl::OkStatus();
  numerics::Graph graph = {};         // When ok.
  std::vector<int> input_terms = {};  // Term that each input of the graph stands for.
  int failed_term = -1;               // Term at which it failed; -1: the whole.
};

struct LowerOptions {
  numerics::Semantics semantics = {};
  std::string text = {};  // Of the whole expression.
  // Inputs that must be one number for each row, as they meet what was reduced without keepdim.
  std::set<int> row_inputs = {};
};

// The graph that computes `roots` from inputs. Inputs of which the sizes are known are no larger
// than those say, when the expression can be measured so: one number for each row, or one for all.
// Deterministic. kUnimplemented for terms that are
// nested too deep, as for whatever cannot be measured.
Lowered Lower(const Terms& terms, absl::Span<const int> roots, const LowerOptions& options);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_LOWER_H_
