#ifndef ANALYZERS_NUMERICS_GRADIENT_SPECIAL_POINTS_H_
#define ANALYZERS_NUMERICS_GRADIENT_SPECIAL_POINTS_H_

#include <vector>

#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// Length of the rows of special points.
inline constexpr int kSpecialRowLength = 4;

// One set of numbers for the inputs of a graph: a row of kSpecialRowLength each, or one number
// where there are no rows, or where the input's extent is not kElement.
using SpecialPoint = std::vector<std::vector<double>>;

// Where derivatives are apt to be infinite or undefined, and where training gets to: zeros (ReLU,
// padding, first steps), ones, equal operands (ties), rows of zeros and of equal elements, rows
// with a single 1. Only numbers that the inputs can take: their distribution, the range that the
// code proves, what their role allows.
std::vector<SpecialPoint> SpecialPointsOf(const Graph& graph);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRADIENT_SPECIAL_POINTS_H_
