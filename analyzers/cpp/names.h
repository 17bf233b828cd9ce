#ifndef ANALYZERS_CPP_NAMES_H_
#define ANALYZERS_CPP_NAMES_H_

// Which variable a name means, and where a variable is used, within one file. For unit.h.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/syntax.h"
#include "analyzers/cpp/variables.h"

namespace allreview::cpp {

class Names {
 public:
  // Both must outlive it.
  Names(const SyntaxTree& tree, const std::vector<Variable>& variables);

  // The innermost variable of that name whose scope holds the identifier and that is declared
  // before it; a member also after it. Null: none, or there are too many to look at.
  const Variable* DeclarationOf(Node identifier) const;
  // The member of the class with that body. Null: it has none of that name.
  const Variable* MemberOf(Node class_body, absl::string_view name) const;
  // Identifiers that mean the variable, in source order, its own name not among them.
  std::vector<Node> UsesOf(const Variable& variable) const;
  // All identifiers of that text, in source order.
  std::vector<Node> Occurrences(absl::string_view name) const;

 private:
  const SyntaxTree& tree_;
  const std::vector<Variable>& variables_;
  std::vector<uint32_t> by_name_;      // Variables, by name and position.
  std::vector<uint32_t> identifiers_;  // Nodes, by text and position.
};

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_NAMES_H_
