#ifndef ANALYZERS_UNDERSTANDING_TENSOR_OPERATIONS_H_
#define ANALYZERS_UNDERSTANDING_TENSOR_OPERATIONS_H_

// What operators and subscripts make of tensors. Pure; private to this folder.

#include <string>

#include "analyzers/ir/code.h"
#include "analyzers/understanding/tensor_shapes.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// What comes out, and why nothing does: impossible values that have no `why` come from elsewhere.
struct Outcome {
  Value value = {};
  std::string why = {};
  bool is_dtype = false;  // What `why` is about; else shapes.
};

// A new tensor, or a failure; where the operands are only promises, a tensor that may be anything.
Outcome OutcomeOf(Shaped shaped, Dtype dtype, Device device, bool is_exact, Place place);

// `a op b`, one of which is a tensor. For numbers beside it shapes do not change.
Outcome OperateTensors(ir::Operator op, const Atom& a, const Atom& b, Place place);
// `a op b` for a comparison.
Outcome CompareTensors(const Atom& a, const Atom& b, Place place);
// tensor[index]; a shape of unknown rank, too.
Outcome ItemOfTensor(const Atom& tensor, const Value& index, Place place);
Value ItemOfShape(const Tensor& tensor, const Value& index, Place place);
// Such a tensor, with elements of its own.
Value WithOwnMemory(const Atom& tensor);
// What a loop over it gives.
Value ElementOfTensor(const Atom& tensor, Place place);

// What is known of a tensor; of kTensor without anything known an empty one.
const Tensor& TensorOf(const Atom& atom);
// The formula of a whole number; unknown when there is none.
Size SizeOf(const Atom& atom);
// Of what is certainly one number. Clears `is_exact` where a constant is only promised.
Size SizeOf(const Value& value, bool& is_exact);
// dtype of an elementwise result of two tensors.
Dtype PromotedDtype(const Tensor& a, const Tensor& b);
// The size of `dim`, by name when the rank is unknown.
Size SizeAt(const Tensor& tensor, int64_t dim);
// torch.Size.
Value ShapeOf(const Atom& atom, Place place);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_TENSOR_OPERATIONS_H_
