// Functions that are no operation of their own: cuda/UnaryGeometric*Kernel.cu,
// BinaryMiscOpsKernels.cu, RemainderKernel.cu of ATen. Those whose kernel calls the mathematical
// function are computed in fp64, where a formula is exact enough, and rounded once.

#include <limits>
#include <numbers>
#include <string>

#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/function_table.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using Arguments = CallArguments;

// The operand whose format the result has: a tensor before a number.
int Leading(GraphBuilder& graph, int a, int b) {
  return graph.status().ok() && graph.node(a).rank < graph.node(b).rank ? b : a;
}

int Wide(GraphBuilder& graph, int x) { return graph.CastTo(x, Format::kFp64); }

int Sum(GraphBuilder& graph, int a, int b) { return graph.Apply(kAdd, {a, b}); }
int Difference(GraphBuilder& graph, int a, int b) { return graph.Apply(kSubtract, {a, b}); }
int Product(GraphBuilder& graph, int a, int b) { return graph.Apply(kMultiply, {a, b}); }
int Quotient(GraphBuilder& graph, int a, int b) { return graph.Apply(kDivide, {a, b}); }
int Where(GraphBuilder& graph, int condition, int a, int b) {
  return graph.Apply(kWhere, {condition, a, b});
}
int IsNegative(GraphBuilder& graph, int x) { return graph.Apply(kLess, {x, graph.Constant(0)}); }
int IsZero(GraphBuilder& graph, int x) { return graph.Apply(kEqual, {x, graph.Constant(0)}); }

// log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))), with the sign of x.
int Asinh(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int magnitude = Wide(graph, graph.Apply(kAbsolute, {x}));
  const int square = Product(graph, magnitude, magnitude);
  const int root = graph.Apply(kSqrt, {Sum(graph, square, graph.Constant(1))});
  const int part = Quotient(graph, square, Sum(graph, root, graph.Constant(1)));
  const int result = graph.Apply(kLog1p, {Sum(graph, magnitude, part)});
  const int signed_result =
      Where(graph, IsNegative(graph, x), graph.Apply(kNegate, {result}), result);
  return graph.CastLike(signed_result, x);
}

// With t = x - 1: log1p(t + sqrt(2 t + t^2)).
int Acosh(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int t = Difference(graph, Wide(graph, x), graph.Constant(1));
  const int sum = Product(graph, t, Sum(graph, t, graph.Constant(2)));
  const int root = graph.Apply(kSqrt, {sum});
  return graph.CastLike(graph.Apply(kLog1p, {Sum(graph, t, root)}), x);
}

// log1p(2 x / (1 - x)) / 2.
int Atanh(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int wide = Wide(graph, x);
  const int odds = Quotient(graph, Product(graph, graph.Constant(2), wide),
                            Difference(graph, graph.Constant(1), wide));
  return graph.CastLike(Product(graph, graph.Constant(0.5), graph.Apply(kLog1p, {odds})), x);
}

// The angle of (x, y), without the signs of zeros.
int Atan2(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int y = a.Node("input");
  const int other = a.Node("other");
  const int wide_y = Wide(graph, y);
  const int wide_x = Wide(graph, other);
  const int angle = graph.Apply(kAtan, {Quotient(graph, wide_y, wide_x)});
  const int pi = graph.Constant(std::numbers::pi);
  const int turned =
      Where(graph, IsNegative(graph, wide_y), Difference(graph, angle, pi), Sum(graph, angle, pi));
  const int left_or_right = Where(graph, IsNegative(graph, wide_x), turned, angle);
  const int at_origin = Product(graph, IsZero(graph, wide_x), IsZero(graph, wide_y));
  return graph.CastLike(Where(graph, at_origin, graph.Constant(0), left_or_right),
                        Leading(graph, y, other));
}

// 0 where x is 0, also for a logarithm that is infinite.
template <Operation kLogarithm>
int XLog(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int product = Product(graph, x, graph.Apply(kLogarithm, {a.Node("other")}));
  return Where(graph, IsZero(graph, x), graph.Constant(0), product);
}

// -x log x; 0 at 0 and -inf below.
int Entropy(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int wide = graph.WidenToFp32(x);
  const int product = Product(graph, graph.Apply(kNegate, {wide}), graph.Apply(kLog, {wide}));
  const int at_zero = Where(graph, IsZero(graph, wide), graph.Constant(0), product);
  const int low = graph.Constant(-std::numeric_limits<double>::infinity());
  return graph.CastLike(Where(graph, IsNegative(graph, wide), low, at_zero), x);
}

// max + log2(1 + 2^-|a - b|), one kernel.
int LogAddExp2(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int other = a.Node("other");
  const int left = graph.WidenToFp32(x);
  const int right = graph.WidenToFp32(other);
  const int distance = graph.Apply(kAbsolute, {Difference(graph, left, right)});
  const int power = graph.Apply(kExp2, {graph.Apply(kNegate, {distance})});
  const int log = graph.Apply(kLog2, {Sum(graph, graph.Constant(1), power)});
  const int sum = Sum(graph, graph.Apply(kMaximum, {left, right}), log);
  const int is_same = graph.Apply(kEqual, {left, right});
  const int is_infinite = Product(graph, is_same, graph.Apply(kIsInfinite, {left}));
  return graph.CastLike(Where(graph, is_infinite, left, sum), Leading(graph, x, other));
}

int Sinc(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int angle = Product(graph, graph.WidenToFp32(x), graph.Constant(std::numbers::pi));
  const int ratio = Quotient(graph, graph.Apply(kSin, {angle}), angle);
  return graph.CastLike(Where(graph, IsZero(graph, x), graph.Constant(1), ratio), x);
}

int Fraction(const Arguments& a) {
  const int x = a.Node("input");
  return Difference(a.graph(), x, a.graph().Apply(kTruncate, {x}));
}

int Heaviside(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int is_positive = graph.Apply(kGreater, {x, graph.Constant(0)});
  return Where(graph, IsZero(graph, x), a.Node("values"), is_positive);
}

template <int kTurns>
int Degrees(const Arguments& a) {
  const double degree = std::numbers::pi / 180;
  return Product(a.graph(), a.Node("input"), a.graph().Constant(kTurns > 0 ? degree : 1 / degree));
}

int CopySign(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int magnitude = graph.Apply(kAbsolute, {a.Node("input")});
  const int is_negative = IsNegative(graph, a.Node("other"));
  return Where(graph, is_negative, graph.Apply(kNegate, {magnitude}), magnitude);
}

int Ldexp(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int power = graph.Apply(kPower, {graph.Constant(2), a.Node("other")});
  return Product(graph, a.Node("input"), power);
}

// x - round(x / y) * y, exact in fp64 for quotients below 2^29.
template <Operation kRounding>
int Rest(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int other = a.Node("other");
  const int wide = Wide(graph, x);
  const int divisor = Wide(graph, other);
  const int whole = graph.Apply(kRounding, {Quotient(graph, wide, divisor)});
  return graph.CastLike(Difference(graph, wide, Product(graph, whole, divisor)),
                        Leading(graph, x, other));
}

int FloorDivide(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int other = a.Node("other");
  const int quotient = Quotient(graph, Wide(graph, x), Wide(graph, other));
  return graph.CastLike(graph.Apply(kFloor, {quotient}), Leading(graph, x, other));
}

int DivideCall(const Arguments& a) {
  const std::string mode = a.Text("rounding_mode", "none");
  if (mode == "floor") return FloorDivide(a);
  const int quotient = Quotient(a.graph(), a.Node("input"), a.Node("other"));
  return mode == "trunc" ? a.graph().Apply(kTruncate, {quotient}) : quotient;
}

int NanToNum(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int known = Where(graph, graph.Apply(kIsNan, {x}), graph.Constant(a.Number("nan", 0)), x);
  if (!a.Has("posinf") || !a.Has("neginf")) {
    return graph.Fail(absl::UnimplementedError(
        "nan_to_num: infinities become the largest number of a format that is not known here; "
        "give posinf and neginf"));
  }
  const int bound = Where(graph, IsNegative(graph, x), graph.Constant(a.Number("neginf", 0)),
                          graph.Constant(a.Number("posinf", 0)));
  return Where(graph, graph.Apply(kIsInfinite, {x}), bound, known);
}

int IsFinite(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int is_bad = graph.Apply(kOr, {graph.Apply(kIsNan, {x}), graph.Apply(kIsInfinite, {x})});
  return graph.Apply(kNot, {is_bad});
}

int LogicalXor(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int left = graph.Apply(kNotEqual, {a.Node("input"), graph.Constant(0)});
  return graph.Apply(kNotEqual,
                     {left, graph.Apply(kNotEqual, {a.Node("other"), graph.Constant(0)})});
}

// fmax, fmin: the number where the other is NaN.
template <Operation kOperation>
int NumberOf(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int left = a.Node("input");
  const int right = a.Node("other");
  const int both = graph.Apply(kOperation, {left, right});
  const int known = Where(graph, graph.Apply(kIsNan, {right}), left, both);
  return Where(graph, graph.Apply(kIsNan, {left}), right, known);
}

int NanSum(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.CastIfAsked(a.Node("input"), "dtype");
  const int known = Where(graph, graph.Apply(kIsNan, {x}), graph.Constant(0), x);
  return graph.Reduce(kSum, {known}, a.AxisOr("dim", Axis::All()),
                      {.keep_axis = a.Bool("keepdim", false)});
}

// float_power computes in fp64 and stays there.
int FloatPower(const Arguments& a) {
  return Power(a.graph(), Wide(a.graph(), a.Node("input")), a.Node("exponent"));
}

// The dot product of vectors; every result of a matrix product is one.
int DotCall(const Arguments& a) {
  return a.graph().Reduce(kDot, {a.Node("input"), a.Node("other")}, a.AxisOr("dim", {-1}), {});
}

constexpr Function kFunctions[] = {
    {"asinh", {"input"}, Asinh},
    {"acosh", {"input"}, Acosh},
    {"atanh", {"input"}, Atanh},
    {"atan2", {"input", "other"}, Atan2},
    {"xlogy", {"input", "other"}, XLog<kLog>},
    {"xlog1py", {"input", "other"}, XLog<kLog1p>},
    {"entr", {"input"}, Entropy},
    {"logaddexp2", {"input", "other"}, LogAddExp2},
    {"sinc", {"input"}, Sinc},
    {"frac", {"input"}, Fraction},
    {"heaviside", {"input", "values"}, Heaviside},
    {"deg2rad", {"input"}, Degrees<1>},
    {"rad2deg", {"input"}, Degrees<-1>},
    {"copysign", {"input", "other"}, CopySign},
    {"ldexp", {"input", "other"}, Ldexp},
    {"fmod", {"input", "other"}, Rest<kTruncate>},
    {"remainder", {"input", "other"}, Rest<kFloor>},
    {"floor_divide", {"input", "other"}, FloorDivide},
    {"div", {"input", "other", "rounding_mode"}, DivideCall},
    {"nan_to_num", {"input", "nan", "posinf", "neginf"}, NanToNum},
    {"isfinite", {"input"}, IsFinite},
    {"logical_xor", {"input", "other"}, LogicalXor},
    {"fmax", {"input", "other"}, NumberOf<kMaximum>},
    {"fmin", {"input", "other"}, NumberOf<kMinimum>},
    {"nansum", {"input", "dim", "keepdim", "dtype"}, NanSum},
    {"float_power", {"input", "exponent"}, FloatPower},
    {"dot", {"input", "other"}, DotCall},
    {"vdot", {"input", "other"}, DotCall},
    {"inner", {"input", "other"}, DotCall},
    {"vecdot", {"input", "other", "dim"}, DotCall},
};

}  // namespace

absl::Span<const Function> ElementaryFunctions() { return kFunctions; }

}  // namespace allreview::numerics
