#ifndef ANALYZERS_PYTHON_SCOPES_H_
#define ANALYZERS_PYTHON_SCOPES_H_

// Scopes of one file and every place that binds a name in them, by Python's own rules: a class
// scope is invisible to its methods, comprehensions have their own, `:=` binds outside of them,
// `global` and `nonlocal` move a name.
//
// Names point into the source of the tree.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"
#include "base/name_hash.h"

namespace allreview::python {

struct Binding {
  enum class Kind : uint8_t {
    kImport,      // `imported` says what.
    kDefinition,  // def or class.
    kParameter,
    kAssignment,  // `value` when it is `name = value`; null in unpacking and the like.
    kAugmented,
    kLoop,
    kWith,
    kExcept,
    kPattern,  // match.
    kDelete,
  };
  uint32_t scope = 0;
  absl::string_view name;
  Node node;  // The identifier.
  Node value;
  Kind kind = Kind::kAssignment;
  bool is_in_handler = false;  // Inside an except clause: an alternative to what its try does.
  std::string imported;  // As written: "torch.nn", "..utils.f". Module::Absolute resolves dots.
};

struct Scope {
  enum class Kind : uint8_t { kModule, kClass, kFunction, kLambda, kComprehension };
  Kind kind = Kind::kModule;
  uint32_t parent = 0;          // The module is its own parent.
  uint32_t first = 0, end = 0;  // Node indices that are evaluated in it (or inside it).
  Node owner;                   // function_definition, class_definition, lambda...
  std::vector<absl::string_view> globals, nonlocals;
};

class Scopes {
 public:
  Scopes() = default;
  explicit Scopes(const SyntaxTree& tree);

  const std::vector<Scope>& scopes() const { return scopes_; }
  // Sorted by scope, name, position.
  const std::vector<Binding>& bindings() const { return bindings_; }

  // Scope in which a node is evaluated: that of a function for its body, the outer one for its
  // decorators, defaults and annotations.
  uint32_t ScopeOf(Node node) const;
  // Bindings of a name in one scope, in source order.
  struct BindingRange {
    const Binding* first;
    const Binding* last;
    const Binding* begin() const { return first; }
    const Binding* end() const { return last; }
    bool empty() const { return first == last; }
    size_t size() const { return static_cast<size_t>(last - first); }
  };
  BindingRange BindingsOf(uint32_t scope, absl::string_view name) const;
  // Scope that a name used at this place refers to. -1: bound nowhere in the file.
  int LookUp(Node use, absl::string_view name) const { return MeaningOf(use, name).scope; }
  // The same, with what binds it there.
  struct Meaning {
    int scope = -1;
    BindingRange bindings = {nullptr, nullptr};
    uint32_t use_scope = 0;  // ScopeOf(use).
  };
  Meaning MeaningOf(Node use, absl::string_view name) const {
    return MeaningIn(ScopeOf(use), name);
  }
  Meaning MeaningIn(uint32_t use_scope, absl::string_view name) const;
  // Modules of `from x import *`, as written.
  const std::vector<std::string>& star_imports() const { return star_imports_; }

 private:
  friend class ScopeBuilder;
  // Bindings [first, end) are those of one name in one scope.
  struct Group {
    uint32_t scope, first, end;
  };
  struct Groups {
    uint32_t first, end;  // In groups_.
  };
  void IndexNames();
  // Null: no scope binds the name.
  const Groups* GroupsOf(absl::string_view name) const;
  const Group* FindGroup(const Groups& groups, uint32_t scope) const;
  BindingRange BindingsOf(const Group* group) const;

  std::vector<Scope> scopes_;
  struct Start {
    uint32_t first, scope;
  };
  std::vector<Start> starts_;  // Of the scopes, sorted; inner ones last.
  std::vector<Binding> bindings_;
  std::vector<Group> groups_;  // Those of one name together, sorted by scope.
  absl::flat_hash_map<absl::string_view, Groups, NameHash, NameEqual> by_name_;
  std::vector<std::string> star_imports_;
};

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_SCOPES_H_
