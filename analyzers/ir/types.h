#ifndef ANALYZERS_IR_TYPES_H_
#define ANALYZERS_IR_TYPES_H_

// Annotations as trees. Private to this folder.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::ir {

// What an annotation says, as a tree in preorder; `name` stands for itself.
struct WrittenType {
  enum class Kind { kName, kNone, kGeneric, kUnion, kList, kEllipsis, kLiteral, kUnknown };
  Kind kind = Kind::kUnknown;
  std::string name;
  std::vector<int> children;  // Indices.
};

// Of the text of an annotation: `Optional["Tensor"] | None`. The root is the last element; one that
// is kUnknown stands for what is no annotation. Names are dotted, as in the text. Linear.
std::vector<WrittenType> ParseType(absl::string_view text);

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_TYPES_H_
