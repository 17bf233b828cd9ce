#ifndef SERVICES_NUMERICS_EXPRESSION_CONVERSION_H_
#define SERVICES_NUMERICS_EXPRESSION_CONVERSION_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"
#include "proto/numerics/v1/expression.pb.h"

namespace allreview::numerics {

// The graph of an expression, with the names, roles, ranges and texts that its code leaves out.
// Fails with kInvalidArgument, naming the part that is wrong.
absl::StatusOr<Graph> GraphOf(const v1::Expression& expression);

// Text of several statements as one line, cut after what people read.
std::string OneLine(absl::string_view text);

// What people read of a graph: its text and its inputs, without code.
v1::Expression DescribeGraph(const Graph& graph);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_EXPRESSION_CONVERSION_H_
