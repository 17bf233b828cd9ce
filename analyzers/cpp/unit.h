#ifndef ANALYZERS_CPP_UNIT_H_
#define ANALYZERS_CPP_UNIT_H_

// One C, C++ or CUDA file, understood: its tree, functions, classes, variables and what it
// launches, checks, allocates and binds.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Unit> unit, Unit::Parse("csrc/softmax.cu", source));
//   for (const Launch& launch : unit->launches()) {
//     const Function* kernel = unit->FindFunction(launch.kernel_name);
//   }
//
// Names are resolved by the text of this file alone, without its includes. All branches of #if
// count. What is not certain is not guessed: the answer is then empty.
//
// Immutable once parsed; reading is safe from many threads. Owns its source. Not movable, as nodes
// point into it. Views point into the source.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/cpp/bindings.h"
#include "analyzers/cpp/calls.h"
#include "analyzers/cpp/declarations.h"
#include "analyzers/cpp/name_index.h"
#include "analyzers/cpp/names.h"
#include "analyzers/cpp/syntax.h"
#include "analyzers/cpp/variables.h"

namespace allreview::cpp {

class Unit {
 public:
  // Errors as SyntaxTree::Parse.
  static absl::StatusOr<std::unique_ptr<Unit>> Parse(absl::string_view path, std::string source,
                                                     const ParseLimits& limits = {},
                                                     VersionedParse* versions = nullptr);
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  const std::string& path() const { return path_; }
  const SyntaxTree& tree() const { return tree_; }
  absl::string_view source() const { return source_; }

  // Defined and declared ones, methods and kernels too, in source order. Lambdas are none.
  const std::vector<Function>& functions() const { return declarations_.functions; }
  const std::vector<Class>& classes() const { return declarations_.classes; }
  const std::vector<Include>& includes() const { return declarations_.includes; }
  const std::vector<Macro>& macros() const { return declarations_.macros; }

  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Launch>& launches() const { return calls_.launches; }
  const std::vector<Check>& checks() const { return calls_.checks; }
  const std::vector<Dispatch>& dispatches() const { return calls_.dispatches; }
  const std::vector<Allocation>& allocations() const { return calls_.allocations; }
  const std::vector<StreamUse>& stream_uses() const { return calls_.stream_uses; }
  const std::vector<Binding>& bindings() const { return bindings_; }

  // The variable that an identifier means where it stands, members of the function's class too.
  // Null: none of this file, or not certain.
  const Variable* DeclarationOf(Node identifier) const;
  // Identifiers that mean the variable, in source order, its own name not among them.
  std::vector<Node> UsesOf(const Variable& variable) const;
  // See expressions.h.
  Type TypeOf(Node expression) const;
  Type TypeOf(const Variable& variable) const;  // Of its value where it is `auto`.
  std::optional<int64_t> ConstantOf(Node expression) const;

  // A type whose last word is an alias or a template parameter of this file, where `at` stands.
  Type Resolved(Type type, Node at) const;
  // Member of the class that a type names, or of the class whose method holds `at`. Null: not of
  // this file.
  const Variable* MemberOfType(const Type& type, absl::string_view name) const;
  const Variable* MemberAt(Node at, absl::string_view name) const;

  // Calls of what is named so, methods too, in source order.
  std::vector<Node> CallsOf(std::initializer_list<absl::string_view> names) const;

  // Innermost function whose definition holds the node, template and attributes included. Null:
  // none.
  const Function* EnclosingFunction(Node node) const;
  const Class* FindClass(absl::string_view name) const;  // As FindFunction.
  const Macro* FindMacro(absl::string_view name) const;  // The last of that name. Null: none.
  // All of one simple name, in source order: overloads, definitions under #if. Empty, too, where
  // there are more than anybody would write.
  std::vector<const Function*> FunctionsNamed(absl::string_view simple_name) const;
  std::vector<const Macro*> MacrosNamed(absl::string_view name) const;
  // By simple or qualified name; one with a body before one without, the last of several. Null:
  // none.
  const Function* FindFunction(absl::string_view name) const;

 private:
  Unit() = default;
  const Names& names() const;  // Made at the first question.

  std::string path_, source_;
  SyntaxTree tree_;
  Declarations declarations_;
  std::vector<int> outer_functions_;  // By function: the one around it, -1: none.
  NameIndex functions_by_name_, classes_by_name_, macros_by_name_, aliases_by_name_;
  std::vector<Variable> variables_;
  Calls calls_;
  std::vector<Binding> bindings_;
  mutable std::once_flag are_names_known_;
  mutable std::optional<Names> names_;
};

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_UNIT_H_
