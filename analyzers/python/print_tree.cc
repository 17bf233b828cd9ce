#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/print.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::python {
namespace {

absl::string_view FieldName(Field field) {
  static constexpr absl::string_view kNames[] = {"",
#define ALLREVIEW_FIELD_NAME(name, text) text,
                                                 ALLREVIEW_PYTHON_FIELDS(ALLREVIEW_FIELD_NAME)
#undef ALLREVIEW_FIELD_NAME
  };
  const size_t index = static_cast<size_t>(field);
  return index < std::size(kNames) ? kNames[index] : "";
}

std::string Describe(const SyntaxTree& tree, Node node) {
  std::string line;
  if (node.field() != Field::kNoField) absl::StrAppend(&line, FieldName(node.field()), ": ");
  absl::StrAppend(&line, node.IsNamed() ? KindName(node.kind()) : "token", " ", Position(node), "-",
                  Position(tree, node.end_byte()));
  if (node.IsMissing()) {
    absl::StrAppend(&line, " missing");
  } else if (node.index() + 1 == node.subtree_end()) {
    absl::StrAppend(&line, " ", Excerpt(node.text()));
  }
  return line;
}

}  // namespace

std::string Position(const SyntaxTree& tree, uint32_t byte) {
  return absl::StrCat(tree.LineOf(byte), ":", tree.ColumnOf(byte) + 1);
}

std::string PrintTree(const SyntaxTree& tree) {
  Outline outline;
  std::vector<uint32_t> ends;  // Of the nodes around, outermost first.
  for (uint32_t index = 0; index < tree.size() && !outline.is_full(); ++index) {
    Poll();
    while (!ends.empty() && ends.back() <= index) ends.pop_back();
    const Node node = tree.node(index);
    if (node.IsNamed() || node.field() != Field::kNoField) {
      outline.Add(static_cast<int>(ends.size()), Describe(tree, node));
    }
    ends.push_back(node.subtree_end());
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::python
