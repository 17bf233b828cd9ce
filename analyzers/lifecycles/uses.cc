// Who calls the functions of a file, and who gets hold of its objects.

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/lifecycles/objects.h"

namespace allreview::lifecycles {

using python::Definition;
using python::Field;
using python::Kind;
using python::Node;

namespace {

bool IsMethodKind(const Definition& function) { return function.kind == Definition::Kind::kMethod; }

bool IsCallee(Node node) {
  return node.parent().Is(Kind::kCall) && node.field() == Field::kFunction;
}

// The name is used as a value: no call of it, no definition, import or keyword.
bool IsReference(Node identifier) {
  const Node parent = identifier.parent();
  if (parent.Is(Kind::kAttribute) && identifier.field() == Field::kAttribute) {
    return !IsCallee(parent);
  }
  if (parent.Is(Kind::kKeywordArgument) && identifier.field() == Field::kName) return false;
  const bool is_bound = parent.Is(Kind::kFunctionDefinition) || parent.Is(Kind::kClassDefinition) ||
                        parent.Is(Kind::kDottedName) || parent.Is(Kind::kAliasedImport);
  return !is_bound && !IsCallee(identifier);
}

// Such an expression or statement holds what stands in it, so that nobody knows where it goes.
bool IsKeptBy(Node around) {
  constexpr Kind kKinds[] = {Kind::kList,           Kind::kTuple,       Kind::kDictionary,
                             Kind::kPair,           Kind::kSet,         Kind::kListSplat,
                             Kind::kExpressionList, Kind::kYield,       Kind::kLambda,
                             Kind::kSubscript,      Kind::kWithItem,    Kind::kAsPattern,
                             Kind::kForInClause,    Kind::kSplatPattern};
  return std::find(std::begin(kKinds), std::end(kKinds), around.kind()) != std::end(kKinds);
}

}  // namespace

const Definition* Objects::MethodOf(ObjectId object, absl::string_view method) {
  const Node origin = object == kNoObject ? Node() : objects_[object].origin;
  if (!origin.Is(Kind::kCall)) return nullptr;
  std::string name = module_.ResolveAsWritten(origin.child(Field::kFunction));
  for (int depth = 0; depth < kMaxDepth && absl::StartsWith(name, ":"); ++depth) {
    const Definition* a_class = module_.FindDefinition(absl::string_view(name).substr(1));
    if (a_class == nullptr || a_class->kind != Definition::Kind::kClass) return nullptr;
    const Definition* found = module_.FindDefinition(absl::StrCat(a_class->name, ".", method));
    if (found != nullptr) return found;
    name = a_class->bases.empty() ? "" : module_.ResolveAsWritten(a_class->bases[0]);
  }
  return nullptr;
}

const Definition* Objects::CalleeOf(Node call) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  const std::string name = module_.ResolveAsWritten(callee);
  if (absl::StartsWith(name, ":")) {
    const Definition* found = module_.FindDefinition(absl::string_view(name).substr(1));
    if (found != nullptr && found->kind == Definition::Kind::kClass) {
      return module_.FindDefinition(absl::StrCat(found->name, ".__init__"));
    }
    if (found != nullptr) return found;
  }
  if (!callee.Is(Kind::kAttribute)) return nullptr;
  const absl::string_view method = callee.child(Field::kAttribute).text();
  bool is_own = false;
  for (const Definition& definition : module_.definitions()) {
    is_own |= definition.simple_name == method && IsMethodKind(definition);
  }
  return is_own ? MethodOf(SoleOf(callee.child(Field::kObject)), method) : nullptr;
}

const std::vector<Node>& Objects::CallsOf(const Definition& function) {
  const auto [at, is_new] = calls_.try_emplace(function.node.index());
  if (is_new) {
    std::vector<Node> calls = FindCallsOf(function);
    return calls_[function.node.index()] = std::move(calls);
  }
  return at->second;
}

std::vector<Node> Objects::FindCallsOf(const Definition& function) {
  absl::string_view name = function.simple_name;
  if (name == "__init__" && function.parent >= 0) {
    name = module_.definitions()[function.parent].simple_name;
  }
  for (Node identifier : module_.identifiers().Of({name})) {
    if (IsReference(identifier)) return {};
  }
  std::vector<Node> calls;
  // `model.train()` is no call of `train`; of others that nobody can follow nothing is known.
  for (Node call : module_.CallsOf({name})) {
    if (CalleeOf(call) == &function) calls.push_back(call);
  }
  return calls;
}

Node Objects::ArgumentFor(Node call, const Definition& function, int parameter) {
  const python::Parameter& wanted = function.parameters[parameter];
  if (wanted.kind == python::Parameter::Kind::kVarPositional ||
      wanted.kind == python::Parameter::Kind::kVarKeyword) {
    return {};
  }
  const Node callee = call.child(Field::kFunction);
  const bool is_constructor = function.simple_name == "__init__";
  const bool is_bound = IsMethodKind(function) && (is_constructor || callee.Is(Kind::kAttribute));
  const int position = parameter - (is_bound ? 1 : 0);
  return position < 0 ? Node() : python::Argument(call, position, wanted.name);
}

bool Objects::HandsOverToMethod(Node call, ObjectId object) {
  const Node callee = call.child(Field::kFunction);
  const absl::string_view method = callee.child(Field::kAttribute).text();
  if (IsPlainMethod(method) || CalleeOf(call) != nullptr) return false;
  const ObjectKind kind = objects_[object].kind;
  // Other objects of torch do to themselves only what the table says.
  return kind == ObjectKind::kUnknown || kind == ObjectKind::kModel || IsWrapper(kind);
}

bool Objects::HandsOverAsArgument(Node call, Node argument, ObjectId object) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  if (callee.Is(Kind::kAttribute)) {
    const absl::string_view method = callee.child(Field::kAttribute).text();
    if (method == "step" || method == "unscale_") return false;
  }
  const std::string name = module_.Resolve(callee);
  if (IsHarmless(name) || KindOfMaker(name) != ObjectKind::kUnknown) return false;
  const Definition* function = CalleeOf(call);
  if (function == nullptr) return true;
  for (size_t i = 0; i < function->parameters.size(); ++i) {
    const Node handed = ArgumentFor(call, *function, static_cast<int>(i));
    if (!handed.Contains(argument)) continue;
    const python::Parameter& parameter = function->parameters[i];
    for (const python::Binding& binding : module_.scopes().bindings()) {
      if (binding.kind != python::Binding::Kind::kParameter ||
          !parameter.node.Contains(binding.node) || binding.name != parameter.name) {
        continue;
      }
      return !Holds(OfBinding(binding, 0), object);
    }
  }
  return true;
}

bool Objects::HandsOver(Node use, ObjectId object) {
  const Node parent = use.parent();
  switch (parent.kind()) {
    case Kind::kAttribute:
      if (parent.child(Field::kAttribute).text() == "module") return HandsOver(parent, object);
      return IsCallee(parent) && HandsOverToMethod(parent.parent(), object);
    case Kind::kCall:
      return !IsCallee(use);
    case Kind::kParenthesizedExpression:
    case Kind::kConditionalExpression:
      return HandsOver(parent, object);
    case Kind::kArgumentList:
      return HandsOverAsArgument(parent.parent(), use, object);
    case Kind::kKeywordArgument:
      return use.field() == Field::kValue &&
             HandsOverAsArgument(parent.parent().parent(), use, object);
    case Kind::kAssignment: {
      if (use.field() != Field::kRight) return false;
      const Node target = parent.child(Field::kLeft);
      return !target.Is(Kind::kIdentifier) && !target.Is(Kind::kAttribute);
    }
    default:
      return IsKeptBy(parent);
  }
}

bool Objects::IsHandedOver(ObjectId object) {
  const auto known = handed_over_.find(object);
  if (known != handed_over_.end()) return known->second;
  bool is_handed = false;
  for (Node use : UsesOf(object)) is_handed = is_handed || HandsOver(use, object);
  if (steps_ > kMaxSteps) return true;  // Nobody looked at all of them.
  handed_over_[object] = is_handed;
  return is_handed;
}

absl::flat_hash_set<absl::string_view> Objects::NamesOf(ObjectId object) {
  absl::flat_hash_set<absl::string_view> names;
  for (const python::Binding& binding : module_.scopes().bindings()) {
    const bool is_value = binding.kind == python::Binding::Kind::kParameter ||
                          binding.kind == python::Binding::Kind::kAssignment;
    if (is_value && !names.contains(binding.name) && Holds(OfBinding(binding, 0), object)) {
      names.insert(binding.name);
    }
  }
  return names;
}

bool Objects::Holds(const std::vector<ObjectId>& all, ObjectId object) {
  return std::any_of(all.begin(), all.end(),
                     [&](ObjectId id) { return id == object || RootOf(id) == object; });
}

std::vector<Node> Objects::UsesOf(ObjectId object) {
  std::vector<Node> uses;
  const absl::flat_hash_set<absl::string_view> names = NamesOf(object);
  for (Node node : module_.tree().root().descendants(Kind::kIdentifier)) {
    if (!names.contains(node.text()) || node.field() == Field::kAttribute) continue;
    if (node.field() == Field::kName && node.parent().Is(Kind::kKeywordArgument)) continue;
    if (Holds(AllOf(node), object)) uses.push_back(node);
  }
  for (Node node : module_.tree().root().descendants(Kind::kAttribute)) {
    const bool is_of_self = node.child(Field::kObject).text() == "self";
    if (is_of_self && Holds(AllOf(node), object)) uses.push_back(node);
  }
  return uses;
}

}  // namespace allreview::lifecycles
