#ifndef ANALYZERS_TENSOR_EXPRESSIONS_PRINT_EXPRESSIONS_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_PRINT_EXPRESSIONS_H_

// The arithmetic of each function of a file as it would be measured, or why it would not, for
// people and golden files:
//
//   3:12 loss in Router.forward
//     x: its name
//     0 = input x: activation[element]
//     1 = exp(0)
//   5:5 in Router.forward refused data-dependent-branch "if x.sum() > 0"
//
// Bounded (base/outline.h). Helpers of other files stay inputs.

#include <string>

#include "analyzers/python/module.h"

namespace allreview::tensor_expressions {

std::string PrintExpressions(const python::Module& module);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_PRINT_EXPRESSIONS_H_
