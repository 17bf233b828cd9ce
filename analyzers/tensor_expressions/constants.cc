// Numbers: literals, constants, and Python's arithmetic on them.

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "analyzers/tensor_expressions/evaluator.h"

namespace allreview::tensor_expressions {
namespace {

struct UnaryFunction {
  absl::string_view name;
  double (*call)(double);
};
constexpr UnaryFunction kUnaryFunctions[] = {
    {"sqrt", std::sqrt},     {"exp", std::exp},     {"log", std::log},
    {"log2", std::log2},     {"log10", std::log10}, {"log1p", std::log1p},
    {"expm1", std::expm1},   {"sin", std::sin},     {"cos", std::cos},
    {"tan", std::tan},       {"atan", std::atan},   {"tanh", std::tanh},
    {"erf", std::erf},       {"ceil", std::ceil},   {"floor", std::floor},
    {"trunc", std::trunc},   {"fabs", std::fabs},   {"abs", std::fabs},
    {"lgamma", std::lgamma}, {"exp2", std::exp2},   {"square", [](double x) { return x * x; }},
};

// Python's: the result has the sign of the divisor.
double Modulo(double left, double right) {
  const double rest = std::fmod(left, right);
  return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

}  // namespace

std::optional<double> ReadNumberLiteral(absl::string_view literal) {
  const std::string text = absl::StrReplaceAll(literal, {{"_", ""}});
  double value = 0;
  if (absl::SimpleAtod(text, &value) && !absl::EndsWithIgnoreCase(text, "j")) return value;
  int64_t integer = 0;
  if (absl::StartsWithIgnoreCase(text, "0x") && absl::SimpleHexAtoi(text, &integer)) {
    return static_cast<double>(integer);
  }
  return std::nullopt;
}

std::optional<double> NamedConstant(absl::string_view dotted) {
  if (!absl::ConsumePrefix(&dotted, "math.") && !absl::ConsumePrefix(&dotted, "torch.") &&
      !absl::ConsumePrefix(&dotted, "numpy.")) {
    return std::nullopt;
  }
  if (dotted == "inf") return std::numeric_limits<double>::infinity();
  if (dotted == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (dotted == "pi") return M_PI;
  if (dotted == "e") return M_E;
  if (dotted == "tau") return 2 * M_PI;
  return std::nullopt;
}

std::optional<double> CallOnNumbers(absl::string_view name, const std::vector<double>& arguments) {
  if (arguments.size() == 1) {
    for (const UnaryFunction& function : kUnaryFunctions) {
      if (function.name == name) return function.call(arguments[0]);
    }
    if (name == "float") return arguments[0];
    if (name == "int") return std::trunc(arguments[0]);
    if (name == "round") return std::nearbyint(arguments[0]);
    return std::nullopt;
  }
  if (arguments.size() != 2) return std::nullopt;
  if (name == "pow") return std::pow(arguments[0], arguments[1]);
  if (name == "max") return std::fmax(arguments[0], arguments[1]);
  if (name == "min") return std::fmin(arguments[0], arguments[1]);
  if (name == "log") return std::log(arguments[0]) / std::log(arguments[1]);
  if (name == "hypot") return std::hypot(arguments[0], arguments[1]);
  return std::nullopt;
}

std::optional<double> BinaryOnNumbers(absl::string_view operation, double left, double right) {
  if (operation == "+") return left + right;
  if (operation == "-") return left - right;
  if (operation == "*") return left * right;
  if (operation == "**") return std::pow(left, right);
  if (operation == "<") return left < right;
  if (operation == "<=") return left <= right;
  if (operation == ">") return left > right;
  if (operation == ">=") return left >= right;
  if (operation == "==") return left == right;
  if (operation == "!=") return left != right;
  if (right == 0) return std::nullopt;
  if (operation == "/") return left / right;
  if (operation == "//") return std::floor(left / right);
  if (operation == "%") return Modulo(left, right);
  return std::nullopt;
}

std::optional<Value> NamedDtype(absl::string_view dotted) {
  absl::string_view name = dotted;
  if (!absl::ConsumePrefix(&name, "torch.")) return std::nullopt;
  for (const absl::string_view integer :
       {"int8", "int16", "short", "int32", "int", "int64", "long", "uint8", "bool"}) {
    if (name == integer) return Value{IntegerDtype{.is_bool = name == "bool"}};
  }
  const absl::StatusOr<numerics::Format> format = numerics::ParseFormat(dotted);
  if (!format.ok()) return std::nullopt;
  return Value{*format};
}

}  // namespace allreview::tensor_expressions
