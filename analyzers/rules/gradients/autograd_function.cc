#include "analyzers/rules/gradients/autograd_function.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {

using python::Definition;
using python::Field;

using python::Module;
using python::Node;

namespace {

bool IsFunctionBase(const Module& module, Node base) {
  const std::string resolved = module.Resolve(base);
  absl::string_view name = resolved;
  if (!absl::ConsumePrefix(&name, "torch.autograd.")) return false;
  absl::ConsumePrefix(&name, "function.");
  return ListsName(kAutogradFunctionNames, name);
}

// Null when the class defines it never, twice or only on some condition.
const Definition* MethodOf(const Module& module, const Definition& a_class,
                           absl::string_view name) {
  const std::string full = absl::StrCat(a_class.name, ".", name);
  const Definition* method = nullptr;
  for (const Definition& definition : module.definitions()) {
    if (definition.name != full || definition.kind != Definition::Kind::kMethod) continue;
    if (method != nullptr || definition.is_conditional) return nullptr;
    method = &definition;
  }
  return method;
}

// `ctx` of ctx.scale is written to: ctx.scale = ..., ctx.a, ctx.b = ..., ctx.n += 1.
bool IsStored(Node attribute) {
  Node target = attribute;
  Node parent = target.parent();
  while (parent.Is(NodeKind::kPatternList) || parent.Is(NodeKind::kTuplePattern) ||
         parent.Is(NodeKind::kListPattern) || parent.Is(NodeKind::kListSplatPattern) ||
         parent.Is(NodeKind::kTuple) || parent.Is(NodeKind::kAsPatternTarget)) {
    target = parent;
    parent = target.parent();
  }
  if (parent.Is(NodeKind::kAsPattern)) return true;
  return target.field() == Field::kLeft &&
         (parent.Is(NodeKind::kAssignment) || parent.Is(NodeKind::kForStatement));
}

ContextUse UseOf(Node identifier, const Definition* method) {
  const Node attribute = identifier.parent();
  if (!attribute.Is(NodeKind::kAttribute)) {
    return {.kind = ContextUse::Kind::kEscapes, .node = identifier, .method = method};
  }
  ContextUse use{
      .attribute = attribute.child(Field::kAttribute).text(), .node = attribute, .method = method};
  if (use.attribute == "__dict__") return {ContextUse::Kind::kEscapes, "", identifier, {}, method};
  if (IsStored(attribute)) {
    use.kind = ContextUse::Kind::kStore;
  } else if (attribute.parent().Is(NodeKind::kCall) && attribute.field() == Field::kFunction) {
    use.kind = ContextUse::Kind::kCall;
    use.call = attribute.parent();
  }
  return use;
}

}  // namespace

absl::string_view AutogradFunction::ContextOf(const Definition& method) const {
  if (&method == forward && setup_context != nullptr) return "";
  return method.parameters.empty() ? "" : method.parameters[0].name;
}

std::vector<ContextUse> AutogradFunction::UsesOfContext() const {
  std::vector<const Definition*> methods;
  for (const Definition* method : {forward, backward, setup_context}) {
    if (method != nullptr && !ContextOf(*method).empty()) methods.push_back(method);
  }
  std::sort(methods.begin(), methods.end(), [](const Definition* a, const Definition* b) {
    return a->node.index() < b->node.index();
  });
  std::vector<ContextUse> uses;
  for (const Definition* method : methods) {
    const absl::string_view name = ContextOf(*method);
    for (Node node : method->body.descendants()) {
      if (node.Is(NodeKind::kIdentifier) && node.text() == name && IsVariable(node)) {
        uses.push_back(UseOf(node, method));
      }
    }
  }
  return uses;
}

std::vector<python::Parameter> AutogradFunction::Inputs() const {
  if (forward == nullptr) return {};
  std::vector<python::Parameter> inputs = forward->parameters;
  if (setup_context == nullptr && !inputs.empty()) inputs.erase(inputs.begin());
  return inputs;
}

std::optional<AutogradFunction> FindAutogradFunction(const Module& module, Node class_definition) {
  const Definition* definition = module.EnclosingDefinition(class_definition);
  if (definition == nullptr || definition->node != class_definition) return std::nullopt;
  const auto is_base = [&](Node base) { return IsFunctionBase(module, base); };
  if (std::none_of(definition->bases.begin(), definition->bases.end(), is_base)) {
    return std::nullopt;
  }
  return AutogradFunction{.module = &module,
                          .definition = definition,
                          .forward = MethodOf(module, *definition, "forward"),
                          .backward = MethodOf(module, *definition, "backward"),
                          .setup_context = MethodOf(module, *definition, "setup_context"),
                          .has_other_bases = definition->bases.size() > 1};
}

std::optional<AutogradFunction> ResolveAutogradFunction(const Module& module, Node expression) {
  const std::string name = module.ResolveAsWritten(expression);
  if (!absl::StartsWith(name, ":")) return std::nullopt;
  const Definition* definition = module.FindDefinition(absl::string_view(name).substr(1));
  if (definition == nullptr || definition->kind != Definition::Kind::kClass) return std::nullopt;
  return FindAutogradFunction(module, definition->node);
}

std::optional<AutogradFunction> EnclosingAutogradFunction(const Module& module, Node node) {
  const Definition* a_class = module.EnclosingClass(node);
  if (a_class == nullptr) return std::nullopt;
  return FindAutogradFunction(module, a_class->node);
}

bool HasDecorator(const Module& module, const Definition& definition,
                  absl::string_view dotted_name) {
  for (Node decorator : definition.decorators) {
    const Node name = decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator;
    if (module.Resolve(name) == dotted_name) return true;
  }
  return false;
}

}  // namespace allreview::rules
