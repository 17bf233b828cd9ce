#include "analyzers/numerics/testing/graphs.h"

#include <vector>

#include "analyzers/numerics/arithmetic/philox.h"
#include "analyzers/numerics/graph/operations.h"
#include "base/check.h"

namespace allreview::numerics {
namespace {

using enum Operation;

Graph Finished(GraphBuilder& graph, const std::vector<int>& outputs) {
  absl::StatusOr<Graph> result = graph.Finish(outputs);
  CHECK(result.ok());
  return *std::move(result);
}

// Adds node by node by choices that depend on the seed alone.
class RandomBuilder {
 public:
  explicit RandomBuilder(const RandomGraphOptions& options) : options_(options) {}

  Graph Build() {
    for (const char* name : {"a", "b", "c"}) elements_.push_back(graph_.AddInput({.name = name}));
    elements_.push_back(graph_.AddInput(
        {.name = "weight", .format = Format::kFp32, .distribution = Distribution{}}));
    for (int i = 0; i < options_.operations; ++i) AddOne();
    std::vector<int> outputs = {elements_.back(), elements_[elements_.size() - 2]};
    if (!rows_.empty()) outputs.push_back(rows_.back());
    return Finished(graph_, outputs);
  }

 private:
  uint32_t Choose(uint32_t count) {
    return Philox({next_++, 0, 0, 0}, {static_cast<uint32_t>(options_.seed), 7}).x % count;
  }

  int AnyElement() { return elements_[Choose(static_cast<uint32_t>(elements_.size()))]; }

  // Sometimes a number or, with rows, one value for the whole row.
  int AnyOperand() {
    const uint32_t kind = Choose(8);
    if (kind == 0) return graph_.Constant(0.25 * (1 + Choose(16)));
    if (kind == 1 && !rows_.empty()) return rows_[Choose(static_cast<uint32_t>(rows_.size()))];
    return AnyElement();
  }

  void AddOne() {
    const uint32_t kind = Choose(12);
    if (options_.has_rows && kind == 0) return AddReduction();
    if (options_.has_rows && kind == 1) {
      elements_.push_back(graph_.Scan(kCumulativeSum, AnyElement(), {-1}));
    } else if (kind == 2) {
      constexpr Format kFormats[] = {Format::kFp32, Format::kBf16, Format::kFp16, Format::kFp64};
      elements_.push_back(graph_.CastTo(AnyElement(), kFormats[Choose(4)]));
    } else if (kind == 3) {
      const int condition = graph_.Apply(kLess, {AnyElement(), AnyOperand()});
      elements_.push_back(graph_.Apply(kWhere, {condition, AnyElement(), AnyOperand()}));
    } else if (kind < 8) {
      constexpr Operation kBinary[] = {kAdd, kSubtract, kMultiply, kDivide, kMaximum, kMinimum};
      elements_.push_back(graph_.Apply(kBinary[Choose(6)], {AnyElement(), AnyOperand()}));
    } else {
      constexpr Operation kUnary[] = {kExp,    kAbsolute, kTanh, kSigmoid,
                                      kNegate, kSqrt,     kLog,  kRound};
      elements_.push_back(graph_.Apply(kUnary[Choose(8)], {AnyElement()}));
    }
  }

  void AddReduction() {
    constexpr Operation kReductions[] = {kSum, kMean, kMax, kMin, kVariance, kNorm};
    rows_.push_back(
        graph_.Reduce(kReductions[Choose(6)], {AnyElement()}, {-1}, {.keep_axis = true}));
  }

  const RandomGraphOptions options_;
  GraphBuilder graph_;
  std::vector<int> elements_;
  std::vector<int> rows_;
  uint32_t next_ = 0;
};

}  // namespace

Graph TenOperations() {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int y = graph.AddInput({.name = "y"});
  const int scaled = graph.Apply(kMultiply, {x, graph.Constant(1.702)});
  const int power = graph.Apply(kExp, {graph.Apply(kNegate, {scaled})});
  const int gelu = graph.Apply(kDivide, {x, graph.Apply(kAdd, {power, graph.Constant(1)})});
  const int sum = graph.Apply(kAdd, {gelu, graph.Apply(kMultiply, {y, y})});
  const int log = graph.Apply(kLog, {graph.Apply(kAbsolute, {sum})});
  return Finished(graph, {graph.Apply(kSubtract, {log, y})});
}

Graph SoftmaxByHand() {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int max = graph.Reduce(kMax, {x}, {-1}, {.keep_axis = true});
  const int power = graph.Apply(kExp, {graph.Apply(kSubtract, {x, max})});
  const int sum = graph.Reduce(kSum, {power}, {-1}, {.keep_axis = true});
  return Finished(graph, {graph.Apply(kDivide, {power, sum})});
}

Graph OneOperation(Operation operation, std::array<double, 2> parameters) {
  GraphBuilder graph;
  const int a = graph.AddInput({.name = "a"});
  const int b = graph.AddInput({.name = "b"});
  const int c = graph.AddInput({.name = "c"});
  const OperationInfo& info = InfoOf(operation);
  if (info.kind == OperationKind::kScan) return Finished(graph, {graph.Scan(operation, a, {-1})});
  if (info.kind == OperationKind::kReduction) {
    const GraphBuilder::ReduceOptions options{.keep_axis = true, .parameter = parameters[0]};
    const int result = info.arity == 2 ? graph.Reduce(operation, {a, b}, {-1}, options)
                                       : graph.Reduce(operation, {a}, {-1}, options);
    return Finished(graph, {result});
  }
  if (info.arity == 1) return Finished(graph, {graph.Apply(operation, {a}, parameters)});
  if (info.arity == 2) return Finished(graph, {graph.Apply(operation, {a, b}, parameters)});
  return Finished(graph, {graph.Apply(operation, {a, b, c}, parameters)});
}

Graph RandomGraph(const RandomGraphOptions& options) { return RandomBuilder(options).Build(); }

}  // namespace allreview::numerics
