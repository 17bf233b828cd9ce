#include "analyzers/syntax/print_tree.h"

#include <iterator>

#include "analyzers/python/print.h"

namespace allreview::python {

// Found by the printer of trees as KindName is.
static absl::string_view FieldName(Field field) {
  static constexpr absl::string_view kNames[] = {"",
#define ALLREVIEW_FIELD_NAME(name, text) text,
                                                 ALLREVIEW_PYTHON_FIELDS(ALLREVIEW_FIELD_NAME)
#undef ALLREVIEW_FIELD_NAME
  };
  const size_t index = static_cast<size_t>(field);
  return index < std::size(kNames) ? kNames[index] : "";
}

std::string Position(const SyntaxTree& tree, uint32_t byte) { return syntax::Position(tree, byte); }

std::string PrintTree(const SyntaxTree& tree) { return syntax::PrintTree(tree); }

}  // namespace allreview::python
