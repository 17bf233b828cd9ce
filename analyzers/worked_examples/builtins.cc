#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using Builtin = Value (*)(Call&);

Value::Items Items(Call& call, size_t position) {
  const std::optional<Value::Items> items = ItemsOf(call.Require(position, ""));
  if (!items) call.Fail("a sequence that is not known");
  return items.value_or(Value::Items());
}

Value Len(Call& call) {
  const Value value = call.Require(0, "");
  if (value.Is(Type::kText)) return Value::Int(static_cast<int64_t>(value.text.size()));
  return Value::Int(static_cast<int64_t>(Items(call, 0).size()));
}

Value RangeOf(Call& call) {
  int64_t start = 0, stop = call.Integer(0, ""), step = 1;
  if (const std::optional<int64_t> second = call.MaybeInteger(1, "")) {
    start = stop;
    stop = *second;
    step = call.MaybeInteger(2, "").value_or(1);
  }
  if (step == 0) return call.halt.Raise("a step of zero");
  Value::Items items;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) {
    if (items.size() >= 1000) return call.Fail("a range that is too long");
    items.push_back(Value::Int(i));
  }
  return Lazy(std::move(items));
}

// max(a, b, …) or max(sequence); the first of equal ones.
template <bool kIsMax>
Value Extreme(Call& call) {
  Value::Items items;
  if (call.count() == 1) {
    items = Items(call, 0);
  } else {
    for (size_t i = 0; i < call.count(); ++i) items.push_back(call.Require(i, ""));
  }
  if (items.empty()) return call.halt.Raise("the greatest of nothing");
  Value best = items[0];
  for (const Value& item : items) {
    const Value is_better = OperateOnValues(kIsMax ? ">" : "<", item, best, call.halt);
    if (call.halt.stops()) return {};
    if (is_better.integer != 0) best = item;
  }
  return best;
}

Value Sum(Call& call) {
  const Value::Items items = Items(call, 0);
  const Value* const start = call.Get(1, "start");
  Value sum = start == nullptr ? Value::Int(0) : *start;
  for (const Value& item : items) {
    const bool has_tensor = sum.Is(Type::kTensor) || item.Is(Type::kTensor);
    sum = has_tensor ? OperateOnTensors("+", sum, item, call.halt)
                     : OperateOnValues("+", sum, item, call.halt);
    if (call.halt.stops()) return {};
  }
  return sum;
}

template <bool kIsAny>
Value Quantified(Call& call) {
  for (const Value& item : Items(call, 0)) {
    const std::optional<bool> truth = TruthOf(item);
    if (!truth) return call.Fail("a condition that is not known");
    if (*truth == kIsAny) return Value::Bool(kIsAny);
  }
  return Value::Bool(!kIsAny);
}

double NumberOf(Call& call) {
  const Value value = call.Require(0, "");
  if (value.Is(Type::kTensor)) {
    const std::vector<double> elements = call.Elements(*value.tensor);
    if (elements.size() == 1) return elements[0];
  }
  if (!value.IsNumber()) call.Fail("no number");
  return value.AsNumber();
}

bool IsIntegral(const Value& value) {
  return value.IsInteger() || (value.Is(Type::kTensor) && !IsFloating(value.tensor->dtype));
}

Value IntOf(Call& call) {
  const Value value = call.Require(0, "");
  if (value.IsInteger()) return Value::Int(value.integer);
  const double number = NumberOf(call);
  if (std::abs(number) > 1e15) return call.Fail("a large number");
  return Value::Int(static_cast<int64_t>(std::trunc(number)));
}

Value FloatOf(Call& call) { return Value::Float(NumberOf(call)); }

Value BoolOf(Call& call) {
  const std::optional<bool> truth = TruthOf(call.Require(0, ""));
  return truth ? Value::Bool(*truth) : call.Fail("a condition that is not known");
}

Value AbsOf(Call& call) {
  const Value value = call.Require(0, "");
  if (value.Is(Type::kTensor)) return FindOperation("abs")(call);
  const double number = NumberOf(call);
  return IsIntegral(value) ? Value::Int(std::abs(value.integer)) : Value::Float(std::abs(number));
}

Value RoundOf(Call& call) {
  const Value value = call.Require(0, "");
  if (value.IsInteger()) return Value::Int(value.integer);
  if (!value.Is(Type::kFloat) || std::abs(value.number) > 1e15) return call.Fail("a rounding");
  return Value::Int(static_cast<int64_t>(std::nearbyint(value.number)));
}

Value ListOf(Call& call) {
  return Value::List(call.count() == 0 ? Value::Items() : Items(call, 0));
}
Value TupleOf(Call& call) {
  return Value::Tuple(call.count() == 0 ? Value::Items() : Items(call, 0));
}

Value Enumerate(Call& call) {
  Value::Items result;
  int64_t i = call.MaybeInteger(1, "start").value_or(0);
  for (Value& item : Items(call, 0)) {
    result.push_back(Value::Tuple({Value::Int(i++), std::move(item)}));
  }
  return Lazy(std::move(result));
}

Value Zip(Call& call) {
  std::vector<Value::Items> columns;
  size_t length = 1000;
  for (size_t i = 0; i < call.count(); ++i) {
    columns.push_back(Items(call, i));
    length = std::min(length, columns.back().size());
  }
  if (const Value* const strict = call.Keyword("strict")) {
    for (const Value::Items& column : columns) {
      if (TruthOf(*strict) != false && column.size() != length) {
        return call.halt.Raise("other lengths");
      }
    }
  }
  Value::Items rows;
  for (size_t i = 0; i < length && !columns.empty(); ++i) {
    Value::Items row;
    for (const Value::Items& column : columns) row.push_back(column[i]);
    rows.push_back(Value::Tuple(std::move(row)));
  }
  return Lazy(std::move(rows));
}

Value Reversed(Call& call) {
  Value::Items items = Items(call, 0);
  std::reverse(items.begin(), items.end());
  return Lazy(std::move(items));
}

Value Sorted(Call& call) {
  Value::Items items = Items(call, 0);
  const bool descends = call.Flag(9, "reverse", false);
  // Equal items keep their order, in both directions.
  std::stable_sort(items.begin(), items.end(), [&](const Value& a, const Value& b) {
    if (call.halt.stops()) return false;
    return OperateOnValues(descends ? ">" : "<", a, b, call.halt).integer != 0;
  });
  return Value::List(std::move(items));
}

Value DivMod(Call& call) {
  const Value a = call.Require(0, ""), b = call.Require(1, "");
  return Value::Tuple(
      {OperateOnValues("//", a, b, call.halt), OperateOnValues("%", a, b, call.halt)});
}

// Against one type or several. nullopt: nobody knows.
std::optional<bool> IsInstance(const Value& value, const Value& type) {
  if (type.Is(Type::kTuple)) {
    bool is_one = false;
    for (const Value& one : *type.items) {
      const std::optional<bool> answer = IsInstance(value, one);
      if (!answer) return std::nullopt;
      is_one = is_one || *answer;
    }
    return is_one;
  }
  static const auto& types = *new std::map<std::string, std::vector<Type>>{
      {"torch.Tensor", {Type::kTensor}}, {"builtins.int", {Type::kInt, Type::kBool}},
      {"builtins.bool", {Type::kBool}},  {"builtins.float", {Type::kFloat}},
      {"builtins.str", {Type::kText}},   {"builtins.list", {Type::kList}},
      {"builtins.dict", {Type::kDict}},
  };
  const auto known = types.find(type.text);
  if (!type.Is(Type::kName) || known == types.end()) return std::nullopt;
  if (value.Is(Type::kOpaque) || value.Is(Type::kObject) || value.Is(Type::kName)) {
    return std::nullopt;
  }
  return std::find(known->second.begin(), known->second.end(), value.type) != known->second.end();
}

Value IsInstanceOf(Call& call) {
  const Value value = call.Require(0, ""), type = call.Require(1, "");
  if (type.Is(Type::kTuple) && type.items->size() > 10) return call.Fail("many types");
  const std::optional<bool> answer = IsInstance(value, type);
  return answer ? Value::Bool(*answer) : call.Fail("a type that is not known");
}

}  // namespace

std::optional<Value> CallBuiltin(absl::string_view name, Call& call) {
  static const auto& all = *new std::map<std::string, Builtin, std::less<>>{
      {"len", Len},
      {"range", RangeOf},
      {"max", Extreme<true>},
      {"min", Extreme<false>},
      {"sum", Sum},
      {"any", Quantified<true>},
      {"all", Quantified<false>},
      {"int", IntOf},
      {"float", FloatOf},
      {"bool", BoolOf},
      {"abs", AbsOf},
      {"round", RoundOf},
      {"list", ListOf},
      {"tuple", TupleOf},
      {"enumerate", Enumerate},
      {"zip", Zip},
      {"reversed", Reversed},
      {"sorted", Sorted},
      {"divmod", DivMod},
      {"isinstance", IsInstanceOf},
  };
  const auto found = all.find(name);
  return found == all.end() ? std::nullopt : std::optional<Value>(found->second(call));
}

std::optional<Value> CallMath(absl::string_view name, Call& call) {
  const double x = NumberOf(call);
  const auto whole = [&](double y) {
    return std::abs(y) < 1e15 ? Value::Int(static_cast<int64_t>(y)) : call.Fail("a large number");
  };
  if (name == "ceil") return whole(std::ceil(x));
  if (name == "floor") return whole(std::floor(x));
  if (name == "cos") return Value::Float(std::cos(x));
  if (name == "sin") return Value::Float(std::sin(x));
  if (name == "exp" && x < 700) return Value::Float(std::exp(x));
  if (name == "sqrt" && x >= 0) return Value::Float(std::sqrt(x));
  if (name == "log" && x > 0 && call.count() == 1) return Value::Float(std::log(x));
  if (name == "log2" && x > 0) return Value::Float(std::log2(x));
  return std::nullopt;
}

}  // namespace allreview::worked_examples
