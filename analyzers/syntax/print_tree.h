#ifndef ANALYZERS_SYNTAX_PRINT_TREE_H_
#define ANALYZERS_SYNTAX_PRINT_TREE_H_

// A tree of any language as text: each node below what holds it, with the field that holds it.
//
//   assignment 1:1-1:6
//     left: identifier 1:1-1:2 "x"
//
// Tokens only where the grammar gives them a name, as operators. Bounded (base/outline.h). A
// language has KindName(Kind) and FieldName(Field) in its namespace.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/syntax/syntax_tree.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::syntax {

// "3:5", both 1-based, columns in bytes. An offset past the end stands after the last byte.
inline std::string Position(const TreeData& tree, uint32_t byte) {
  return absl::StrCat(tree.LineOf(byte), ":", tree.ColumnOf(byte) + 1);
}

template <typename Language>
std::string DescribeNode(const Tree<Language>& tree, Node<Language> node) {
  std::string line;
  if (node.field() != Language::Field::kNoField) {
    absl::StrAppend(&line, FieldName(node.field()), ": ");
  }
  absl::StrAppend(&line, node.IsNamed() ? KindName(node.kind()) : "token", " ",
                  Position(tree, node.first_byte()), "-", Position(tree, node.end_byte()));
  if (node.IsMissing()) {
    absl::StrAppend(&line, " missing");
  } else if (node.index() + 1 == node.subtree_end()) {
    absl::StrAppend(&line, " ", Excerpt(node.text()));
  }
  return line;
}

template <typename Language>
std::string PrintTree(const Tree<Language>& tree) {
  Outline outline;
  std::vector<uint32_t> ends;  // Of the nodes around, outermost first.
  for (uint32_t index = 0; index < tree.size() && !outline.is_full(); ++index) {
    Poll();
    while (!ends.empty() && ends.back() <= index) ends.pop_back();
    const Node<Language> node = tree.node(index);
    if (node.IsNamed() || node.field() != Language::Field::kNoField) {
      outline.Add(static_cast<int>(ends.size()), DescribeNode(tree, node));
    }
    ends.push_back(node.subtree_end());
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_PRINT_TREE_H_
