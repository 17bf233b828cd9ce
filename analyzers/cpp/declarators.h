#ifndef ANALYZERS_CPP_DECLARATORS_H_
#define ANALYZERS_CPP_DECLARATORS_H_

// What a declarator declares: `*const (&x)[4]` is the name x and how it is reached from the type.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/syntax.h"
#include "analyzers/cpp/types.h"

namespace allreview::cpp {

struct Declarator {
  Node name;      // identifier, field_identifier, qualified_identifier, …; null: it has none.
  Node function;  // The function_declarator of a function. Null: it is none.
  Node bindings;  // structured_binding_declarator: `auto [a, b]`.
  int pointers = 0;
  bool is_reference = false;
  bool is_array = false;
};
Declarator DeclaratorOf(Node declarator);

// All declarators of a declaration, field_declaration or type_definition.
std::vector<Node> DeclaratorsOf(Node declaration);

// Type of what `declarator` declares within `declaration`, which may be any node with a type and
// declarators: a parameter, a field, a function's definition (its return type), a cast.
Type DeclaredType(Node declaration, const Declarator& declarator);

// A word stands before the declarators: `static`, `__shared__`, `constexpr`.
bool HasSpecifier(Node declaration, absl::string_view word);

// Last part of a name, without template arguments: "kernel" of `a::b::kernel<float>`, "size" of
// `x.size`. Empty: the node is no name.
absl::string_view LastName(Node name);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_DECLARATORS_H_
