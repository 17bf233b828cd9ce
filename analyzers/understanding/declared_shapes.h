#ifndef ANALYZERS_UNDERSTANDING_DECLARED_SHAPES_H_
#define ANALYZERS_UNDERSTANDING_DECLARED_SHAPES_H_

// Shapes as annotations write them.
//
//   Tensor[[B, 2 * N]]               ->  {"B", "2 * N"}
//   Float[Tensor, "b ... #n h+1"]    ->  of unknown rank: {"", "h+1"}
//
// Pure. Names are given to sizes by function: SizeNames.

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// What the names in the annotations of one function stand for.
using SizeNames = absl::flat_hash_map<std::string, Size>;

// Where an annotation stands.
struct TypeScope {
  uint32_t file = 0;
  const SizeNames* names = nullptr;
};

// An argument of a call that is not what the annotation of its parameter says.
struct Contradiction {
  CodeRef callee;
  uint32_t parameter = 0;
  Value given, declared;
};

struct WrittenShape {
  bool has_rank = true;
  // By dimension, "" for any; of unknown rank the last ones.
  std::vector<absl::string_view> sizes = {};
};

// By its form alone: whoever asks knows what is subscripted. None: it has another form.
std::optional<WrittenShape> WrittenShapeOf(const ir::File& file, ir::TypeId generic);
// What such a shape says of a tensor; of names that nobody knows nothing.
Tensor TensorOf(const WrittenShape& shape, const SizeNames& names);
// Of sums, products and quotients; unknown when it is anything else, or has another name.
Size SizeOfExpression(absl::string_view text, const SizeNames& names);
// A size is nothing but a name.
bool IsName(absl::string_view expression);
std::vector<absl::string_view> NamesIn(absl::string_view expression);
// Of jaxtyping, what it says of the elements: "Float" -> some floating type; kUnknown: nothing.
Dtype DtypeOfAnnotation(absl::string_view name);
// The annotation says something that values can contradict: a shape, or
// Literal[...].
bool CanBeContradicted(const ir::File& file, ir::TypeId annotation);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_DECLARED_SHAPES_H_
