#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPES_H_

// Shapes of tensors by the names of their dimensions.
//
//   Shape shape = ShapeInText("Tensor of shape [s, b, h]");   // {"s", "b", "h"}
//   TextOf(Reshape(*shape, {"s", "b", "n", "-1"}))            // "[s, b, n, h/n]"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/intent/shape_text.h"

namespace allreview::analysis {

using Dims = intent::NamedDims;  // "?": not known.
using intent::ShapeInComment;
using intent::ShapeInText;
using Shape = std::optional<Dims>;

// "[s, b, h]"; "" for no shape, or one of which no dimension is known.
std::string TextOf(const Shape& shape);

// Products and quotients of dimensions, in few words: "2*h", "h/n", "?".
std::string Times(const std::vector<std::string>& factors);
std::string Over(absl::string_view dim, absl::string_view divisor);
std::string Plus(const std::string& a, const std::string& b);

// A view as `wanted`, in which one dimension may be "-1".
Dims Reshape(const Shape& from, Dims wanted);
// Elementwise operation on both; nullopt when one is not known or they do not fit.
Shape Broadcast(const Shape& a, const Shape& b);
// a @ b.
Shape MatrixProduct(const Shape& a, const Shape& b);
// "bshd,bthd->bhst" on operands of these shapes.
Shape Einsum(absl::string_view equation, const std::vector<Shape>& operands);

// Index of a dimension of `rank`, -1 the last. nullopt: there is none.
std::optional<size_t> DimIndex(int index, size_t rank);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_SHAPES_H_
