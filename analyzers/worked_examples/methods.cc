#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

constexpr size_t kMaxLength = 1000;

Value OfList(const Value& list, Call& call) {
  Value::Items& items = *list.items;
  if (call.name == "append" && items.size() < kMaxLength) {
    items.push_back(call.Require(0, ""));
    return Value::None();
  }
  if (call.name == "extend") {
    const std::optional<Value::Items> more = ItemsOf(call.Require(0, ""));
    if (!more || items.size() + more->size() > kMaxLength) return call.Fail("an extension");
    items.insert(items.end(), more->begin(), more->end());
    return Value::None();
  }
  if (call.name == "pop") {
    const std::optional<size_t> at = DimOf(call.MaybeInteger(0, "").value_or(-1), items.size());
    if (!at) return call.halt.Raise("a pop of nothing");
    const Value item = items[*at];
    items.erase(items.begin() + static_cast<ptrdiff_t>(*at));
    return item;
  }
  if (call.name == "insert") {
    const int64_t size = static_cast<int64_t>(items.size());
    int64_t at = call.Integer(0, "");
    if (at < 0) at += size;
    items.insert(items.begin() + std::clamp<int64_t>(at, 0, size), call.Require(1, ""));
    return Value::None();
  }
  if (call.name == "clear") {
    items.clear();
    return Value::None();
  }
  if (call.name == "copy") return Value::List(items);
  if (call.name == "reverse") {
    std::reverse(items.begin(), items.end());
    return Value::None();
  }
  return call.Fail("a method of a list");
}

Value OfBoth(const Value& sequence, Call& call) {
  const Value wanted = call.Require(0, "");
  int64_t count = 0, first = -1;
  for (size_t i = 0; i < sequence.items->size(); ++i) {
    const std::optional<bool> equal = AreEqual((*sequence.items)[i], wanted);
    if (!equal) return call.Fail("an equality that is not known");
    if (!*equal) continue;
    if (count++ == 0) first = static_cast<int64_t>(i);
  }
  if (call.name == "count") return Value::Int(count);
  return first < 0 ? call.halt.Raise("an item that there is not") : Value::Int(first);
}

Value OfDict(const Value& dict, Call& call) {
  Value::Items keys, values, pairs;
  for (const auto& [key, value] : *dict.entries) {
    keys.push_back(key);
    values.push_back(value);
    pairs.push_back(Value::Tuple({key, value}));
  }
  if (call.name == "keys") return Lazy(std::move(keys));
  if (call.name == "values") return Lazy(std::move(values));
  if (call.name == "items") return Lazy(std::move(pairs));
  if (call.name == "copy") return Value::Dict(*dict.entries);
  const bool pops = call.name == "pop", sets = call.name == "setdefault";
  if (call.name != "get" && !pops && !sets) return call.Fail("a method of a dictionary");
  const Value key = call.Require(0, "");
  const Value* const fallback = call.Get(1, "");
  for (size_t i = 0; i < keys.size(); ++i) {
    const std::optional<bool> equal = AreEqual(keys[i], key);
    if (!equal) return call.Fail("a key that is not known");
    if (!*equal) continue;
    if (pops) dict.entries->erase(dict.entries->begin() + static_cast<ptrdiff_t>(i));
    return values[i];
  }
  if (fallback == nullptr && pops) return call.halt.Raise("a key that there is not");
  const Value value = fallback == nullptr ? Value::None() : *fallback;
  if (sets) dict.entries->emplace_back(key, value);
  return value;
}

Value OfText(const Value& text, Call& call) {
  if (call.name == "startswith" || call.name == "endswith") {
    const Value part = call.Require(0, "");
    if (!part.Is(Type::kText)) return call.Fail("a text that is not known");
    return Value::Bool(call.name == "startswith" ? absl::StartsWith(text.text, part.text)
                                                 : absl::EndsWith(text.text, part.text));
  }
  return call.Fail("a method of a text");
}

bool IsIdentity(absl::string_view name) {
  return name == "detach" || name == "requires_grad_" || name == "contiguous";
}

Tensor Copied(const Tensor& x, Call& call) {
  Tensor copy = Converted(x, x.dtype, call.halt);
  return copy;
}

// x.to(dtype), x.to(other), x.to(device): what is so already stays itself.
Value To(const Value& tensor, Call& call) {
  std::optional<Dtype> dtype = call.DtypeArgument();
  for (size_t i = 1; i < call.count(); ++i) {
    const Value target = call.Require(i, "");
    if (target.Is(Type::kTensor)) dtype = target.tensor->dtype;
    if (!target.Is(Type::kName) || !absl::StartsWith(target.text, "torch.")) continue;
    dtype = DtypeNamed(absl::StripPrefix(target.text, "torch."));
    if (!dtype) return call.Fail("a dtype that is not computed with");
  }
  call.IgnorePlacement();
  if (call.Keyword("copy") != nullptr) return call.Fail("a copy");
  if (!dtype || *dtype == tensor.tensor->dtype) return tensor;
  return Value::Of(Converted(*tensor.tensor, *dtype, call.halt));
}

Value Numbers(const Tensor& x, Call& call) {
  const std::vector<double> elements = call.Elements(x);
  const auto number = [&](double element) {
    return x.dtype == Dtype::kBool ? Value::Bool(element != 0)
           : IsFloating(x.dtype)   ? Value::Float(element)
                                   : Value::Int(static_cast<int64_t>(element));
  };
  if (call.name == "item" || x.rank() == 0) {
    if (elements.size() != 1) return call.halt.Raise("several elements");
    return call.halt.stops() ? Value() : number(elements[0]);
  }
  if (x.rank() > 2) return call.Fail("lists that are nested deep");
  Value::Items rows, row;
  for (size_t i = 0; i < elements.size(); ++i) {
    row.push_back(number(elements[i]));
    if (x.rank() != 2 || static_cast<int64_t>(row.size()) < x.shape[1]) continue;
    rows.push_back(Value::List(std::move(row)));
    row.clear();
  }
  return Value::List(x.rank() == 2 ? std::move(rows) : std::move(row));
}

Value SizeOf(const Tensor& x, Call& call) {
  if (call.name == "numel") {
    const std::optional<int64_t> count = CountOf(x.shape);
    return count ? Value::Int(*count) : call.Fail("a tensor that is too large");
  }
  if (call.name == "dim") return Value::Int(static_cast<int64_t>(x.rank()));
  const std::optional<int64_t> wanted = call.MaybeInteger(1, "dim");
  if (wanted) {
    const std::optional<size_t> dim = DimOf(*wanted, x.rank());
    return dim ? Value::Int(x.shape[*dim]) : call.halt.Raise("a dimension that there is not");
  }
  Value::Items sizes;
  for (const int64_t size : x.shape) sizes.push_back(Value::Int(size));
  return Value::Tuple(std::move(sizes));
}

// x.add_(y): what x.add(y) gives, stored in x.
Value InPlace(const Value& tensor, Call& call) {
  const Tensor& x = *tensor.tensor;
  if (call.name == "zero_") {
    Store(x, Value::Int(0), call.halt);
    return tensor;
  }
  if (call.name == "fill_" || call.name == "copy_") {
    const Value source = call.Require(1, "src");
    call.IgnorePlacement();
    if (!call.halt.stops()) Store(x, source, call.halt);
    return tensor;
  }
  const Operation operation = FindOperation(absl::StripSuffix(call.name, "_"));
  if (operation == nullptr) return call.Fail("a method of a tensor");
  const Value result = operation(call);
  if (call.halt.stops()) return {};
  if (!result.Is(Type::kTensor) || result.tensor->shape != x.shape) {
    return call.Fail("a result of another shape");
  }
  if (IsFloating(result.tensor->dtype) && !IsFloating(x.dtype)) {
    return call.halt.Raise("a result of another dtype");
  }
  Store(x, result, call.halt);
  return tensor;
}

// Those of which a view in place is another tensor.
bool ChangesShape(absl::string_view name) {
  return name == "t_" || name == "transpose_" || name == "squeeze_" || name == "unsqueeze_";
}

}  // namespace

Value CallPlainMethod(const Value& object, Call& call) {
  if (object.IsSequence() && (call.name == "index" || call.name == "count")) {
    return OfBoth(object, call);
  }
  if (object.Is(Type::kList)) return OfList(object, call);
  if (object.Is(Type::kDict)) return OfDict(object, call);
  if (object.Is(Type::kText)) return OfText(object, call);
  return call.Fail("a method of a plain value");
}

Value CallTensorMethod(const Value& tensor, Call& call) {
  const Tensor& x = *tensor.tensor;
  const absl::string_view name = call.name;
  call.Get(0, "");
  if (name == "contiguous" && !IsContiguous(x)) return Value::Of(Copied(x, call));
  if (IsIdentity(name)) return tensor;
  if (name == "clone") {
    call.IgnorePlacement();
    return Value::Of(Copied(x, call));
  }
  if (name == "cpu" || name == "cuda") {
    // Whether it is a copy depends on where it was.
    Tensor copy = Copied(x, call);
    copy.storage->is_frozen = x.storage->is_frozen = true;
    return Value::Of(std::move(copy));
  }
  if (name == "to" || name == "type") return To(tensor, call);
  if (name == "type_as") return Value::Of(Converted(x, call.AsTensor(1, "other").dtype, call.halt));
  if (name == "item" || name == "tolist") return Numbers(x, call);
  if (name == "numel" || name == "size" || name == "dim") return SizeOf(x, call);
  if (name == "is_contiguous") return Value::Bool(IsContiguous(x));
  if (name == "is_floating_point") return Value::Bool(IsFloating(x.dtype));
  if (call.count() == 1 && name != "int" && DtypeNamed(name)) {
    const Dtype dtype = *DtypeNamed(name);
    return dtype == x.dtype ? tensor : Value::Of(Converted(x, dtype, call.halt));
  }
  if (call.count() == 1 && name == "int") return Value::Of(Converted(x, Dtype::kInt32, call.halt));
  // x.where(condition, y) has its arguments in another order.
  if (name == "where" || ChangesShape(name)) return call.Fail("a method of a tensor");
  if (absl::EndsWith(name, "_")) return InPlace(tensor, call);
  const Operation operation = FindOperation(name);
  return operation == nullptr ? call.Fail("a method of a tensor") : operation(call);
}

}  // namespace allreview::worked_examples
