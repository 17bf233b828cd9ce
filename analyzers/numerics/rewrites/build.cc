#include "analyzers/numerics/rewrites/build.h"

#include "analyzers/numerics/graph/composites.h"

namespace allreview::numerics {

using enum Operation;
using Kind = Pattern::Kind;

PatternBuilder::PatternBuilder(const Graph& source, int replaced, GraphBuilder& graph,
                               GraphCopy& copy)
    : graph_(graph),
      copy_(copy),
      // Where the result has elements, rows must broadcast with them.
      keeps_axis_(source.nodes[replaced].extent == Extent::kElement ||
                  !source.nodes[replaced].is_axis_removed) {}

int PatternBuilder::Build(const Pattern& pattern, const Match& match) {
  letters_ = &match.letters;
  // A minus before the whole pattern joins that of the match.
  const bool is_minus = pattern.kind == Kind::kOperation && pattern.operation == kNegate;
  Match signed_match = match;
  if (is_minus && match.is_sum) signed_match.is_negated = !match.is_negated;
  if (is_minus && !match.is_sum) signed_match.coefficient = -match.coefficient;
  const int node = Of(is_minus ? pattern.operands[0] : pattern);
  if (!match.is_sum) return WithFactors(node, signed_match);
  // Signs of the rest are those of the pattern's own sum.
  for (Match::Term& term : signed_match.rest) term.is_negative ^= match.is_negated;
  return WithTerms(node, signed_match);
}

int PatternBuilder::WithTerms(int node, const Match& match) {
  if (match.rest.empty()) return match.is_negated ? graph_.Apply(kNegate, {node}) : node;
  int sum = -1;
  size_t first = 0;
  if (match.is_negated) {
    // a - node reads better than -node + a.
    while (first < match.rest.size() && match.rest[first].is_negative) ++first;
    sum = first < match.rest.size()
              ? graph_.Apply(kSubtract, {copy_.Of(match.rest[first].node), node})
              : graph_.Apply(kNegate, {node});
  } else {
    sum = node;
    first = match.rest.size();
  }
  for (size_t i = 0; i < match.rest.size(); ++i) {
    if (i == first) continue;
    const int term = copy_.Of(match.rest[i].node);
    sum = graph_.Apply(match.rest[i].is_negative ? kSubtract : kAdd, {sum, term});
  }
  return sum;
}

int PatternBuilder::WithFactors(int node, const Match& match) {
  int product = node;
  if (match.coefficient == -1) {
    product = graph_.Apply(kNegate, {product});
  } else if (match.coefficient != 1) {
    product = graph_.Apply(kMultiply, {graph_.Constant(match.coefficient), product});
  }
  for (const Match::Term& factor : match.rest) {
    const int other = copy_.Of(factor.node);
    product = factor.is_negative ? graph_.Apply(kDivide, {product, other})
                                 : graph_.Apply(kMultiply, {other, product});
  }
  return product;
}

int PatternBuilder::Of(const Pattern& pattern) {
  switch (pattern.kind) {
    case Kind::kNumber:
      return graph_.Constant(pattern.number);
    case Kind::kAnyNumber:
      return graph_.Constant(letters_->numbers.at(pattern.name));
    case Kind::kValue: {
      const int value = copy_.Of(letters_->values.at(pattern.name));
      if (!is_wide_) return value;
      const auto known = wide_.find(pattern.name);
      if (known != wide_.end()) return known->second;
      const bool is_tensor = graph_.status().ok() && graph_.node(value).rank != Rank::kNumber;
      if (first_wide_ < 0 && is_tensor) first_wide_ = value;
      return wide_[pattern.name] = graph_.WidenToFp32(value);
    }
    case Kind::kOperation:
      return OfOperation(pattern);
    case Kind::kComposite:
      return OfComposite(pattern);
    case Kind::kWide:
      return OfWide(pattern);
  }
  return 0;
}

int PatternBuilder::OfOperation(const Pattern& pattern) {
  const OperationInfo& info = InfoOf(pattern.operation);
  const int first = Of(pattern.operands[0]);
  if (info.kind == OperationKind::kReduction) {
    const bool has_parameter = pattern.operands.size() > 1;
    return graph_.Reduce(
        pattern.operation, {first}, copy_.axis(),
        {.keep_axis = keeps_axis_, .parameter = has_parameter ? pattern.operands[1].number : 0});
  }
  if (info.kind == OperationKind::kScan) {
    return graph_.Scan(pattern.operation, first, copy_.axis());
  }
  if (info.arity == 1) {
    return graph_.Apply(pattern.operation, {first},
                        {info.parameters[0].otherwise, info.parameters[1].otherwise});
  }
  const int second = Of(pattern.operands[1]);
  return graph_.Apply(pattern.operation, {first, second});
}

int PatternBuilder::OfComposite(const Pattern& pattern) {
  const int x = Of(pattern.operands[0]);
  const Axis axis = copy_.axis();
  const auto number = [&](size_t i) {
    const Pattern& operand = pattern.operands[i];
    return operand.kind == Kind::kNumber ? operand.number : letters_->numbers.at(operand.name);
  };
  switch (pattern.composite) {
    case Composite::kSoftmax:
      return Softmax(graph_, x, axis);
    case Composite::kLogSoftmax:
      return LogSoftmax(graph_, x, axis);
    case Composite::kLogSumExp:
      return LogSumExp(graph_, x, axis, keeps_axis_);
    case Composite::kNormalize:
      return Normalize(graph_, x, axis, 1e-12);
    case Composite::kLayerNorm:
      return LayerNorm(graph_, x, {.axis = axis, .eps = number(1)});
    case Composite::kRmsNorm:
      return RmsNorm(graph_, x, {.axis = axis, .eps = number(1)});
    case Composite::kBceWithLogits:
      return BceWithLogits(graph_, x, Of(pattern.operands[1]));
    case Composite::kXLogY:
      return XLogY(graph_, x, Of(pattern.operands[1]));
    default:
      return graph_.Fail(absl::InternalError("a composite that no rule writes"));
  }
}

int PatternBuilder::OfWide(const Pattern& pattern) {
  is_wide_ = true;
  const int inside = Of(pattern.operands[0]);
  is_wide_ = false;
  // Back to the dtype of the first tensor that went in.
  return first_wide_ >= 0 ? graph_.CastLike(inside, first_wide_) : graph_.CastToTested(inside);
}

}  // namespace allreview::numerics
