#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using Numbers = std::vector<double>;

constexpr double kUnwritten = std::numeric_limits<double>::quiet_NaN();

Value Filled(Call& call, const Sizes& shape, double value, Dtype dtype) {
  const std::optional<int64_t> count = CountOf(shape);
  if (!count || call.halt.stops()) return call.Fail("a tensor that is too large");
  return Value::Of(NewTensor(shape, Numbers(static_cast<size_t>(*count), value), dtype));
}

// torch.zeros((2, 3)), torch.empty(2, 3, dtype=…)
template <int kValue>
Value Constant(Call& call) {
  const std::optional<Sizes> shape = call.SizesFrom(0, "size");
  const Dtype dtype = call.DtypeArgument().value_or(Dtype::kFloat32);
  call.IgnorePlacement();
  if (!shape) return call.Fail("sizes that are not known");
  return Filled(call, *shape, kValue < 0 ? kUnwritten : kValue, dtype);
}

template <int kValue>
Value ConstantLike(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const Dtype dtype = call.DtypeArgument().value_or(x.dtype);
  call.IgnorePlacement();
  return Filled(call, x.shape, kValue < 0 ? kUnwritten : kValue, dtype);
}

// x.new_zeros(2, 3)
template <int kValue>
Value NewConstant(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<Sizes> shape = call.SizesFrom(1, "size");
  const Dtype dtype = call.DtypeArgument().value_or(x.dtype);
  call.IgnorePlacement();
  if (!shape) return call.Fail("sizes that are not known");
  return Filled(call, *shape, kValue < 0 ? kUnwritten : kValue, dtype);
}

// The dtype that torch infers of a Python number.
Dtype DtypeOfNumber(const Value& value) {
  if (value.Is(Type::kTensor)) return value.tensor->dtype;
  return value.Is(Type::kFloat)  ? Dtype::kFloat32
         : value.Is(Type::kBool) ? Dtype::kBool
                                 : Dtype::kInt64;
}

Value Full(Call& call) {
  const std::optional<Sizes> shape = IntegersOf(call.Require(0, "size"));
  const Value value = call.Require(1, "fill_value");
  const std::optional<Dtype> dtype = call.DtypeArgument();
  call.IgnorePlacement();
  if (!shape || !value.IsNumber()) return call.Fail("a value that is not known");
  return Filled(call, *shape, value.AsNumber(), dtype.value_or(DtypeOfNumber(value)));
}

Value FullLike(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const double value = call.Number(1, "fill_value", 0);
  const Dtype dtype = call.DtypeArgument().value_or(x.dtype);
  call.IgnorePlacement();
  return Filled(call, x.shape, value, dtype);
}

Value NewFull(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<Sizes> shape = IntegersOf(call.Require(1, "size"));
  const double value = call.Number(2, "fill_value", 0);
  const Dtype dtype = call.DtypeArgument().value_or(x.dtype);
  call.IgnorePlacement();
  return shape ? Filled(call, *shape, value, dtype) : call.Fail("sizes that are not known");
}

Value Arange(Call& call) {
  Value bounds[3] = {Value::Int(0), Value(), Value::Int(1)};
  if (const Value* const second = call.Get(1, "")) {
    bounds[0] = call.Require(0, "start");
    bounds[1] = *second;
  } else if (call.Keyword("end") != nullptr) {
    bounds[1] = call.Require(0, "end");
  } else {
    bounds[1] = call.Require(0, "end");
  }
  if (const Value* const step = call.Get(2, "step")) bounds[2] = *step;
  bool is_float = false;
  for (Value& bound : bounds) {
    if (bound.Is(Type::kTensor) && bound.tensor->rank() == 0 && !IsFloating(bound.tensor->dtype)) {
      bound = Value::Int(static_cast<int64_t>(call.Elements(*bound.tensor)[0]));
    }
    if (!bound.IsNumber()) return call.Fail("a bound that is not known");
    is_float = is_float || bound.Is(Type::kFloat);
  }
  const Dtype dtype = call.DtypeArgument().value_or(is_float ? Dtype::kFloat32 : Dtype::kInt64);
  call.IgnorePlacement();
  const double first = bounds[0].AsNumber(), step = bounds[2].AsNumber();
  const double length = (bounds[1].AsNumber() - first) / step;
  if (step == 0 || length > kMaxElements) return call.Fail("a range that is too long");
  if (length < 0) return call.halt.Raise("a range that runs backward");
  if (length != std::round(length) && AreTooClose(length, std::round(length))) {
    return call.Fail("a length that is nearly whole");
  }
  Numbers elements;
  for (int64_t i = 0; i < static_cast<int64_t>(std::ceil(length)); ++i) {
    elements.push_back(first + step * static_cast<double>(i));
  }
  const int64_t count = static_cast<int64_t>(elements.size());
  return Value::Of(NewTensor({count}, std::move(elements), dtype));
}

// Nested lists of numbers and single numbers, level by level.
std::optional<Tensor> TensorOfLists(const Value& value, Call& call) {
  Value::Items level{value};
  Sizes shape;
  while (!level.empty() && level[0].IsSequence() && shape.size() < kMaxRank) {
    const size_t size = level[0].items->size();
    Value::Items next;
    for (const Value& list : level) {
      if (!list.IsSequence() || list.items->size() != size) {
        call.halt.Raise("rows of other lengths");
        return std::nullopt;
      }
      next.insert(next.end(), list.items->begin(), list.items->end());
      if (next.size() > static_cast<size_t>(kMaxElements)) return std::nullopt;
    }
    shape.push_back(static_cast<int64_t>(size));
    level = std::move(next);
  }
  Dtype dtype = level.empty() ? Dtype::kFloat32 : Dtype::kBool;
  Numbers elements;
  for (const Value& element : level) {
    if (!element.IsNumber()) return std::nullopt;
    dtype = Promote(dtype, DtypeOfNumber(element));
    elements.push_back(element.AsNumber());
  }
  return NewTensor(std::move(shape), std::move(elements), dtype);
}

// torch.tensor([...]), which copies.
Value FromData(Call& call) {
  const Value data = call.Require(0, "data");
  const std::optional<Dtype> dtype = call.DtypeArgument();
  call.IgnorePlacement();
  std::optional<Tensor> tensor =
      data.IsNumber() || data.Is(Type::kTensor) ? TensorOf(data) : TensorOfLists(data, call);
  if (!tensor || call.halt.stops()) return call.Fail("data that is not known");
  if (data.Is(Type::kFloat)) tensor = Converted(*tensor, Dtype::kFloat32, call.halt);
  Tensor copy = Converted(*tensor, dtype.value_or(tensor->dtype), call.halt);
  // as_tensor and from_numpy share what they are given.
  if (data.Is(Type::kTensor) && call.name != "tensor") copy.storage->is_frozen = true;
  return Value::Of(std::move(copy));
}

template <Dtype kDtype>
Value Typed(Call& call) {
  const Value data = call.Require(0, "data");
  if (!data.IsSequence()) return call.Fail("data that is not known");
  const std::optional<Tensor> tensor = TensorOfLists(data, call);
  if (!tensor) return call.Fail("data that is not known");
  return Value::Of(Converted(*tensor, kDtype, call.halt));
}

Value Eye(Call& call) {
  const int64_t rows = call.Integer(0, "n");
  const int64_t columns = call.MaybeInteger(1, "m").value_or(rows);
  const Dtype dtype = call.DtypeArgument().value_or(Dtype::kFloat32);
  call.IgnorePlacement();
  const Value result = Filled(call, {rows, columns}, 0, dtype);
  for (int64_t i = 0; !call.halt.stops() && i < std::min(rows, columns); ++i) {
    result.tensor->storage->data[static_cast<size_t>(i * columns + i)] = 1;
  }
  return result;
}

}  // namespace

const Operations& FactoryOperations() {
  static const Operations& all = *new Operations{
      {"torch.zeros", Constant<0>},
      {"torch.ones", Constant<1>},
      {"torch.empty", Constant<-1>},
      {"torch.full", Full},
      {"torch.arange", Arange},
      {"torch.eye", Eye},
      {"torch.tensor", FromData},
      {"torch.as_tensor", FromData},
      {"torch.LongTensor", Typed<Dtype::kInt64>},
      {"torch.IntTensor", Typed<Dtype::kInt32>},
      {"torch.FloatTensor", Typed<Dtype::kFloat32>},
      {"torch.BoolTensor", Typed<Dtype::kBool>},
      {"zeros_like", ConstantLike<0>},
      {"ones_like", ConstantLike<1>},
      {"empty_like", ConstantLike<-1>},
      {"full_like", FullLike},
      {"new_zeros", NewConstant<0>},
      {"new_ones", NewConstant<1>},
      {"new_empty", NewConstant<-1>},
      {"new_full", NewFull},
  };
  return all;
}

}  // namespace allreview::worked_examples
