// The intervals of graph/operations.inc.

#include "analyzers/numerics/graph/operations.h"
#include "analyzers/numerics/referee/interval_functions.h"
#include "analyzers/numerics/referee/row_evaluation.h"
#include "base/check.h"

namespace allreview::numerics {
namespace {

std::optional<bool> Not(std::optional<bool> value) {
  if (!value.has_value()) return value;
  return !*value;
}

Interval And(const Interval& a, const Interval& b) {
  const std::optional<bool> left = IsTrue(a), right = IsTrue(b);
  if (left == false || right == false) return FromBool(false, a.bits());
  return FromBool(left == true ? right : left, a.bits());
}
Interval Or(const Interval& a, const Interval& b) {
  const std::optional<bool> left = IsTrue(a), right = IsTrue(b);
  if (left == true || right == true) return FromBool(true, a.bits());
  return FromBool(left == false ? right : left, a.bits());
}

Interval IsNan(const Interval& x) { return x.IsUnknown() ? x : FromBool(x.IsNan(), x.bits()); }
Interval IsInfinite(const Interval& x) {
  if (x.IsNan()) return FromBool(false, x.bits());
  const bool may_be = x.IsUnknown() || x.low().IsInfinite() || x.high().IsInfinite();
  if (may_be && !x.IsInfinite()) return Interval::Unknown(x.bits());
  return FromBool(may_be, x.bits());
}

Interval Where(const Interval& condition, const Interval& if_true, const Interval& if_false) {
  const std::optional<bool> is_true = IsTrue(condition);
  if (is_true.has_value()) return *is_true ? if_true : if_false;
  if (if_true.IsNumber() && if_false.IsNumber()) return Hull(if_true, if_false);
  return Interval::Unknown(condition.bits());
}

}  // namespace

Interval EvaluateElement(const Node& node, const Interval& a, const Interval& b,
                         const Interval& c) {
  const auto& p = node.parameters;
  switch (node.operation) {
#define ELEMENTWISE(enumerator, name, operands, parameters, flags, value, interval, ...) \
  case Operation::enumerator:                                                            \
    return interval;
#define CONVERSION(enumerator, ...) \
  case Operation::enumerator:       \
    return a;
#include "analyzers/numerics/graph/operations.inc"
    default:
      CHECK(false) << InfoOf(node.operation).name << " has no value of each element";
      return a;
  }
}

}  // namespace allreview::numerics
