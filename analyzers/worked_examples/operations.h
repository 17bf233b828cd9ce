#ifndef ANALYZERS_WORKED_EXAMPLES_OPERATIONS_H_
#define ANALYZERS_WORKED_EXAMPLES_OPERATIONS_H_

// Operations of torch on small tensors, by the name of the method: the tensor is the first
// argument. What would depend on rounding (which of two nearly equal numbers is greater) or on what
// torch leaves open (the order of ties) ends the run.
//
//   Operation operation = FindOperation("cumsum");
//   Value sums = operation(call);

#include <functional>
#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/worked_examples/call.h"

namespace allreview::worked_examples {

using Operation = Value (*)(Call&);
using Operations = std::map<std::string, Operation, std::less<>>;

// Null: it is not computed.
Operation FindOperation(absl::string_view name);

// By file.
const Operations& ElementwiseOperations();
const Operations& UnaryOperations();
const Operations& ReductionOperations();
const Operations& OrderOperations();
const Operations& ViewOperations();
const Operations& JoinOperations();
const Operations& IndexOperations();
const Operations& FactoryOperations();
const Operations& ProductOperations();

// `a op b` for Python's operators; one is a tensor.
Value OperateOnTensors(absl::string_view op, const Value& a, const Value& b, Halt& halt);
// Stores a tensor or number into a view, broadcasting.
void Store(const Tensor& view, const Value& value, Halt& halt);
// tensor[index] and tensor[index] = value.
Value ReadItem(const Tensor& tensor, const Value& index, Halt& halt);
void WriteItem(const Tensor& tensor, const Value& index, const Value& value, Halt& halt);
// The same elements with that dtype.
Tensor Converted(const Tensor& tensor, Dtype dtype, Halt& halt);
// Two numbers of which nobody knows which is greater once they are rounded.
bool AreTooClose(double a, double b);

}  // namespace allreview::worked_examples

#endif  // ANALYZERS_WORKED_EXAMPLES_OPERATIONS_H_
