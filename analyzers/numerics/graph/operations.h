#ifndef ANALYZERS_NUMERICS_GRAPH_OPERATIONS_H_
#define ANALYZERS_NUMERICS_GRAPH_OPERATIONS_H_

// What is known of each operation.

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/numerics/graph/operation.h"

namespace allreview::numerics {

enum class OperationKind : uint8_t { kLeaf, kElementwise, kConversion, kReduction, kScan };

struct OperationInfo {
  Operation operation;
  absl::string_view name;  // As PyTorch spells it: "log1p".
  OperationKind kind;
  int arity;
  // Constants that it reads from Node::parameters, in this order.
  int parameter_count = 0;
};

const OperationInfo& InfoOf(Operation operation);

// Comparisons, logic and sign, whose results 0, 1 and -1 lie on every grid.
bool GivesSmallInteger(Operation operation);

// In the order of the enumeration.
absl::Span<const OperationInfo> AllOperations();

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_OPERATIONS_H_
