#ifndef ANALYZERS_NUMERICS_GRAPH_CALL_ARGUMENTS_H_
#define ANALYZERS_NUMERICS_GRAPH_CALL_ARGUMENTS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/numerics/graph/torch_functions.h"

namespace allreview::numerics {

// The arguments of one call, bound to the names of the function's parameters. What is missing or of
// a wrong kind is reported to the builder, whose first error sticks.
class CallArguments {
 public:
  CallArguments(GraphBuilder& graph, const TorchCall& call,
                absl::Span<const absl::string_view> parameters);

  GraphBuilder& graph() const { return graph_; }
  absl::string_view name() const { return call_.name; }

  bool Has(absl::string_view parameter) const;  // Given, and not None.
  // A tensor, or a number as a constant.
  int Node(absl::string_view parameter) const;
  double Number(absl::string_view parameter, double otherwise) const;
  bool Bool(absl::string_view parameter, bool otherwise) const;
  std::string Text(absl::string_view parameter, absl::string_view otherwise) const;
  // A dim: an integer, a tuple of one, or missing for all dimensions.
  Axis AxisOr(absl::string_view parameter, Axis otherwise) const;
  // The argument as it came, or nullptr.
  const Argument* Find(absl::string_view parameter) const;
  // `node` cast to the dtype argument of this name; `node` when there is none.
  int CastIfAsked(int node, absl::string_view parameter) const;

 private:
  void Bind(absl::Span<const absl::string_view> parameters);
  int Wrong(absl::string_view parameter, absl::string_view wanted) const;

  GraphBuilder& graph_;
  const TorchCall& call_;
  std::vector<std::pair<absl::string_view, const Argument*>> bound_;
};

// Arguments as CastTo, CastLike would take them: a dtype or x.dtype.
int CastToArgument(GraphBuilder& graph, int node, const Argument& dtype);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_CALL_ARGUMENTS_H_
