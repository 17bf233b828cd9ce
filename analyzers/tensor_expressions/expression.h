#ifndef ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::tensor_expressions {

// Reads one expression of PyTorch, as on the command line and in a suite:
//
//   ReadExpression("torch.exp(x)/torch.exp(x).sum(-1,keepdim=True)", "x~N(0,4)[256,1024]", {})
//   ReadExpression("fp32(lambda z: z * torch.sigmoid(z), x)", "x~N(0,8)[65536]", {})
//
// Functions, methods and operators of tensors; torch, F, nn, math and np need no import. fp32(…),
// fp64(…), bf16(…) and fp16(…) are islands: the arguments are cast to that format, the lambda is
// computed, its result is cast back to the format under test. Every other name is an input, drawn
// from its domain (domain.h); without one, from what its name stands for. Domains of other names
// are left aside: a rewrite may need fewer inputs.
//
// Fails with kInvalidArgument, naming the place and the cure, for what is no expression or what
// PyTorch would refuse; kUnimplemented for what is not measured.
absl::StatusOr<numerics::Graph> ReadExpression(absl::string_view expression,
                                               absl::string_view domains,
                                               numerics::Semantics semantics);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_H_
