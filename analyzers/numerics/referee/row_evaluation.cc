#include "analyzers/numerics/referee/row_evaluation.h"

#include <utility>

#include "analyzers/numerics/graph/operations.h"
#include "analyzers/numerics/referee/interval_functions.h"

namespace allreview::numerics {
namespace {

using enum Operation;

// Element i of a row that may have one for all.
const Interval& At(const IntervalRow& row, int i) { return row.size() == 1 ? row[0] : row[i]; }

class GraphEvaluation {
 public:
  explicit GraphEvaluation(const RowEvaluation& evaluation) : evaluation_(evaluation) {}

  std::vector<IntervalRow> Run() {
    for (const Node& node : evaluation_.graph.nodes) rows_.push_back(EvaluateNode(node));
    return std::move(rows_);
  }

 private:
  Interval Point(double value) const { return Interval::Point(value, evaluation_.bits); }
  int lanes() const { return evaluation_.lanes; }

  IntervalRow EvaluateNode(const Node& node) const {
    switch (InfoOf(node.operation).kind) {
      case OperationKind::kLeaf:
        return EvaluateLeaf(node);
      case OperationKind::kReduction:
        return {Reduce(node)};
      case OperationKind::kScan:
        return Scan(node);
      case OperationKind::kElementwise:
      case OperationKind::kConversion:
        return EvaluateLanes(node);
    }
    return {};
  }

  IntervalRow EvaluateLeaf(const Node& node) const {
    IntervalRow row;
    if (node.operation == kConstant) return {Point(node.parameters[0])};
    if (node.operation == kInput) {
      for (const double value : evaluation_.inputs[node.input]) row.push_back(Point(value));
      return row;
    }
    const Interval start = Point(node.parameters[0]), step = Point(node.parameters[1]);
    for (int i = 0; i < lanes(); ++i) row.push_back(Add(start, Multiply(step, Point(i))));
    return row;
  }

  IntervalRow EvaluateLanes(const Node& node) const {
    const auto operand = [&](size_t k) -> const IntervalRow& {
      return rows_[node.inputs[k < node.inputs.size() ? k : 0]];
    };
    const IntervalRow &a = operand(0), &b = operand(1), &c = operand(2);
    const size_t count = std::max({a.size(), b.size(), c.size()});
    IntervalRow row;
    for (size_t i = 0; i < count; ++i) {
      const int lane = static_cast<int>(i);
      row.push_back(EvaluateElement(node, At(a, lane), At(b, lane), At(c, lane)));
    }
    return row;
  }

  // start combined with term(0), term(1)…
  template <typename Term, typename Combine>
  Interval Fold(Interval start, const Term& term, const Combine& combine) const {
    for (int i = 0; i < lanes(); ++i) start = combine(start, term(i));
    return start;
  }
  template <typename Term>
  Interval SumOf(const Term& term) const {
    return Fold(Point(0), term, Add);
  }

  template <typename Element>
  Interval VarianceOf(const Element& element, double correction) const {
    const Interval mean = Divide(SumOf(element), Point(lanes()));
    const Interval squares = SumOf([&](int i) { return Square(Subtract(element(i), mean)); });
    return Divide(squares, Subtract(Point(lanes()), Point(correction)));
  }

  Interval Reduce(const Node& node) const {
    const auto element = [&](int i) { return At(rows_[node.inputs[0]], i); };
    const auto other = [&](int i) { return At(rows_[node.inputs[1]], i); };
    const Interval count = Point(lanes());
    const auto& p = node.parameters;
    switch (node.operation) {
#define REDUCTION(enumerator, name, operands, parameters, flags, value, interval, ...) \
  case Operation::enumerator:                                                          \
    return interval;
#include "analyzers/numerics/graph/operations.inc"
      default:
        return Interval::Unknown(evaluation_.bits);
    }
  }

  Interval ScanStep(Operation operation, const Interval& carry, const Interval& x) const {
    switch (operation) {
#define SCAN(enumerator, name, flags, value, interval) \
  case Operation::enumerator:                          \
    return interval;
#include "analyzers/numerics/graph/operations.inc"
      default:
        return Interval::Unknown(evaluation_.bits);
    }
  }

  IntervalRow Scan(const Node& node) const {
    const IntervalRow& x = rows_[node.inputs[0]];
    IntervalRow row = {At(x, 0)};
    for (int i = 1; i < lanes(); ++i) {
      row.push_back(ScanStep(node.operation, row.back(), At(x, i)));
    }
    return row;
  }

  const RowEvaluation& evaluation_;
  std::vector<IntervalRow> rows_;
};

}  // namespace

std::vector<IntervalRow> EvaluateGraph(const RowEvaluation& evaluation) {
  return GraphEvaluation(evaluation).Run();
}

}  // namespace allreview::numerics
