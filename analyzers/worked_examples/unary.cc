#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

// A function of each element. Those of integers are floats unless they keep the dtype.
template <double (*kFunction)(double), bool kKeepsDtype>
Value Map(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  std::vector<double> elements = call.Elements(x);
  for (double& element : elements) element = kFunction(element);
  const bool keeps = kKeepsDtype || IsFloating(x.dtype);
  return Value::Of(NewTensor(x.shape, std::move(elements), keeps ? x.dtype : Dtype::kFloat32));
}

double Negative(double x) { return 0.0 - x; }
double Relu(double x) { return std::max(x, 0.0); }
double Sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }
double Silu(double x) { return x / (1.0 + std::exp(-x)); }
double Square(double x) { return x * x; }
double Rsqrt(double x) { return 1.0 / std::sqrt(x); }
double Reciprocal(double x) { return 1.0 / x; }
double Sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
double Abs(double x) { return std::abs(x); }
double Exp(double x) { return std::exp(x); }
double Log(double x) { return std::log(x); }
double Log2(double x) { return std::log2(x); }
double Log1p(double x) { return std::log1p(x); }
double Sqrt(double x) { return std::sqrt(x); }
double Sin(double x) { return std::sin(x); }
double Cos(double x) { return std::cos(x); }
double Tanh(double x) { return std::tanh(x); }
double Softplus(double x) { return std::log1p(std::exp(x)); }
double LogSigmoid(double x) { return -std::log1p(std::exp(-x)); }
double Floor(double x) { return std::floor(x); }
double Ceil(double x) { return std::ceil(x); }
double Trunc(double x) { return std::trunc(x); }
double ToEven(double x) { return std::nearbyint(x); }

// What jumps at whole numbers (halves for round).
template <double (*kFunction)(double), int kParts>
Value Jump(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  std::vector<double> elements = call.Elements(x);
  for (double& element : elements) {
    const double scaled = element * kParts;
    if (scaled != std::round(scaled) && AreTooClose(scaled, std::round(scaled))) {
      return call.Fail("a number that is nearly whole");
    }
    element = kFunction(element);
  }
  return Value::Of(NewTensor(x.shape, std::move(elements), x.dtype));
}

Value LogicalNot(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  std::vector<double> elements = call.Elements(x);
  for (double& element : elements) element = element == 0 ? 1 : 0;
  return Value::Of(NewTensor(x.shape, std::move(elements), Dtype::kBool));
}

}  // namespace

const Operations& UnaryOperations() {
  static const Operations& all = *new Operations{
      {"neg", Map<Negative, true>},
      {"logical_not", LogicalNot},
      {"abs", Map<Abs, true>},
      {"relu", Map<Relu, true>},
      {"square", Map<Square, true>},
      {"sign", Map<Sign, true>},
      {"exp", Map<Exp, false>},
      {"log", Map<Log, false>},
      {"log2", Map<Log2, false>},
      {"log1p", Map<Log1p, false>},
      {"sqrt", Map<Sqrt, false>},
      {"rsqrt", Map<Rsqrt, false>},
      {"reciprocal", Map<Reciprocal, false>},
      {"sigmoid", Map<Sigmoid, false>},
      {"silu", Map<Silu, false>},
      {"tanh", Map<Tanh, false>},
      {"sin", Map<Sin, false>},
      {"cos", Map<Cos, false>},
      {"softplus", Map<Softplus, false>},
      {"logsigmoid", Map<LogSigmoid, false>},
      {"floor", Jump<Floor, 1>},
      {"ceil", Jump<Ceil, 1>},
      {"trunc", Jump<Trunc, 1>},
      {"round", Jump<ToEven, 2>},
  };
  return all;
}

}  // namespace allreview::worked_examples
