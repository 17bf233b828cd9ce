#ifndef ANALYZERS_TENSOR_EXPRESSIONS_ROLES_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_ROLES_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::tensor_expressions {

// What a variable of that name holds by convention: `router_logits` logits, `self.eps` a small
// constant, `exp_avg_sq` a second moment. Of a dotted name the last part counts, of `x[i]` the part
// before the bracket.
std::optional<numerics::Role> RoleOfName(absl::string_view name);

// What a function of PyTorch gives: "softmax" probabilities.
std::optional<numerics::Role> RoleOfResult(absl::string_view function);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_ROLES_H_
