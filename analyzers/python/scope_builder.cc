// Finds the scopes of a file and what they bind.

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/scopes.h"

namespace allreview::python {

// One pass over the nodes in source order, with a stack of open scopes.
class ScopeBuilder {
 public:
  ScopeBuilder(const SyntaxTree& tree, Scopes* result) : tree_(tree), result_(*result) {}

  void Build() {
    open_.push_back(AddScope(Scope::Kind::kModule, tree_.root(), tree_.root()));
    for (uint32_t i = 0; i < tree_.size(); ++i) {
      while (open_.size() > 1 && i >= result_.scopes_[open_.back()].end) open_.pop_back();
      while (!handlers_.empty() && i >= handlers_.back()) handlers_.pop_back();
      if (!pending_.empty() && result_.scopes_[pending_.back()].first == i) {
        open_.push_back(pending_.back());
        pending_.pop_back();
      }
      Visit(tree_.node(i));
    }
    MoveGlobals();
    std::sort(result_.bindings_.begin(), result_.bindings_.end(),
              [](const Binding& a, const Binding& b) {
                return std::make_tuple(a.scope, a.name, a.node.index()) <
                       std::make_tuple(b.scope, b.name, b.node.index());
              });
    for (uint32_t i = 0; i < result_.scopes_.size(); ++i) {
      result_.starts_.push_back({result_.scopes_[i].first, i});
    }
    std::stable_sort(
        result_.starts_.begin(), result_.starts_.end(),
        [](const Scopes::Start& a, const Scopes::Start& b) { return a.first < b.first; });
    result_.IndexNames();
  }

 private:
  void Visit(Node node) {
    switch (node.kind()) {
      case Kind::kFunctionDefinition:
        Bind(node.child(Field::kName), Binding::Kind::kDefinition, node);
        OpenLater(Scope::Kind::kFunction, node);
        break;
      case Kind::kLambda:
        OpenLater(Scope::Kind::kLambda, node);
        break;
      case Kind::kClassDefinition:
        Bind(node.child(Field::kName), Binding::Kind::kDefinition, node);
        OpenLater(Scope::Kind::kClass, node);
        break;
      case Kind::kListComprehension:
      case Kind::kSetComprehension:
      case Kind::kDictionaryComprehension:
      case Kind::kGeneratorExpression:
        open_.push_back(AddScope(Scope::Kind::kComprehension, node, node));
        break;
      case Kind::kExceptClause:
        handlers_.push_back(node.subtree_end());
        BindTargets(node.child(Field::kAlias), Binding::Kind::kExcept);
        break;
      case Kind::kImportStatement:
      case Kind::kImportFromStatement:
      case Kind::kFutureImportStatement:
        VisitImport(node);
        break;
      case Kind::kGlobalStatement:
      case Kind::kNonlocalStatement:
        VisitDeclaration(node);
        break;
      default:
        VisitAssigning(node);
    }
  }

  void VisitAssigning(Node node) {
    switch (node.kind()) {
      case Kind::kAssignment:
        VisitAssignment(node);
        break;
      case Kind::kAugmentedAssignment:
        BindTargets(node.child(Field::kLeft), Binding::Kind::kAugmented);
        break;
      case Kind::kForStatement:
      case Kind::kForInClause:
        BindTargets(node.child(Field::kLeft), Binding::Kind::kLoop);
        break;
      case Kind::kNamedExpression:
        BindIn(ScopeOfWalrus(), node.child(Field::kName), Binding::Kind::kAssignment,
               node.child(Field::kValue));
        break;
      case Kind::kAsPatternTarget:
        BindTargets(node, Binding::Kind::kWith);
        break;
      case Kind::kDeleteStatement:
        BindTargets(node.named_child(0), Binding::Kind::kDelete);
        break;
      case Kind::kCasePattern:
      case Kind::kKeywordPattern:
        VisitPattern(node);
        break;
      case Kind::kSplatPattern:  // *rest, **rest
        BindTargets(node.child(Kind::kIdentifier), Binding::Kind::kPattern);
        break;
      case Kind::kTypeAliasStatement:
        VisitTypeAlias(node);
        break;
      default:
        break;
    }
  }

  uint32_t AddScope(Scope::Kind kind, Node owner, Node extent) {
    Scope scope;
    scope.kind = kind;
    scope.parent = open_.empty() ? 0 : open_.back();
    scope.first = extent.index();
    scope.end = extent.subtree_end();
    scope.owner = owner;
    result_.scopes_.push_back(std::move(scope));
    return static_cast<uint32_t>(result_.scopes_.size() - 1);
  }

  // The body comes later in the walk; defaults and annotations stand before it, in the outer scope.
  // Bodies begin in the reverse order of their owners, so `pending_` is a stack.
  void OpenLater(Scope::Kind kind, Node owner) {
    const Node body = owner.child(Field::kBody);
    if (!body) return;
    const uint32_t scope = AddScope(kind, owner, body);
    pending_.push_back(scope);
    if (kind == Scope::Kind::kClass) return;
    for (Node parameter : owner.child(Field::kParameters).children()) {
      if (parameter.IsNamed()) BindParameter(scope, parameter);
    }
  }

  void BindParameter(uint32_t scope, Node parameter) {
    Node name = parameter.child(Field::kName);
    if (!name) name = parameter;
    if (name.Is(Kind::kTypedParameter)) name = name.named_child(0);
    if (name.Is(Kind::kListSplatPattern) || name.Is(Kind::kDictionarySplatPattern)) {
      name = name.named_child(0);
    }
    if (name.Is(Kind::kIdentifier)) {
      BindIn(scope, name, Binding::Kind::kParameter, Node());
    } else if (name.Is(Kind::kTuplePattern)) {
      BindTargetsIn(scope, name, Binding::Kind::kParameter);
    }
  }

  void VisitAssignment(Node node) {
    const Node left = node.child(Field::kLeft);
    Node right = node.child(Field::kRight);
    if (!right) return;  // `x: int` declares; it binds nothing.
    while (right.Is(Kind::kAssignment)) right = right.child(Field::kRight);
    if (left.Is(Kind::kIdentifier)) {
      Bind(left, Binding::Kind::kAssignment, right);
    } else {
      BindTargets(left, Binding::Kind::kAssignment);
    }
  }

  // `:=` in a comprehension binds in the scope around it.
  uint32_t ScopeOfWalrus() const {
    uint32_t scope = open_.back();
    while (result_.scopes_[scope].kind == Scope::Kind::kComprehension) {
      scope = result_.scopes_[scope].parent;
    }
    return scope;
  }

  // A single name in a pattern captures; a dotted name compares, and the name before '(' is a
  // class. `key=name` in a class pattern holds its name without a pattern of its own.
  void VisitPattern(Node node) {
    for (Node child : node.children()) {
      if (child.Is(Kind::kDottedName) && child.named_child_count() == 1) {
        Bind(child.named_child(0), Binding::Kind::kPattern);
      }
      if (!child.Is(Kind::kAsPattern)) continue;
      for (Node part : child.children()) {
        if (part.Is(Kind::kIdentifier)) Bind(part, Binding::Kind::kPattern);
      }
    }
  }

  // `type Pair[T] = tuple[T, T]` binds Pair.
  void VisitTypeAlias(Node node) {
    Node name = node.child(Field::kLeft);
    while (name && !name.Is(Kind::kIdentifier)) name = name.named_child(0);
    if (name) Bind(name, Binding::Kind::kAssignment);
  }

  void VisitDeclaration(Node node) {
    Scope& scope = result_.scopes_[open_.back()];
    for (Node child : node.children()) {
      if (!child.Is(Kind::kIdentifier)) continue;
      (node.Is(Kind::kGlobalStatement) ? scope.globals : scope.nonlocals).push_back(child.text());
    }
  }

  void VisitImport(Node node) {
    std::string module;
    const bool is_from = !node.Is(Kind::kImportStatement);
    if (node.Is(Kind::kFutureImportStatement)) module = "__future__";
    if (Node from = node.child(Field::kModuleName)) module = ModuleOf(from);
    for (Node child : node.children()) {
      if (child.Is(Kind::kWildcardImport)) result_.star_imports_.push_back(module);
      if (child.field() != Field::kName) continue;
      const Node alias = child.child(Field::kAlias);
      const Node name = child.Is(Kind::kAliasedImport) ? child.child(Field::kName) : child;
      if (!name || name.text().empty()) continue;
      if (is_from) {
        const bool is_bare = module.empty() || module.back() == '.';
        Bind(alias ? alias : name, Binding::Kind::kImport, node,
             absl::StrCat(module, is_bare ? "" : ".", name.text()));
      } else if (alias) {
        Bind(alias, Binding::Kind::kImport, node, std::string(name.text()));
      } else {  // `import a.b` binds `a`.
        const Node first = name.named_child(0);
        Bind(first, Binding::Kind::kImport, node, std::string(first.text()));
      }
    }
  }

  static std::string ModuleOf(Node from) {
    if (!from.Is(Kind::kRelativeImport)) return std::string(from.text());
    const absl::string_view prefix = from.child(Kind::kImportPrefix).text();
    const size_t dots = static_cast<size_t>(std::count(prefix.begin(), prefix.end(), '.'));
    return absl::StrCat(std::string(dots, '.'), from.child(Kind::kDottedName).text());
  }

  // Identifiers that a target binds: not those of `a.b` or `a[b]`.
  void BindTargets(Node target, Binding::Kind kind) { BindTargetsIn(open_.back(), target, kind); }

  void BindTargetsIn(uint32_t scope, Node target, Binding::Kind kind) {
    if (!target) return;
    for (uint32_t i = target.index(); i < target.subtree_end();) {
      const Node node = tree_.node(i);
      if (node.Is(Kind::kAttribute) || node.Is(Kind::kSubscript) || node.Is(Kind::kCall)) {
        i = node.subtree_end();
        continue;
      }
      if (node.Is(Kind::kIdentifier)) BindIn(scope, node, kind, Node());
      ++i;
    }
  }

  void Bind(Node identifier, Binding::Kind kind, Node value = Node(), std::string imported = "") {
    BindIn(open_.back(), identifier, kind, value, std::move(imported));
  }

  void BindIn(uint32_t scope, Node identifier, Binding::Kind kind, Node value,
              std::string imported = "") {
    if (!identifier) return;
    Binding binding;
    binding.scope = scope;
    binding.name = identifier.text();
    binding.node = identifier;
    binding.value = value;
    binding.kind = kind;
    binding.is_in_handler = !handlers_.empty();
    binding.imported = std::move(imported);
    result_.bindings_.push_back(std::move(binding));
  }

  void MoveGlobals() {
    const bool has_nonlocals = absl::c_any_of(
        result_.scopes_, [](const Scope& scope) { return !scope.nonlocals.empty(); });
    if (has_nonlocals) {
      for (const Binding& binding : result_.bindings_) bound_.insert({binding.scope, binding.name});
    }
    for (Binding& binding : result_.bindings_) {
      const Scope& scope = result_.scopes_[binding.scope];
      if (absl::c_linear_search(scope.globals, binding.name)) {
        binding.scope = 0;
      } else if (absl::c_linear_search(scope.nonlocals, binding.name)) {
        binding.scope = OwnerOfNonlocal(binding);
      }
    }
  }

  // The nearest function around the binding's that has the name for itself; classes are no such
  // thing. The function next to it when none has.
  uint32_t OwnerOfNonlocal(const Binding& binding) const {
    uint32_t nearest = 0;
    for (uint32_t i = result_.scopes_[binding.scope].parent; i != 0;
         i = result_.scopes_[i].parent) {
      const Scope& scope = result_.scopes_[i];
      if (scope.kind == Scope::Kind::kClass || scope.kind == Scope::Kind::kComprehension) continue;
      if (nearest == 0) nearest = i;
      const bool is_own = !absl::c_linear_search(scope.nonlocals, binding.name) &&
                          bound_.contains({i, binding.name});
      if (is_own) return i;
    }
    return nearest;
  }

  const SyntaxTree& tree_;
  Scopes& result_;
  std::vector<uint32_t> open_;      // Scopes around the current node.
  std::vector<uint32_t> pending_;   // Scopes whose body was not reached yet.
  std::vector<uint32_t> handlers_;  // Ends of the except clauses around the current node.
  // Names by the scope in which they stand; filled where somebody says `nonlocal`.
  absl::flat_hash_set<std::pair<uint32_t, absl::string_view>> bound_;
};

Scopes::Scopes(const SyntaxTree& tree) { ScopeBuilder(tree, this).Build(); }

}  // namespace allreview::python
