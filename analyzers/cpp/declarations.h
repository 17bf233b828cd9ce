#ifndef ANALYZERS_CPP_DECLARATIONS_H_
#define ANALYZERS_CPP_DECLARATIONS_H_

// Functions, classes, includes and macros of one file. For unit.h.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/syntax.h"
#include "analyzers/cpp/types.h"

namespace allreview::cpp {

struct Parameter {
  absl::string_view name = {};  // Empty: it has none.
  Type type = {};
  Node node = {};           // parameter_declaration and the like.
  Node default_value = {};  // Null: none.
};

struct TemplateParameter {
  absl::string_view name = {};
  bool is_type = true;   // `typename T`; false: a value.
  bool is_pack = false;  // `typename... Ts`.
  Type type = {};        // A value's.
  Node node = {};
  Node default_value = {};  // A type or an expression. Null: none.
};

struct Function {
  Node node = {};   // function_definition, or the declaration or field_declaration of a prototype.
  Node outer = {};  // With the template: template_declaration, or `node`.
  Node declarator = {};                // function_declarator.
  Node body = {};                      // Null: it is only declared, defaulted or deleted.
  std::string name = {};               // "transformer_engine::Router::forward".
  absl::string_view simple_name = {};  // "forward", "operator()", "~Router".
  int class_index = -1;                // Into Unit::classes(). -1: its class is not of this file.
  int first_line = 0;                  // Of `outer`.
  int end_line = 0;                    // Exclusive.
  Type return_type = {};
  std::vector<TemplateParameter> template_parameters = {};
  std::vector<Parameter> parameters = {};
  bool is_kernel = false;  // __global__.
  bool is_device = false;  // __device__, kernels not.
  bool is_host = false;    // Runs on the host: neither, or __host__ beside __device__.
  bool is_static = false, is_inline = false, is_constexpr = false, is_virtual = false;
  bool is_method = false, is_const = false, is_variadic = false;
  Node launch_bounds = {};  // Null: none.
};

struct Member {
  absl::string_view name = {};
  Type type = {};           // Unknown for an enumerator.
  Node node = {};           // field_declaration or enumerator.
  Node default_value = {};  // Null: none.
};

struct Class {
  enum class Kind { kClass, kStruct, kUnion, kEnum };
  Kind kind = Kind::kClass;
  Node node = {};  // class_specifier and the like.
  Node body = {};
  std::string name = {};  // Qualified.
  absl::string_view simple_name = {};
  int first_line = 0, end_line = 0;  // The end is exclusive.
  std::vector<TemplateParameter> template_parameters = {};
  std::vector<absl::string_view> bases = {};  // As written, without access.
  std::vector<Member> members = {};           // Fields or enumerators; methods are functions.
};

struct Include {
  Node node = {};
  absl::string_view path = {};  // Without quotes or angle brackets.
  bool is_quoted = false;
};

struct Macro {
  Node node = {};
  absl::string_view name = {};
  std::vector<absl::string_view> parameters = {};
  absl::string_view value = {};  // White space around it stripped.
  bool is_function = false;      // It takes arguments.
};

// `using T = float;`, `typedef float T;`
struct Alias {
  absl::string_view name = {};
  Type type = {};
  Node node = {};
};

struct Declarations {
  std::vector<Function> functions = {};
  std::vector<Class> classes = {};
  std::vector<Include> includes = {};
  std::vector<Macro> macros = {};
  std::vector<Alias> aliases = {};
};

Declarations DeclarationsOf(const SyntaxTree& tree);

// Of a function's or lambda's parameter_list, without the `void` of f(void).
std::vector<Parameter> ParametersOf(Node parameter_list);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_DECLARATIONS_H_
