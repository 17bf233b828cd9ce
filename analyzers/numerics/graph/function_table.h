#ifndef ANALYZERS_NUMERICS_GRAPH_FUNCTION_TABLE_H_
#define ANALYZERS_NUMERICS_GRAPH_FUNCTION_TABLE_H_

#include <array>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/numerics/graph/call_arguments.h"

namespace allreview::numerics {

struct Function {
  absl::string_view name;
  std::array<absl::string_view, 8> parameters;  // In PyTorch's order; empty: no more.
  int (*call)(const CallArguments&);
};

// Activations that are no operation of their own.
absl::Span<const Function> ActivationFunctions();
// Losses of each element.
absl::Span<const Function> LossFunctions();
// Elementary functions and sums made of others.
absl::Span<const Function> ElementaryFunctions();

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_FUNCTION_TABLE_H_
