#ifndef ANALYZERS_NUMERICS_REFEREE_ROW_EVALUATION_H_
#define ANALYZERS_NUMERICS_REFEREE_ROW_EVALUATION_H_

#include <vector>

#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/referee/interval.h"

namespace allreview::numerics {

// Bounds of one row: a value for each lane, or one for all.
using IntervalRow = std::vector<Interval>;

struct RowEvaluation {
  const Graph& graph;
  const std::vector<std::vector<double>>& inputs;
  int lanes = 1;
  mpfr_prec_t bits = 128;
};

// Bounds of every node of the graph.
std::vector<IntervalRow> EvaluateGraph(const RowEvaluation& evaluation);

// One elementwise operation or conversion; operands that it does not have are ignored.
Interval EvaluateElement(const Node& node, const Interval& a, const Interval& b, const Interval& c);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REFEREE_ROW_EVALUATION_H_
