#include "analyzers/understanding/tensor_operations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = Atom::Kind;

bool IsNumber(const Atom& atom) {
  return atom.kind == Kind::kInteger || atom.kind == Kind::kBool || atom.kind == Kind::kReal;
}

// Of an elementwise result with a Python number.
Dtype DtypeWith(Dtype dtype, const Atom& number) {
  if (dtype == Dtype::kUnknown || IsFloating(dtype)) return dtype;
  if (number.kind == Kind::kReal) return Dtype::kFloat;
  if (number.kind == Kind::kInteger && dtype == Dtype::kBool) return Dtype::kInt64;
  return dtype;
}

bool IsElementwise(Operator op) {
  switch (op) {
    case Operator::kAdd:
    case Operator::kSubtract:
    case Operator::kMultiply:
    case Operator::kDivide:
    case Operator::kFloorDivide:
    case Operator::kModulo:
    case Operator::kPower:
    case Operator::kAnd:
    case Operator::kOr:
    case Operator::kXor:
    case Operator::kLeftShift:
    case Operator::kRightShift:
      return true;
    default:
      return false;
  }
}

}  // namespace

const Tensor& TensorOf(const Atom& atom) {
  static const Tensor* const unknown = new Tensor;
  return atom.tensor == nullptr ? *unknown : *atom.tensor;
}

Size SizeOf(const Atom& atom) {
  if (atom.kind != Kind::kInteger) return Size();
  if (atom.is_constant) return Size::Constant(atom.integer);
  return atom.tensor == nullptr ? Size() : atom.tensor->sizes[0];
}

Size SizeOf(const Value& value, bool& is_exact) {
  if (value.is_unknown()) return value.name();
  const Atom* const only = value.only();
  if (only == nullptr) return Size();
  is_exact = is_exact && (only->is_exact || !only->is_constant);
  return SizeOf(*only);
}

Outcome OutcomeOf(Shaped shaped, Dtype dtype, Device device, bool is_exact, Place place) {
  if (!shaped.why.empty() && is_exact) return {.why = std::move(shaped.why)};
  // Of unknown rank, what stands in front of the known sizes says nothing.
  std::vector<Size>& sizes = shaped.tensor.sizes;
  if (!shaped.tensor.has_rank) {
    sizes.erase(sizes.begin(), std::find_if(sizes.begin(), sizes.end(),
                                            [](const Size& size) { return size.is_known(); }));
  }
  shaped.tensor.dtype = dtype;
  shaped.tensor.device = device;
  if (!shaped.is_view) shaped.tensor.memory = nullptr;
  Value value = Value::OfTensor(std::move(shaped.tensor), place);
  return {.value = is_exact ? std::move(value) : value.Promised()};
}

namespace {

// Of two tensors, which fail even as promises when both are declared.
Outcome OutcomeOfTwo(const Atom& a, const Atom& b, Shaped shaped, Dtype dtype, Place place) {
  const Tensor &x = TensorOf(a), &y = TensorOf(b);
  const bool are_declared = x.is_declared && y.is_declared;
  if (are_declared && !shaped.why.empty()) return {.why = std::move(shaped.why)};
  shaped.tensor.is_declared = are_declared;
  return OutcomeOf(std::move(shaped), dtype, x.device == y.device ? x.device : Device::kUnknown,
                   a.is_exact && b.is_exact, place);
}

}  // namespace

Dtype PromotedDtype(const Tensor& a, const Tensor& b) {
  if (a.dtype == b.dtype) return a.dtype;
  const auto has_dimensions = [](const Tensor& tensor) { return !tensor.sizes.empty(); };
  if (has_dimensions(a) && has_dimensions(b)) return Promoted(a.dtype, b.dtype);
  if (IsFloating(a.dtype) && IsIntegral(b.dtype)) return a.dtype;
  if (IsFloating(b.dtype) && IsIntegral(a.dtype)) return b.dtype;
  return IsFloating(a.dtype) && IsFloating(b.dtype) ? Dtype::kFloat : Dtype::kUnknown;
}

Outcome OperateTensors(Operator op, const Atom& a, const Atom& b, Place place) {
  const bool are_tensors = a.kind == Kind::kTensor && b.kind == Kind::kTensor;
  if (op == Operator::kMatrixMultiply && are_tensors) {
    const Tensor &x = TensorOf(a), &y = TensorOf(b);
    const bool is_exact = a.is_exact && b.is_exact;
    if (is_exact && CertainlyDiffer(x.dtype, y.dtype)) {
      return {.why = absl::StrCat("cannot multiply ", NameOf(x.dtype), " and ", NameOf(y.dtype)),
              .is_dtype = true};
    }
    Shaped product = Multiplied(x, y);
    // With more dimensions on the right they may be multiplied the other way round.
    product.tensor.is_contiguous =
        x.has_rank && y.has_rank && y.sizes.size() >= 2 && x.sizes.size() >= y.sizes.size();
    return OutcomeOfTwo(a, b, std::move(product), x.dtype == y.dtype ? x.dtype : Dtype::kUnknown,
                        place);
  }
  if (!IsElementwise(op)) return {.value = Value::Unknown()};
  const bool is_division = op == Operator::kDivide;
  const auto divided = [&](Dtype dtype) {
    return is_division && IsIntegral(dtype) ? Dtype::kFloat : dtype;
  };
  if (are_tensors) {
    const Tensor &x = TensorOf(a), &y = TensorOf(b);
    Shaped both = Broadcast(x, y);
    both.tensor.is_contiguous = x.is_contiguous && y.is_contiguous;
    return OutcomeOfTwo(a, b, std::move(both), divided(PromotedDtype(x, y)), place);
  }
  const Atom &tensor = a.kind == Kind::kTensor ? a : b, &other = a.kind == Kind::kTensor ? b : a;
  if (!IsNumber(other)) return {.value = Value::Unknown()};
  const Tensor& known = TensorOf(tensor);
  return OutcomeOf({.tensor = known}, divided(DtypeWith(known.dtype, other)), known.device,
                   tensor.is_exact, place);
}

Outcome CompareTensors(const Atom& a, const Atom& b, Place place) {
  Outcome outcome = OperateTensors(Operator::kAdd, a, b, place);
  const Atom* const only = outcome.value.only();
  if (only == nullptr || only->kind != Kind::kTensor) return outcome;
  Tensor result = TensorOf(*only);
  result.dtype = Dtype::kBool;
  Value value = Value::OfTensor(std::move(result), place);
  outcome.value = only->is_exact ? std::move(value) : value.Promised();
  return outcome;
}

Size SizeAt(const Tensor& tensor, int64_t dim) {
  const Size known = tensor.at(dim);
  const uint64_t id = IdOfSize(tensor.id, dim);
  const bool is_nameless = known.is_known() || tensor.has_rank || id == 0;
  return is_nameless ? known : Size::Named(id, absl::StrCat(tensor.name, ".shape[", dim, "]"));
}

Value ShapeOf(const Atom& atom, Place place) {
  const Tensor& tensor = TensorOf(atom);
  if (!tensor.has_rank) {
    const bool is_plain = atom.tensor == nullptr || !tensor.has_memory();
    return Value(Atom{
        .kind = Kind::kTuple,
        .parts = {Value::Some(Kind::kInteger, place)},
        .tensor = is_plain ? atom.tensor : std::make_shared<const Tensor>(tensor.WithoutMemory()),
        .is_exact = atom.is_exact,
        .origin = place});
  }
  std::vector<Value> sizes;
  for (const Size& size : tensor.sizes) sizes.push_back(Value::OfSize(size, place));
  const Value shape = Value::Sequence(Kind::kTuple, std::move(sizes), place);
  return atom.is_exact ? shape : shape.Promised();
}

Value ItemOfShape(const Tensor& tensor, const Value& index, Place place) {
  const Atom* const at = index.only();
  const bool is_number = at != nullptr && at->kind == Kind::kInteger && at->is_constant;
  if (!is_number) return Value::Unknown();
  return Value::OfSize(SizeAt(tensor, at->integer), place);
}

Value WithOwnMemory(const Atom& tensor) {
  if (tensor.tensor == nullptr || tensor.tensor->memory == nullptr) return Value(tensor);
  Tensor own = *tensor.tensor;
  own.memory = nullptr;
  Atom atom = tensor;
  atom.tensor = std::make_shared<const Tensor>(std::move(own));
  return Value(std::move(atom));
}

Value ElementOfTensor(const Atom& tensor, Place place) {
  const Tensor& known = TensorOf(tensor);
  if (known.has_rank && known.sizes.empty()) return Value::Unknown();
  const Shaped element = known.has_rank ? Reduced(known, {0}, false) : Shaped();
  return OutcomeOf(element, known.dtype, known.device, tensor.is_exact, place).value;
}

}  // namespace allreview::understanding
