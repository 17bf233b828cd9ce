#ifndef ANALYZERS_NUMERICS_GRAPH_GRAPH_COPY_H_
#define ANALYZERS_NUMERICS_GRAPH_GRAPH_COPY_H_

#include <functional>
#include <optional>
#include <vector>

#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::numerics {

// Copies nodes of a graph into a builder, each once, with what they need. Nodes may be replaced on
// the way:
//
//   GraphBuilder graph;
//   GraphCopy copy(source, graph, [&](int node) -> std::optional<int> {
//     if (!IsLogOfOnePlus(source, node)) return std::nullopt;
//     return graph.Apply(Operation::kLog1p, {copy.Of(…)});
//   });
//   absl::StatusOr<Graph> rewritten = graph.Finish({copy.Of(source.outputs[0])});
//
// `source` and `into` are borrowed. Errors stick in the builder.
class GraphCopy {
 public:
  // The copy of a node of `source`, or nothing: it is copied as it is.
  using Replace = std::function<std::optional<int>(int node)>;

  GraphCopy(const Graph& source, GraphBuilder& into, Replace replace = nullptr);

  // All inputs, in the order of `source`, which they then have in the result as well.
  void CopyInputs();
  int Of(int node);
  // The node of `into` that stands for `node` from now on.
  void Set(int node, int copy) { copies_[node] = copy; }
  // The node as it is, of copied operands, whatever the replacement.
  int Plain(int index);

  // The axis of the source's rows, as reductions take it.
  Axis axis() const;

 private:
  int CopyCast(const Node& node);
  int CopyReduction(const Node& node);
  int CopyOperation(const Node& node);

  const Graph& source_;
  GraphBuilder& into_;
  const Replace replace_;
  std::vector<int> copies_;  // -1: not copied yet.
};

// The axis that reductions of a graph run along.
Axis AxisOf(const Graph& graph);

// Whether the node only gives a reduced value its axis back: unsqueeze, or [..., None].
bool IsAxisRestored(const Graph& graph, const Node& node);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_GRAPH_COPY_H_
