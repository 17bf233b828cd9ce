#include "analyzers/numerics/graph/equal_nodes.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "analyzers/numerics/arithmetic/bits.h"
#include "analyzers/numerics/graph/graph_copy.h"

namespace allreview::numerics {
namespace {

using enum Operation;

// What a node computes: its operation, operands, format and parameters.
using Key = std::tuple<Operation, std::vector<int>, int, int, bool, std::array<uint64_t, 2>>;

bool IsCommutative(Operation operation) {
  return operation == kAdd || operation == kMultiply || operation == kMaximum ||
         operation == kMinimum || operation == kEqual || operation == kAnd || operation == kOr ||
         operation == kHypot || operation == kLogAddExp || operation == kDot;
}

}  // namespace

std::vector<int> EqualNodes(const Graph& graph) {
  std::vector<int> first;
  std::map<Key, int> known;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (IsAxisRestored(graph, node)) {
      first.push_back(first[node.inputs[0]]);
      continue;
    }
    std::vector<int> operands;
    for (const int input : node.inputs) operands.push_back(first[input]);
    if (IsCommutative(node.operation)) std::sort(operands.begin(), operands.end());
    if (node.input >= 0) operands.push_back(node.input);
    const Key key = {node.operation,
                     operands,
                     node.format.has_value() ? static_cast<int>(*node.format) : -1,
                     node.like >= 0 ? first[node.like] : -1,
                     node.is_widening,
                     {BitsOf(node.parameters[0]), BitsOf(node.parameters[1])}};
    first.push_back(known.emplace(key, static_cast<int>(i)).first->second);
  }
  return first;
}

}  // namespace allreview::numerics
