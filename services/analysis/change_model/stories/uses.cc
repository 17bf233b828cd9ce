#include "services/analysis/change_model/stories/uses.h"

#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using python::Scope;

// `f` of f(...), `self.f` of self.f(...).
bool IsCalled(Node node) {
  return node.field() == Field::kFunction && node.parent().Is(Kind::kCall);
}

class UseCollector {
 public:
  UseCollector(const Statements& statements, const Statement& statement)
      : module_(statements.module()), self_(SelfOf(statements)), statement_(statement) {}

  std::vector<Use> Collect() {
    ForEachHeaderNode(statement_, [&](Node node) { Visit(node); });
    return std::move(uses_);
  }

 private:
  void Visit(Node node) {
    if (node.Is(Kind::kAttribute)) return VisitAttribute(node);
    if (node.Is(Kind::kIdentifier)) return VisitIdentifier(node);
    const Node changed = rules::InplaceTarget(node);
    // Assignments to elements are seen at their target.
    if (changed && node.Is(Kind::kCall) && IsLocal(changed)) {
      Add(std::string(changed.text()), changed, /*is_write=*/true, /*is_binding=*/false);
    }
  }

  void VisitAttribute(Node attribute) {
    const Node object = attribute.child(Field::kObject);
    if (self_.empty() || !object.Is(Kind::kIdentifier) || object.text() != self_) return;
    if (IsCalled(attribute)) return;
    const std::string name = absl::StrCat("self.", attribute.child(Field::kAttribute).text());
    AddTarget(attribute, name);
  }

  void VisitIdentifier(Node identifier) {
    if (!rules::IsVariable(identifier) || identifier.text() == self_) return;
    if (identifier.text() == "_" || !IsLocal(identifier) || IsCalled(identifier)) return;
    AddTarget(identifier, std::string(identifier.text()));
  }

  // Bound in this function or one around it; not in a comprehension or lambda.
  bool IsLocal(Node identifier) const {
    const int scope = module_.scopes().LookUp(identifier, identifier.text());
    return scope > 0 && module_.scopes().scopes()[scope].kind == Scope::Kind::kFunction;
  }

  void AddTarget(Node node, const std::string& name) {
    Node target = node;
    bool is_binding = true;
    // Up through `x[0]`, `x.y`: `x` of x[0].y = 1 is written, `i` of x[i] = 1 is read.
    for (Node parent = target.parent();
         (parent.Is(Kind::kSubscript) && target.field() == Field::kValue) ||
         (parent.Is(Kind::kAttribute) && target.field() == Field::kObject);
         parent = target.parent()) {
      target = parent;
      is_binding = false;
    }
    const bool is_target = IsTarget(target);
    const bool is_augmented =
        target.parent().Is(Kind::kAugmentedAssignment) && target.field() == Field::kLeft;
    if (!is_target || is_augmented) Add(name, node, /*is_write=*/false, false);
    if (is_target) Add(name, node, /*is_write=*/true, is_binding && !is_augmented);
  }

  static bool IsTarget(Node node) {
    if (rules::IsRebound(node)) return true;
    const Node parent = node.parent();
    if (parent.Is(Kind::kAugmentedAssignment) || parent.Is(Kind::kAssignment)) {
      return node.field() == Field::kLeft;
    }
    const bool is_definition =
        parent.Is(Kind::kFunctionDefinition) || parent.Is(Kind::kClassDefinition);
    return is_definition && node.field() == Field::kName;
  }

  void Add(std::string name, Node node, bool is_write, bool is_binding) {
    uses_.push_back(
        {.name = std::move(name), .node = node, .is_write = is_write, .is_binding = is_binding});
  }

  const Module& module_;
  const absl::string_view self_;
  const Statement& statement_;
  std::vector<Use> uses_;
};

}  // namespace

absl::string_view SelfOf(const Statements& statements) {
  const python::Definition& definition = statements.definition();
  if (definition.kind != python::Definition::Kind::kMethod || definition.parameters.empty()) {
    return "";
  }
  if (python::TraitsOf(statements.module(), definition).is_static) return "";
  return definition.parameters.front().name;
}

std::vector<Use> UsesOf(const Statements& statements, const Statement& statement) {
  return UseCollector(statements, statement).Collect();
}

}  // namespace allreview::analysis
