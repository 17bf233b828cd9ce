#ifndef ANALYZERS_CPP_VARIABLES_H_
#define ANALYZERS_CPP_VARIABLES_H_

// Everything in a file that has a name and a type: locals, parameters, members, globals. For
// unit.h, which finds the variable that a name means.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/syntax.h"
#include "analyzers/cpp/types.h"

namespace allreview::cpp {

struct Variable {
  enum class Kind {
    kLocal,      // `static` ones and __shared__ too.
    kParameter,  // Of a function or lambda.
    kMember,
    kGlobal,             // Of a namespace or the file.
    kTemplateParameter,  // A value: `template <int N>`.
    kEnumerator,
  };
  absl::string_view name;
  Kind kind = Kind::kLocal;
  Type type = {};         // As declared; `auto` is kUnknown here, Unit::TypeOf(name) knows more.
  Node name_node = {};    // Its identifier.
  Node declaration = {};  // declaration, parameter_declaration, field_declaration, …
  // What it is initialised with: an expression, argument_list or initializer_list. Of a range-based
  // for the range (`is_element`). Null: nothing.
  Node initializer = {};
  Node scope = {};           // Where its name means it: a block, loop, lambda, function, class, …
  bool is_shared = false;    // __shared__.
  bool is_constant = false;  // const or constexpr itself, not what it points to.
  bool is_constexpr = false;
  bool is_static = false;
  bool is_extern = false;
  bool is_element = false;  // Of the range or structured binding in `initializer`.
  bool is_reference = false;
  std::vector<Node> extents = {};  // Of an array, outermost first; null nodes for `[]`.
};

// In source order of their names.
std::vector<Variable> VariablesOf(const SyntaxTree& tree);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_VARIABLES_H_
