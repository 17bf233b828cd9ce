#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

constexpr double kMaxInteger = 9007199254740992.0;  // 2^53
constexpr double kMaxInt32 = 2147483647.0;

// How much a tensor's dtype counts: a number yields to a tensor, and one without dimensions to
// others.
int PriorityOf(const Value& value) {
  if (!value.Is(Type::kTensor)) return 0;
  return value.tensor->rank() == 0 ? 1 : 2;
}

Dtype DtypeOf(const Value& value) {
  if (value.Is(Type::kTensor)) return value.tensor->dtype;
  if (value.Is(Type::kFloat)) return Dtype::kFloat32;
  return value.Is(Type::kBool) ? Dtype::kBool : Dtype::kInt64;
}

int CategoryOf(Dtype dtype) { return IsFloating(dtype) ? 2 : dtype == Dtype::kBool ? 0 : 1; }

Dtype ResultDtype(const Value& a, const Value& b) {
  const Dtype x = DtypeOf(a), y = DtypeOf(b);
  if (PriorityOf(a) == PriorityOf(b)) return Promote(x, y);
  const bool is_first = PriorityOf(a) > PriorityOf(b);
  const Dtype higher = is_first ? x : y, lower = is_first ? y : x;
  return CategoryOf(higher) >= CategoryOf(lower) ? higher : lower;
}

bool IsTooLarge(double value, Dtype dtype) {
  if (IsFloating(dtype)) return false;
  return std::abs(value) > (dtype == Dtype::kInt32 ? kMaxInt32 : kMaxInteger);
}

struct Pair {
  Sizes shape = {};
  std::vector<double> a = {}, b = {};
};

std::optional<Pair> Broadcast(Call& call, const Tensor& a, const Tensor& b) {
  const std::optional<Sizes> shape = BroadcastShapes(a.shape, b.shape);
  if (!shape) {
    call.halt.Raise("shapes that do not broadcast");
    return std::nullopt;
  }
  const std::optional<Tensor> x = Expanded(a, *shape), y = Expanded(b, *shape);
  if (!x || !y) {
    call.Fail("a tensor that is too large");
    return std::nullopt;
  }
  Pair pair{.shape = *shape, .a = call.Elements(*x), .b = call.Elements(*y)};
  if (call.halt.stops()) return std::nullopt;
  return pair;
}

// Numbers are computed with as the result's dtype has them: 0.1 beside a float32 is a float32.
Tensor Operand(const Value& value, Dtype result) {
  Tensor tensor = *TensorOf(value);
  if (value.Is(Type::kFloat) && IsFloating(result)) {
    return NewTensor({}, {value.number}, result);
  }
  return tensor;
}

using Function = double (*)(double, double);

struct Binary {
  Function compute;
  enum class Result { kPromoted, kFloat, kBool } result = Result::kPromoted;
  bool compares = false;    // Nearly equal operands end the run.
  bool divides = false;     // A zero on the right raises for integers.
  bool floors = false;      // So does a quotient that is nearly whole.
  bool is_logical = false;  // Bools or integers only.
};

double FloorMod(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

const std::map<std::string, Binary, std::less<>>& Binaries() {
  using R = Binary::Result;
  static const auto& all = *new std::map<std::string, Binary, std::less<>>{
      {"+", {[](double a, double b) { return a + b; }}},
      {"-", {[](double a, double b) { return a - b; }}},
      {"*", {[](double a, double b) { return a * b; }}},
      {"/", {[](double a, double b) { return a / b; }, R::kFloat, false, true}},
      {"//",
       {[](double a, double b) { return std::floor(a / b); }, R::kPromoted, false, true, true}},
      {"%", {FloorMod, R::kPromoted, false, true, true}},
      {"**", {[](double a, double b) { return std::pow(a, b); }}},
      {"maximum", {[](double a, double b) { return std::max(a, b); }}},
      {"minimum", {[](double a, double b) { return std::min(a, b); }}},
      {"==", {[](double a, double b) { return a == b ? 1.0 : 0.0; }, R::kBool, true}},
      {"!=", {[](double a, double b) { return a != b ? 1.0 : 0.0; }, R::kBool, true}},
      {"<", {[](double a, double b) { return a < b ? 1.0 : 0.0; }, R::kBool, true}},
      {"<=", {[](double a, double b) { return a <= b ? 1.0 : 0.0; }, R::kBool, true}},
      {">", {[](double a, double b) { return a > b ? 1.0 : 0.0; }, R::kBool, true}},
      {">=", {[](double a, double b) { return a >= b ? 1.0 : 0.0; }, R::kBool, true}},
      {"&",
       {[](double a, double b) {
          return static_cast<double>(static_cast<int64_t>(a) & static_cast<int64_t>(b));
        },
        R::kPromoted, false, false, false, true}},
      {"|",
       {[](double a, double b) {
          return static_cast<double>(static_cast<int64_t>(a) | static_cast<int64_t>(b));
        },
        R::kPromoted, false, false, false, true}},
      {"^",
       {[](double a, double b) {
          return static_cast<double>(static_cast<int64_t>(a) ^ static_cast<int64_t>(b));
        },
        R::kPromoted, false, false, false, true}},
  };
  return all;
}

// What torch refuses, or what depends on rounding.
bool IsComputable(const Binary& binary, const Pair& pair, Dtype dtype, Halt& halt) {
  if (binary.is_logical && IsFloating(dtype)) halt.Raise("bits of a float");
  for (size_t i = 0; i < pair.a.size() && !halt.stops(); ++i) {
    if (binary.compares && AreTooClose(pair.a[i], pair.b[i])) halt.GiveUp("nearly equal numbers");
    if (binary.divides && pair.b[i] == 0) halt.GiveUp("a division by zero");
    if (!binary.floors || !IsFloating(dtype)) continue;
    const double quotient = pair.a[i] / pair.b[i];
    if (quotient != std::round(quotient) && AreTooClose(quotient, std::round(quotient))) {
      halt.GiveUp("a quotient that is nearly whole");
    }
  }
  return !halt.stops();
}

Value Compute(absl::string_view op, const Value& a, const Value& b, Call& call) {
  const auto found = Binaries().find(op);
  if (found == Binaries().end() || !TensorOf(a) || !TensorOf(b)) return call.Fail("an operator");
  const Binary& binary = found->second;
  const Dtype common = ResultDtype(a, b);
  Dtype dtype = common;
  if (binary.result == Binary::Result::kBool) dtype = Dtype::kBool;
  if (binary.result == Binary::Result::kFloat && !IsFloating(common)) dtype = Dtype::kFloat32;
  if (common == Dtype::kBool && (op == "-" || op == "//" || op == "%" || op == "**")) {
    return call.Fail("arithmetic of bools");
  }
  const Dtype operands = binary.result == Binary::Result::kBool ? common : dtype;
  std::optional<Pair> pair = Broadcast(call, Operand(a, operands), Operand(b, operands));
  if (!pair || !IsComputable(binary, *pair, common, call.halt)) return {};
  std::vector<double> result;
  for (size_t i = 0; i < pair->a.size(); ++i) {
    result.push_back(binary.compute(pair->a[i], pair->b[i]));
    if (IsTooLarge(result.back(), dtype)) return call.Fail("an overflow");
    if (op == "**" && !IsFloating(dtype) && pair->b[i] < 0) return call.Fail("a negative power");
  }
  return Value::Of(NewTensor(pair->shape, std::move(result), dtype));
}

template <char... kOperator>
Value Named(Call& call) {
  static constexpr char kName[] = {kOperator..., '\0'};
  const Value a = call.Require(0, "input"), b = call.Require(1, "other");
  if (call.halt.stops()) return {};
  const Value* const alpha = call.Keyword("alpha");
  if (alpha != nullptr) return call.Fail("a factor of the operand");
  if (call.Keyword("rounding_mode") != nullptr) return call.Fail("a rounding mode");
  return Compute(kName, a, b, call);
}

Value Maximum(Call& call) {
  return Compute("maximum", call.Require(0, "input"), call.Require(1, "other"), call);
}
Value Minimum(Call& call) {
  return Compute("minimum", call.Require(0, "input"), call.Require(1, "other"), call);
}

template <char kOperator>
Value Logical(Call& call) {
  Tensor a = Converted(call.AsTensor(0, "input"), Dtype::kBool, call.halt);
  Tensor b = Converted(call.AsTensor(1, "other"), Dtype::kBool, call.halt);
  const char op[] = {kOperator, '\0'};
  return Compute(op, Value::Of(std::move(a)), Value::Of(std::move(b)), call);
}

Value Clamp(Call& call) {
  Value x = Value::Of(call.AsTensor(0, "input"));
  for (const auto& [position, name] : {std::pair(1, "min"), std::pair(2, "max")}) {
    const Value* const bound = call.Get(static_cast<size_t>(position), name);
    if (bound == nullptr || bound->Is(Type::kNone)) continue;
    x = Compute(position == 1 ? "maximum" : "minimum", x, *bound, call);
    if (call.halt.stops()) return {};
  }
  return x;
}

template <bool kIsMin>
Value ClampOne(Call& call) {
  return Compute(kIsMin ? "maximum" : "minimum", Value::Of(call.AsTensor(0, "input")),
                 call.Require(1, kIsMin ? "min" : "max"), call);
}

// Of two operands.
const Operations& BinaryOperations() {
  static const Operations& all = *new Operations{
      {"add", Named<'+'>},
      {"sub", Named<'-'>},
      {"mul", Named<'*'>},
      {"multiply", Named<'*'>},
      {"div", Named<'/'>},
      {"true_divide", Named<'/'>},
      {"floor_divide", Named<'/', '/'>},
      {"remainder", Named<'%'>},
      {"pow", Named<'*', '*'>},
      {"eq", Named<'=', '='>},
      {"ne", Named<'!', '='>},
      {"lt", Named<'<'>},
      {"le", Named<'<', '='>},
      {"gt", Named<'>'>},
      {"ge", Named<'>', '='>},
      {"maximum", Maximum},
      {"minimum", Minimum},
      {"logical_and", Logical<'&'>},
      {"logical_or", Logical<'|'>},
      {"logical_xor", Logical<'^'>},
      {"clamp", Clamp},
      {"clip", Clamp},
      {"clamp_min", ClampOne<true>},
      {"clamp_max", ClampOne<false>},
  };
  return all;
}

}  // namespace

bool AreTooClose(double a, double b) {
  return a != b && std::abs(a - b) <= 1e-5 * std::max(std::abs(a), std::abs(b));
}

Value OperateOnTensors(absl::string_view op, const Value& a, const Value& b, Halt& halt) {
  Call call(std::string(op), {}, {}, halt);
  return Compute(op, a, b, call);
}

Tensor Converted(const Tensor& tensor, Dtype dtype, Halt& halt) {
  Call call("to", {}, {}, halt);
  const std::vector<double> elements = call.Elements(tensor);
  if (!IsFloating(dtype) && IsFloating(tensor.dtype) && dtype != Dtype::kBool) {
    for (const double element : elements) {
      if (element != std::round(element) && AreTooClose(element, std::round(element))) {
        halt.GiveUp("a number that is nearly whole");
      }
    }
  }
  for (const double element : elements) {
    if (IsTooLarge(element, dtype) && dtype != Dtype::kBool) halt.GiveUp("an overflow");
  }
  return NewTensor(tensor.shape, elements, dtype);
}

const Operations& ElementwiseOperations() {
  static const Operations& all = *[] {
    auto* const both = new Operations(BinaryOperations());
    both->insert(UnaryOperations().begin(), UnaryOperations().end());
    return both;
  }();
  return all;
}

}  // namespace allreview::worked_examples
