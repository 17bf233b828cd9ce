#ifndef ANALYZERS_UNDERSTANDING_TENSOR_CALL_H_
#define ANALYZERS_UNDERSTANDING_TENSOR_CALL_H_

// The arguments of a call of torch, by parameter. Private to this folder.
//
//   std::optional<TensorCall> call = TensorCall::Bind("input dim0 dim1", self, arguments, place);
//   const Tensor* x = call->TensorAt("input");   // null: nobody knows
//
// What is read counts: when anything of it is only promised, Return() does not fail, and gives a
// promise.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/tensor_operations.h"
#include "analyzers/understanding/value_traits.h"

namespace allreview::understanding {

class TensorCall {
 public:
  // "*size" takes the positional arguments that are left, or the one sequence among them. `self`
  // comes first, if any. None: nobody knows which argument goes where.
  static std::optional<TensorCall> Bind(absl::string_view parameters, const Value* self,
                                        const std::vector<CallArgument>& arguments, Place place);

  // Of a module of torch: `input`, and what the module was made with.
  static TensorCall OfModule(const Atom& module, const Value& input, Place place);

  // By parameter, in order.
  const std::vector<std::pair<std::string, Value>>& given() const { return given_; }
  const Value* Find(absl::string_view name) const;  // Null: it is not given.
  bool IsGiven(absl::string_view name) const { return Find(name) != nullptr; }
  const Tensor* TensorAt(absl::string_view name);
  // Of a list or tuple of tensors; none: nobody knows all of them.
  std::optional<std::vector<Tensor>> TensorsAt(absl::string_view name);
  std::optional<int64_t> IntegerAt(absl::string_view name);
  // `fallback` when it is not given.
  std::optional<int64_t> IntegerOr(absl::string_view name, int64_t fallback);
  std::optional<bool> BoolOr(absl::string_view name, bool fallback);
  Size SizeAt(absl::string_view name);
  // One number, or a sequence of them.
  std::optional<std::vector<int64_t>> IntegersAt(absl::string_view name);
  std::optional<std::vector<Size>> SizesAt(absl::string_view name);
  // What `dtype=` and `device=` say.
  Dtype DtypeOr(Dtype fallback);
  Device DeviceOr(Device fallback) const;

  Outcome Return(Shaped shaped, Dtype dtype, Device device) const;
  // With dtype and device of `tensor`, or those that the call asks for.
  Outcome ReturnLike(Shaped shaped, const Tensor& tensor);
  // Likewise, of what shares memory with `tensor`, with these strides; none: nobody knows them.
  Outcome ReturnView(Shaped shaped, const Tensor& tensor,
                     std::optional<std::vector<Size>> strides = std::nullopt);
  Outcome Fail(std::string why, bool is_dtype = false) const;
  Outcome SomeTensor() const { return {.value = Value::OfTensor({}, place_)}; }
  // A tuple of tensors.
  Outcome ReturnAll(std::vector<Tensor> tensors) const;
  Value Made(Tensor tensor) const;
  Place place() const { return place_; }
  bool is_exact() const { return is_exact_; }

 private:
  explicit TensorCall(Place place) : place_(place) {}
  void Note(absl::string_view name, const Atom& tensor);
  // Two tensors or more, and nothing else that has sizes: see Tensor::is_declared.
  bool ContradictsItself() const { return others_ == 0 && declared_ > 1; }
  // The parts of a list or tuple of known length; the value itself when it is no sequence.
  static std::optional<std::vector<Value>> Elements(const Value& value);

  std::vector<std::pair<std::string, Value>> given_;
  Place place_;
  bool is_exact_ = true;
  std::vector<std::string> noted_;  // Parameters whose tensors were read.
  int declared_ = 0, others_ = 0;   // Of those tensors.
};

// "float32" of torch.float32; kUnknown: something else.
Dtype DtypeOf(const Value& value);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_TENSOR_CALL_H_
