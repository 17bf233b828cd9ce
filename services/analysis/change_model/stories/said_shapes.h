#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SAID_SHAPES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SAID_SHAPES_H_

// Which shape a comment says the result of an assignment has.
//
//   q = q.transpose(0, 1)  # [b, s, h]              [b, s, h]
//   # fc2_weight [E, H, I] is transposed
//   out = gemm(x, fc2_weight)                       none: that is the operand's

#include "analyzers/python/values.h"
#include "services/analysis/change_model/stories/shapes.h"
#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// Behind the assignment, of its result; above it only with the name of the result, or with an arrow
// to a shape of the rank that follows from the code: what stands there may speak of all that comes.
Shape SaidOfTarget(const Statements& statements, const Statement& statement,
                   python::Node assignment, const Shape& derived);
// Both have a rank, and it is not the same one; or a number says otherwise.
bool Contradict(const Shape& said, const Shape& derived);
// Of a number, a list or a module no comment tells the shape.
bool MayBeTensor(python::ValueType type);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SAID_SHAPES_H_
