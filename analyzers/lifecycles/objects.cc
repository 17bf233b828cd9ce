#include "analyzers/lifecycles/objects.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::lifecycles {

using python::Binding;
using python::Definition;
using python::Field;
using python::Kind;
using python::Node;

namespace {

using Ids = std::vector<ObjectId>;

// All of both; empty: one of them is unknown.
Ids Join(Ids a, const Ids& b) {
  if (a.empty() || b.empty()) return {};
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

bool IsMethod(const Definition& function) { return function.kind == Definition::Kind::kMethod; }

}  // namespace

Node Objects::OwnerOf(Node node) const {
  const Definition* function = module_.EnclosingFunction(node);
  return function == nullptr ? module_.tree().root() : function->node;
}

const python::ControlFlow& Objects::FlowOf(Node owner) {
  std::unique_ptr<python::ControlFlow>& flow = flows_[owner.index()];
  if (flow == nullptr) flow = std::make_unique<python::ControlFlow>(module_, owner);
  return *flow;
}

ObjectId Objects::Make(Node origin, ObjectKind kind, std::string maker) {
  const auto [at, is_new] =
      by_origin_.try_emplace(origin.index(), static_cast<ObjectId>(objects_.size()));
  if (is_new) objects_.push_back({.kind = kind, .origin = origin, .maker = std::move(maker)});
  return at->second;
}

Ids Objects::AllOf(Node expression) { return AllOf(expression, 0); }

ObjectId Objects::SoleOf(Node expression) {
  const Ids all = AllOf(expression);
  return all.size() == 1 ? all[0] : kNoObject;
}

ObjectId Objects::RootOf(Node expression) {
  ObjectId root = kNoObject;
  for (ObjectId id : AllOf(expression)) {
    const ObjectId own = RootOf(id);
    if (own == kNoObject || (root != kNoObject && root != own)) return kNoObject;
    root = own;
  }
  return root;
}

ObjectId Objects::RootOf(ObjectId object) {
  if (object == kNoObject || !IsWrapper(objects_[object].kind)) return object;
  // While it is looked for, a wrapper that wraps itself in a loop has none.
  const auto [known, is_new] = roots_.try_emplace(object, kNoObject);
  if (!is_new) return known->second;
  const ObjectId root = RootOf(python::Argument(objects_[object].origin, 0, "module"));
  return roots_[object] = root;
}

Ids Objects::AllOf(Node expression, int depth) {
  expression = python::WithoutParentheses(expression);
  if (!expression || depth > kMaxDepth || ++steps_ > kMaxSteps) return {};
  switch (expression.kind()) {
    case Kind::kIdentifier:
      return OfName(expression, depth);
    case Kind::kAttribute:
      return OfAttribute(expression, depth);
    case Kind::kCall:
      return OfCall(expression, depth);
    case Kind::kConditionalExpression: {
      const Node then = expression.named_child(0), otherwise = expression.named_child(2);
      if (otherwise.Is(Kind::kNone)) return AllOf(then, depth + 1);
      if (then.Is(Kind::kNone)) return AllOf(otherwise, depth + 1);
      return Join(AllOf(then, depth + 1), AllOf(otherwise, depth + 1));
    }
    default:
      return {};
  }
}

Ids Objects::OfName(Node identifier, int depth) {
  const python::Scopes::Meaning meaning = module_.scopes().MeaningOf(identifier, identifier.text());
  if (meaning.scope < 0) return {};
  std::vector<const Binding*> bindings;
  if (meaning.use_scope == static_cast<uint32_t>(meaning.scope)) {
    bindings = FlowOf(OwnerOf(identifier)).DefinitionsReaching(identifier);
  } else {
    for (const Binding& binding : meaning.bindings) bindings.push_back(&binding);
  }
  Ids all;
  bool is_first = true;
  for (const Binding* binding : bindings) {
    if (binding->kind == Binding::Kind::kDelete || binding->value.Is(Kind::kNone)) continue;
    // A name that is bound to itself, moved: what it was before is another binding.
    if (under_way_.contains(binding->node.index())) continue;
    Ids own = OfBinding(*binding, depth);
    if (own.empty()) return {};
    all = is_first ? std::move(own) : Join(std::move(all), own);
    is_first = false;
  }
  return all;
}

Ids Objects::OfBinding(const Binding& binding, int depth) {
  switch (binding.kind) {
    case Binding::Kind::kParameter:
      return OfParameter(binding, depth);
    case Binding::Kind::kAssignment: {
      if (!binding.value) return {Make(binding.node, ObjectKind::kUnknown, "")};  // Unpacked.
      under_way_.insert(binding.node.index());
      Ids all = AllOf(binding.value, depth + 1);
      under_way_.erase(binding.node.index());
      if (all.empty() && !binding.value.Is(Kind::kConditionalExpression)) {
        return {Make(binding.node, ObjectKind::kUnknown, "")};
      }
      return all;
    }
    case Binding::Kind::kWith:
      return {Make(binding.node, ObjectKind::kUnknown, "")};
    default:
      return {};
  }
}

Ids Objects::OfParameter(const Binding& binding, int depth) {
  Ids itself = {Make(binding.node, ObjectKind::kUnknown, "")};
  const ParameterRef ref = ParameterOf(itself[0]);
  if (ref.function == nullptr || depth > kMaxDepth / 2) return itself;
  under_way_.insert(binding.node.index());
  Ids all;
  for (Node call : CallsOf(*ref.function)) {
    const Ids handed = AllOf(ArgumentFor(call, *ref.function, ref.index), depth + 1);
    if (handed.empty() || (!all.empty() && all != handed)) {
      all.clear();
      break;
    }
    all = handed;
  }
  under_way_.erase(binding.node.index());
  return all.empty() ? itself : all;
}

Objects::ParameterRef Objects::ParameterOf(ObjectId object) const {
  const Node node = objects_[object].origin;
  if (!node.Is(Kind::kIdentifier)) return {};
  for (Node at = node.parent(); at; at = at.parent()) {
    if (at.Is(Kind::kLambda) || at.Is(Kind::kBlock)) return {};
    if (!at.Is(Kind::kFunctionDefinition)) continue;
    for (const Definition& function : module_.definitions()) {
      if (function.node != at) continue;
      for (size_t i = 0; i < function.parameters.size(); ++i) {
        const python::Parameter& parameter = function.parameters[i];
        if (parameter.node.Contains(node) && parameter.name == node.text()) {
          return {&function, static_cast<int>(i)};
        }
      }
    }
    return {};
  }
  return {};
}

Ids Objects::OfAttribute(Node attribute, int depth) {
  const Node base = attribute.child(Field::kObject);
  const Definition* a_class = module_.EnclosingClass(attribute);
  const Definition* function = module_.EnclosingFunction(attribute);
  if (a_class != nullptr && function != nullptr && IsMethod(*function) &&
      !function->parameters.empty() && base.Is(Kind::kIdentifier) &&
      base.text() == function->parameters[0].name) {
    return OfSelf(*a_class, attribute, depth);
  }
  const Ids whole = AllOf(base, depth + 1);
  return whole.size() == 1 ? PartOf(whole[0], attribute) : Ids();
}

Ids Objects::OfSelf(const Definition& a_class, Node attribute, int depth) {
  const absl::string_view name = attribute.child(Field::kAttribute).text();
  const Definition* owner = &a_class;
  std::vector<Node> values = module_.SelfAttributeValues(a_class, name);
  for (int i = 0; values.empty() && i < kMaxDepth && !owner->bases.empty(); ++i) {
    const std::string base = module_.ResolveAsWritten(owner->bases[0]);
    if (!absl::StartsWith(base, ":")) break;
    owner = module_.FindDefinition(absl::string_view(base).substr(1));
    if (owner == nullptr || owner->kind != Definition::Kind::kClass) break;
    values = module_.SelfAttributeValues(*owner, name);
  }
  Ids all;
  for (Node value : values) {
    if (value.Is(Kind::kNone)) continue;
    Ids own = AllOf(value, depth + 1);
    if (own.empty()) {
      all.clear();
      break;
    }
    all = all.empty() ? std::move(own) : Join(std::move(all), own);
  }
  if (!all.empty()) return all;
  const std::string place =
      absl::StrCat("self ", owner == nullptr ? a_class.name : owner->name, ".", name);
  const auto [at, is_new] = by_place_.try_emplace(place, static_cast<ObjectId>(objects_.size()));
  if (is_new) objects_.push_back({.origin = attribute});
  return {at->second};
}

Ids Objects::PartOf(ObjectId whole, Node attribute) {
  const std::string name(attribute.child(Field::kAttribute).text());
  // What wraps a module calls it so; that of an unknown object is as good as itself.
  if (name == "module") {
    if (!IsWrapper(objects_[whole].kind)) return {whole};
    const ObjectId root = RootOf(whole);
    return root == kNoObject ? Ids() : Ids{root};
  }
  const auto [at, is_new] = by_place_.try_emplace(absl::StrCat("part ", whole, ".", name),
                                                  static_cast<ObjectId>(objects_.size()));
  if (is_new) objects_.push_back({.origin = attribute, .part_of = whole, .part = name});
  return {at->second};
}

Ids Objects::OfCall(Node call, int depth) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  if (callee.Is(Kind::kAttribute) && ReturnsItself(callee.child(Field::kAttribute).text())) {
    Ids itself = AllOf(callee.child(Field::kObject), depth + 1);
    if (!itself.empty()) return itself;
  }
  const std::string maker = module_.Resolve(callee);
  const std::string written = module_.ResolveAsWritten(callee);
  if (absl::StartsWith(written, ":")) {
    const Definition* definition = module_.FindDefinition(absl::string_view(written).substr(1));
    if (definition != nullptr && definition->kind != Definition::Kind::kClass) {
      Ids returned = Returned(*definition, depth + 1);
      if (!returned.empty() && CallsOf(*definition).size() == 1) return returned;
      const ObjectKind kind =
          returned.size() == 1 ? objects_[returned[0]].kind : ObjectKind::kUnknown;
      return {Make(call, IsWrapper(kind) ? ObjectKind::kUnknown : kind, "")};
    }
    const bool is_model = definition != nullptr && IsModelClass(written);
    return {Make(call, is_model ? ObjectKind::kModel : ObjectKind::kUnknown, maker)};
  }
  return {Make(call, KindOfMaker(maker), maker)};
}

Ids Objects::Returned(const Definition& function, int depth) {
  if (depth > kMaxDepth || function.is_async) return {};
  Ids all;
  for (Node node : function.body.descendants(Kind::kReturnStatement)) {
    if (OwnerOf(node) != function.node) continue;
    const Node value = node.named_child(0);
    if (!value || value.Is(Kind::kNone)) continue;
    Ids own = AllOf(value, depth + 1);
    if (own.empty()) return {};
    all = all.empty() ? std::move(own) : Join(std::move(all), own);
  }
  return all;
}

bool Objects::IsModelClass(absl::string_view name, int depth) const {
  if (name == "torch.nn.Module" || name == "torch.nn.modules.module.Module") return true;
  if (!absl::StartsWith(name, ":") || depth > kMaxDepth) return false;
  const Definition* definition = module_.FindDefinition(name.substr(1));
  if (definition == nullptr) return false;
  for (Node base : definition->bases) {
    if (IsModelClass(module_.ResolveAsWritten(base), depth + 1)) return true;
  }
  return false;
}

Objects::Held Objects::HeldBy(ObjectId optimizer) {
  Node handed = python::Argument(objects_[optimizer].origin, 0, "params");
  if (handed.Is(Kind::kIdentifier)) handed = module_.Dereference(handed);
  const bool is_filtered =
      !handed.Is(Kind::kCall) || handed.child(Field::kFunction).text() == "filter";
  if (handed.Is(Kind::kCall) && handed.child(Field::kFunction).text() == "filter") {
    handed = python::ArgumentsOf(handed).positional.size() == 2
                 ? python::ArgumentsOf(handed).positional[1]
                 : Node();
  }
  if (handed.Is(Kind::kListComprehension) || handed.Is(Kind::kGeneratorExpression)) {
    handed = handed.child(Kind::kForInClause).child(Field::kRight);
  }
  const ObjectId root = OwnerOfParameters(handed);
  return root == kNoObject ? Held{} : Held{.roots = {root}, .is_all = !is_filtered};
}

ObjectId Objects::OwnerOfParameters(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(Kind::kIdentifier)) expression = module_.Dereference(expression);
  if (!expression.Is(Kind::kCall)) return kNoObject;
  const Node callee = expression.child(Field::kFunction);
  const absl::string_view name = callee.child(Field::kAttribute).text();
  if (name == "parameters" || name == "named_parameters") {
    return RootOf(callee.child(Field::kObject));
  }
  if (callee.text() != "list" && callee.text() != "tuple") return kNoObject;
  const Node inner = python::Argument(expression, 0, "");
  return inner.Is(Kind::kCall) ? OwnerOfParameters(inner) : kNoObject;
}

}  // namespace allreview::lifecycles
