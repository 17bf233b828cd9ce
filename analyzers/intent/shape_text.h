#ifndef ANALYZERS_INTENT_SHAPE_TEXT_H_
#define ANALYZERS_INTENT_SHAPE_TEXT_H_

// Shapes of tensors that a text names.
//
//   ShapeInText("Tensor of shape [s, b, h]")          // {"s", "b", "h"}
//   ShapeInComment("(b, s) -> (b, 1, s)")             // {"b", "1", "s"}
//   TellsShape("Either [adam, sgd] or a callable.")   // false

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::intent {

using NamedDims = std::vector<std::string>;

// What a docstring or annotation says: "[s, b, h]", "shape (B, T)", Float[Tensor, "b s h"].
std::optional<NamedDims> ShapeInText(absl::string_view text);
// What a comment behind or above a statement says of its result: "[s, b, h]", "(b, s) -> (b, 1,
// s)", "s b h -> b s h".
std::optional<NamedDims> ShapeInComment(absl::string_view comment);

// A sentence that names a shape for certain: it says so, or all names are those of dimensions.
bool TellsShape(absl::string_view sentence);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_SHAPE_TEXT_H_
