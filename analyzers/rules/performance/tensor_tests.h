#ifndef ANALYZERS_RULES_PERFORMANCE_TENSOR_TESTS_H_
#define ANALYZERS_RULES_PERFORMANCE_TENSOR_TESTS_H_

// Where Python asks a tensor of the GPU for its truth, and therefore waits for it.
//
//   for (const TensorTest& test : TensorTestsOf(file, node)) ...   // node: `if x.sum() > 0:`

#include <initializer_list>
#include <vector>

#include "analyzers/rules/rule.h"

namespace allreview::rules {

struct TensorTest {
  Node test;    // `x.sum() > 0`, an operand of `if`, `while`, `not`, `and`, `or`, `a if b else c`.
  Node tensor;  // `x.sum()`
};

// Nodes that test something.
inline constexpr std::initializer_list<NodeKind> kTestingKinds = {
    NodeKind::kIfStatement,           NodeKind::kElifClause,  NodeKind::kWhileStatement,
    NodeKind::kConditionalExpression, NodeKind::kNotOperator, NodeKind::kBooleanOperator};

// Tests in a statement, conditional expression, `not`, or `and`; empty for other nodes. An operand
// of nested `not` and `and` is found at each of the nodes around it. What certainly lives on the
// CPU is left out, and what a flag for debugging must allow first.
std::vector<TensorTest> TensorTestsOf(const FileContext& file, Node node);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_TENSOR_TESTS_H_
