#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPE_OPERATIONS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPE_OPERATIONS_H_

// What operations of torch make of the shape of their operand. Of shape_rules.h.

#include <optional>

#include "absl/strings/string_view.h"
#include "services/analysis/change_model/stories/shape_rules.h"

namespace allreview::analysis {

struct ShapeOperation {
  absl::string_view name;  // "transpose"
  const Dims& dims;        // Of the operand.
  python::Node call;
  int first = 0;  // Position of the first argument behind the operand.
  const ShapeRules& rules;
};
// Nothing for operations that are not known.
ShapeResult ResultOf(const ShapeOperation& operation);

// Literal, also negative.
std::optional<int> IntegerOf(python::Node node);
// The argument `dim`, by position or name; `fallback` when it is not given, nullopt when it is no
// literal.
std::optional<int> DimArgument(python::Node call, int position, std::optional<int> fallback);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPE_OPERATIONS_H_
