#include "analyzers/numerics/graph/graph.h"

#include <algorithm>

namespace allreview::numerics {

bool Graph::HasRows() const {
  return std::any_of(nodes.begin(), nodes.end(), [](const Node& node) {
    const OperationKind kind = InfoOf(node.operation).kind;
    return kind == OperationKind::kReduction || kind == OperationKind::kScan ||
           node.operation == Operation::kPosition || node.extent == Extent::kRow;
  });
}

}  // namespace allreview::numerics
