#ifndef ANALYZERS_PYTHON_MODULE_H_
#define ANALYZERS_PYTHON_MODULE_H_

// One Python file, understood: its tree, definitions, scopes and names.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Module> module, Module::Parse("pkg/loss.py", source));
//   // import torch.nn.functional as F; ... F.relu(x)
//   module->Resolve(call.child(Field::kFunction))  ->  "torch.nn.functional.relu"
//
// Names are resolved by the text of this file alone: imports, scopes, aliases. What a name means
// where control flow or another file decides is not guessed: the answer is then empty.
//
// Immutable once parsed; reading is safe from many threads. Owns its source. Not movable, as nodes
// point into it.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/identifiers.h"
#include "analyzers/python/scopes.h"
#include "analyzers/python/syntax.h"

namespace allreview::python {

struct Parameter {
  enum class Kind { kPositionalOnly, kPositional, kVarPositional, kKeywordOnly, kVarKeyword };
  absl::string_view name;  // Without stars. Empty for a Python 2 tuple.
  Kind kind = Kind::kPositional;
  Node node;
  Node annotation;     // Null: none.
  Node default_value;  // Null: none.
};

struct Definition {
  enum class Kind { kFunction, kMethod, kClass };
  Kind kind = Kind::kFunction;
  Node node;   // function_definition or class_definition.
  Node outer;  // With decorators: decorated_definition, or `node`.
  Node body;
  std::string name;  // Qualified within the file: "Router.forward", "f.inner".
  absl::string_view simple_name;
  int parent = -1;     // Index of the enclosing definition; -1: the module.
  int first_line = 0;  // Of the first decorator, or of `def`.
  int end_line = 0;    // Exclusive.
  bool is_async = false;
  bool is_conditional = false;       // Under an if, try, with or loop.
  std::vector<Node> decorators;      // Expressions, without '@'.
  std::vector<Node> bases;           // Expressions; keyword arguments are not among them.
  std::vector<Node> class_keywords;  // keyword_argument nodes of a class: metaclass=...
  std::vector<Parameter> parameters;
  Node return_type;
};

class Module {
 public:
  // Path as in the repository; relative imports are resolved against it. Errors as
  // SyntaxTree::Parse.
  static absl::StatusOr<std::unique_ptr<Module>> Parse(absl::string_view path, std::string source,
                                                       const ParseLimits& limits = {},
                                                       VersionedParse* versions = nullptr);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  const std::string& path() const { return path_; }
  // "megatron.core.utils" for megatron/core/utils.py; "megatron.core" for its __init__.py.
  const std::string& name() const { return name_; }
  bool is_package() const { return is_package_; }
  const SyntaxTree& tree() const { return tree_; }
  absl::string_view source() const { return source_; }
  const Scopes& scopes() const { return scopes_; }

  // In source order; an outer one comes before its inner ones.
  const std::vector<Definition>& definitions() const { return definitions_; }
  // Innermost definition that holds the node, decorators included; for the definition's own node,
  // itself. Null: module level.
  const Definition* EnclosingDefinition(Node node) const;
  // The same, but only functions and methods. Null: none.
  const Definition* EnclosingFunction(Node node) const;
  // Class whose body holds the node, through any functions. Null: none.
  const Definition* EnclosingClass(Node node) const;
  // By qualified name; the last one of that name. Null: none.
  const Definition* FindDefinition(absl::string_view name) const;

  // Absolute dotted name of an expression: of an identifier, an attribute of such, or a call's
  // function. Follows imports, definitions of this file ("pkg.loss.Router.forward" for
  // `Router.forward`), single assignments (`softmax = F.softmax`), and `self.x` inside a class when
  // the class defines a method x. Builtins: "builtins.len". Empty: unknown, or the name may mean
  // several things. A try/except ImportError whose branches import the name counts as its first.
  std::string Resolve(Node expression) const;
  // The same without knowledge of where the file lies: relative imports keep their dots
  // ("..utils.f"), names of this file begin with ':' (":Router.forward").
  std::string ResolveAsWritten(Node expression) const { return ResolveExpression(expression, 0); }
  // From that form to the absolute one.
  std::string Absolute(absl::string_view as_written) const;
  // Resolve(call.function). Cheap when the last part of the name is not `last`.
  bool Calls(Node call, absl::string_view dotted_name) const;

  // Calls of what ends in one of the names, in source order: `add_argument` finds both
  // `parser.add_argument(...)` and `add_argument(...)`.
  std::vector<Node> CallsOf(std::initializer_list<absl::string_view> names) const;

  // Made at the first question; any thread.
  const Identifiers& identifiers() const;

  // Value that an identifier certainly has where it stands: the right side of the nearest earlier
  // `name = value` that always runs before it with no other binding of the name between, in the
  // same scope. Null: not certain.
  Node ReachingValue(Node identifier) const;
  // Follows ReachingValue while the expression is an identifier, parentheses included, at most
  // `depth` times.
  Node Dereference(Node expression, int depth = 4) const;
  // All values assigned to `self.name` in the methods of a class of this module, in source order.
  std::vector<Node> SelfAttributeValues(const Definition& a_class, absl::string_view name) const;

  // Text of a literal string without prefix and quotes; escapes are kept. Empty for other nodes
  // and for f-strings.
  static absl::string_view StringContent(Node string);
  // First sentence of the docstring, white space collapsed. Empty: none.
  std::string DocumentationOf(const Definition& definition) const;
  // "def f(x: Tensor, dim: int = 0) -> Tensor", "class Router(nn.Module)": one line.
  std::string SignatureOf(const Definition& definition) const;

 private:
  Module() = default;
  std::string ResolveIdentifier(Node identifier, int depth) const;
  std::string ResolveExpression(Node expression, int depth) const;

  void IndexDefinitions();
  void CollectSelfAttributes();

  // An assignment to `self.name`, by class.
  struct SelfAttribute {
    int class_index;
    absl::string_view name;
    Node value;
    friend bool operator<(const SelfAttribute& a, const SelfAttribute& b) {
      return a.class_index != b.class_index ? a.class_index < b.class_index : a.name < b.name;
    }
  };

  // `meaning` of the identifier.
  Node ReachingValue(Node identifier, const Scopes::Meaning& meaning) const;

  std::string path_, name_, source_;
  bool is_package_ = false;
  SyntaxTree tree_;
  std::vector<Definition> definitions_;
  std::vector<uint32_t> definition_starts_;    // Indices of their outer nodes.
  std::vector<uint32_t> definitions_by_name_;  // Of one name, in source order.
  Scopes scopes_;
  std::vector<SelfAttribute> self_attributes_;  // Sorted.
  mutable std::once_flag are_identifiers_known_;
  mutable std::optional<Identifiers> identifiers_;
};

// Statement that holds the node: the nearest node whose parent is a block or the module. For a
// definition with decorators, the whole of it. Null for the module itself.
Node StatementOf(Node node);
// Last line of what a statement's own tokens span: for `if`, `def` and the like the header up to
// its colon, else all of it.
int HeaderLastLine(Node statement);

// Positional arguments and keywords of a call.
struct Arguments {
  std::vector<Node> positional;  // Before any *x; later ones have no certain position.
  std::vector<Node> after_star;  // Positional arguments after the first *x.
  std::vector<Node> keywords;    // keyword_argument nodes.
  bool has_star = false;
  bool has_double_star = false;
};
Arguments ArgumentsOf(Node call);
// Value of a keyword argument. Null: not given by name.
Node KeywordArgument(Node call, absl::string_view name);
// Value of an argument that may be given by position (0-based) or by name. Null: not given, or
// hidden behind a star.
Node Argument(Node call, int position, absl::string_view name);
// Strips parenthesized_expression.
inline Node WithoutParentheses(Node expression) {
  while (expression.Is(Kind::kParenthesizedExpression)) expression = expression.named_child(0);
  return expression;
}

// "a.b.c" for a/b/c.py, a/b/c/__init__.py and src/a/b/c.py; "" for other files.
std::string ModuleNameOf(absl::string_view path);
// See Module::ResolveAsWritten. A relative import that leaves the repository keeps its dots.
std::string AbsoluteName(absl::string_view as_written, absl::string_view module, bool is_package);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_MODULE_H_
