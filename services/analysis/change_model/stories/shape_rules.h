#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPE_RULES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPE_RULES_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "services/analysis/change_model/stories/shapes.h"

namespace allreview::analysis {

// Shape of a value; of several values together (chunk, split) that of each in `parts`.
struct ShapeResult {
  Shape shape = {};
  std::vector<Shape> parts = {};
};

// Shapes of expressions by the operations that make them. `shape_of` knows names ("x", "self.x").
class ShapeRules {
 public:
  using Lookup = std::function<Shape(const std::string& name)>;
  ShapeRules(const python::Module& module, absl::string_view self, Lookup shape_of)
      : module_(module), self_(self), shape_of_(std::move(shape_of)) {}

  ShapeResult Of(python::Node expression) const;
  // The shape of a single value.
  Shape ShapeOf(python::Node expression) const { return Of(expression).shape; }
  // Name of a dimension as it is written: "x.size(0)" is that of x, when it is known.
  std::string DimOf(python::Node expression) const;

 private:
  ShapeResult OfCall(python::Node call) const;
  ShapeResult OfOperation(absl::string_view name, python::Node operand, python::Node call,
                          int first_argument) const;
  Shape OfFactory(absl::string_view name, python::Node call) const;
  Shape OfModule(python::Node call) const;
  Shape OfIndex(python::Node subscript) const;
  Shape Joined(absl::string_view name, python::Node call) const;
  Shape Viewed(absl::string_view name, const Shape& from, python::Node call, int first) const;
  // Sizes given as f(a, b), f((a, b)) or f([a, b]). nullopt: not all are seen.
  Shape SizesIn(python::Node call, int first) const;

  const python::Module& module_;
  const absl::string_view self_;
  const Lookup shape_of_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPE_RULES_H_
