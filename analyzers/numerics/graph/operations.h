#ifndef ANALYZERS_NUMERICS_GRAPH_OPERATIONS_H_
#define ANALYZERS_NUMERICS_GRAPH_OPERATIONS_H_

// What is known of each operation without running it.

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/numerics/graph/operation.h"

namespace allreview::numerics {

enum class OperationKind : uint8_t { kLeaf, kElementwise, kConversion, kReduction, kScan };

// A number beside the operands, in Node::parameters.
struct OperationParameter {
  absl::string_view name = {};  // As PyTorch spells it: "beta". Empty: there is none.
  double otherwise = 0;         // Where a call leaves it out.
};

struct OperationInfo {
  Operation operation;
  absl::string_view name;  // As PyTorch spells it: "log1p".
  OperationKind kind;
  int arity;
  OperationParameter parameters[2];
  uint32_t flags;

  bool Has(OperationFlag flag) const { return (flags & flag) != 0; }
  int parameter_count() const {
    return parameters[0].name.empty() ? 0 : parameters[1].name.empty() ? 1 : 2;
  }
};

const OperationInfo& InfoOf(Operation operation);

// In the order of the enumeration.
absl::Span<const OperationInfo> AllOperations();

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_OPERATIONS_H_
