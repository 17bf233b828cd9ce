#include "analyzers/rules/contracts/callables.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules::contracts {
namespace {

using python::Definition;
using repository::CallFacts;
using repository::DefinitionFacts;
using repository::FieldFacts;
using repository::Found;
using repository::IndexedFile;
using repository::MethodCallFacts;
using repository::ParameterFacts;
using ParameterKind = python::Parameter::Kind;

// clang-format off
constexpr absl::string_view kTransparent[] = {
    "abstractmethod", "asynccontextmanager", "cache", "classmethod", "compile", "contextmanager",
    "dataclass", "deprecated", "enable_grad", "experimental_api", "final", "inference_mode",
    "internal_api", "jit_fuser", "lru_cache", "no_grad", "no_type_check", "override",
    "runtime_checkable", "script", "staticmethod", "total_ordering", "wraps",
};
// Bases that decide nothing: an object of such a class is made and behaves like any other.
constexpr absl::string_view kPlainRoots[] = {
    "abc.ABC", "builtins.object", "typing.Generic", "typing_extensions.Generic",
};
// clang-format on

bool Contains(const std::vector<std::string>& sorted, absl::string_view name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

bool IsPlainRoot(absl::string_view name) { return IsOneOf(name, kPlainRoots); }

bool IsTaken(const ParameterFacts& parameter) {
  return parameter.kind == ParameterKind::kPositional ||
         parameter.kind == ParameterKind::kPositionalOnly;
}

std::vector<ParameterFacts> WithoutFirst(std::vector<ParameterFacts> parameters) {
  if (!parameters.empty() && IsTaken(parameters[0])) parameters.erase(parameters.begin());
  return parameters;
}

// The class can be made and its objects used in other ways than the text of its methods says.
bool IsUnusual(const DefinitionFacts& a_class) {
  return a_class.kind != Definition::Kind::kClass || a_class.is_conditional ||
         a_class.has_keywords || !KeepsSignature(a_class.decorators) ||
         Contains(a_class.own_names, "__new__");
}

// Enumerations, named tuples and the like are made as these please. What other bases of unknown
// text do is found where a constructor is looked for in them.
bool MakesObjectsItself(absl::string_view external) {
  if (IsPlainRoot(external)) return false;
  if (absl::StartsWith(external, "builtins.")) {
    return !absl::EndsWith(external, "Error") && !absl::EndsWith(external, "Exception");
  }
  for (absl::string_view prefix : {"collections.", "enum.", "typing.", "ctypes."}) {
    if (absl::StartsWith(external, prefix)) return true;
  }
  return false;
}

// Fields of one class into the parameters of __init__ that its bases have.
void AddFields(const Found& a_class, std::vector<ParameterFacts>* parameters) {
  bool are_rest_keyword_only = a_class.definition->has_keyword_only_init;
  for (const FieldFacts& field : a_class.file->facts().fields) {
    if (field.owner != a_class.definition->name) continue;
    if (absl::StrContains(field.annotation, "ClassVar")) continue;
    if (absl::EndsWith(field.annotation, "KW_ONLY")) {
      are_rest_keyword_only = true;
      continue;
    }
    const auto known =
        std::find_if(parameters->begin(), parameters->end(),
                     [&](const ParameterFacts& parameter) { return parameter.name == field.name; });
    if (!field.is_in_init) {
      if (known != parameters->end()) parameters->erase(known);
      continue;
    }
    const bool is_keyword_only = field.is_keyword_only || are_rest_keyword_only;
    ParameterFacts parameter = {
        field.name, is_keyword_only ? ParameterKind::kKeywordOnly : ParameterKind::kPositional,
        field.has_default};
    if (known != parameters->end()) {
      *known = std::move(parameter);
    } else {
      parameters->push_back(std::move(parameter));
    }
  }
}

// The class whose object `self` is at a call. Empty: a nested function has a self of its own, or
// it is no method.
struct SelfAt {
  std::string class_name;
  bool is_class = false;  // It is the class itself: cls.
};
SelfAt FindSelf(const IndexedFile& file, absl::string_view symbol) {
  for (; !symbol.empty(); symbol = repository::OwnerOf(symbol)) {
    const DefinitionFacts* definition = file.FindDefinition(symbol);
    if (definition == nullptr || definition->kind == Definition::Kind::kClass) return {};
    if (definition->kind == Definition::Kind::kMethod) {
      if (definition->parameters.empty() || HasDecorator(*definition, "staticmethod")) return {};
      return {repository::Join(file.module(), repository::OwnerOf(symbol)),
              HasDecorator(*definition, "classmethod") || definition->parameters[0].name == "cls"};
    }
    for (const ParameterFacts& parameter : definition->parameters) {
      if (parameter.name == "self" || parameter.name == "cls") return {};
    }
  }
  return {};
}

template <typename Cache, typename Find>
CallableRef Remember(const std::string& key, Cache* cache, const Find& find) {
  const auto known = cache->find(key);
  if (known != cache->end()) return known->second;
  std::optional<Callable> found = find();
  CallableRef result = found ? std::make_shared<const Callable>(*std::move(found)) : nullptr;
  cache->emplace(key, result);
  return result;
}

}  // namespace

bool HasDecorator(const DefinitionFacts& definition, absl::string_view last_part) {
  return std::any_of(
      definition.decorators.begin(), definition.decorators.end(),
      [&](const std::string& name) { return repository::LastPart(name) == last_part; });
}

bool KeepsSignature(const std::vector<std::string>& decorators) {
  return std::all_of(decorators.begin(), decorators.end(), [](const std::string& name) {
    return std::binary_search(std::begin(kTransparent), std::end(kTransparent),
                              repository::LastPart(name));
  });
}

// No class has this name.
constexpr absl::string_view kUnknownClass = "no.such.Class";

std::vector<std::string> LookupOrder(repository::Project& project, absl::string_view class_name) {
  // A class that does not exist: the answer is certain only if all bases are known.
  if (project.IsSubclass(class_name, kUnknownClass) != repository::Answer::kNo) return {};
  std::vector<std::string> order = project.BasesOf(class_name);
  order.insert(order.begin(), project.Canonical(class_name));
  return order;
}

Found Callables::Find(absl::string_view absolute_name) {
  Found found = project_.FindDefinition(absolute_name);
  if (!found || before_ == nullptr) return found;
  const auto old = before_->find(found.path);
  if (old == before_->end()) return found;
  found.file = &old->second;
  found.definition = old->second.FindDefinition(found.definition->name);
  return found;
}

Callables::Order Callables::OrderOf(const std::string& class_name) {
  if (Order order = LookupOrder(project_, class_name); !order.empty()) return order;
  constexpr size_t kMaxClasses = 100;  // As many as the project's own order holds.
  Order order;
  // As far as there is one base each: perhaps what is asked for stands there.
  std::string name = class_name;
  while (order.size() < kMaxClasses && std::find(order.begin(), order.end(), name) == order.end()) {
    order.push_back(name);
    const Found found = Find(name);
    if (!found || found.definition->bases.empty()) return order;
    const std::string base = found.file->Absolute(found.definition->bases[0]);
    if (found.definition->bases.size() > 1 || !repository::IsDottedName(base)) break;
    name = project_.Canonical(base);
  }
  order.emplace_back(kUnknownClass);  // What is not found before has to be looked for there.
  return order;
}

std::optional<Callable> Callables::OfFunction(const Found& function) {
  const DefinitionFacts& definition = *function.definition;
  if (definition.is_conditional || !KeepsSignature(definition.decorators)) return std::nullopt;
  return Callable{
      definition.name, function.path, definition.place, definition.parameters, {function.name}};
}

std::optional<Callable> Callables::OfDataclass(const Found& a_class, const Order& order) {
  // Fields of bases come first; those that are no dataclasses give none.
  std::vector<ParameterFacts> parameters;
  std::vector<std::string> origins;
  for (auto name = order.rbegin(); name != order.rend(); ++name) {
    const Found base = Find(*name);
    if (!base) {
      if (!IsPlainRoot(*name) && *name != "torch.nn.Module") return std::nullopt;
      continue;
    }
    origins.push_back(base.name);
    if (base.definition->is_dataclass) AddFields(base, &parameters);
  }
  // Those that must be given by name come last, whatever their place.
  std::stable_sort(
      parameters.begin(), parameters.end(),
      [](const ParameterFacts& a, const ParameterFacts& b) { return IsTaken(a) && !IsTaken(b); });
  return Callable{a_class.definition->name, a_class.path, a_class.definition->place,
                  std::move(parameters), std::move(origins)};
}

std::optional<Callable> Callables::FindInit(const Order& order) {
  std::vector<std::string> origins;
  for (size_t i = 0; i < order.size(); ++i) {
    const Found a_class = Find(order[i]);
    if (!a_class) {
      if (!IsPlainRoot(order[i])) return std::nullopt;
      continue;
    }
    if (IsUnusual(*a_class.definition)) return std::nullopt;
    origins.push_back(a_class.name);
    std::optional<Callable> callable;
    if (Contains(a_class.definition->own_names, "__init__")) {
      const Found init = Find(absl::StrCat(a_class.name, ".__init__"));
      if (!init || init.definition->kind != Definition::Kind::kMethod) return std::nullopt;
      callable = OfFunction(init);
      if (!callable) return std::nullopt;
      callable->parameters = WithoutFirst(std::move(callable->parameters));
    } else if (a_class.definition->is_dataclass && a_class.definition->has_generated_init) {
      callable = OfDataclass(a_class, Order(order.begin() + static_cast<long>(i), order.end()));
      if (!callable) return std::nullopt;
    } else {
      continue;
    }
    callable->origins.insert(callable->origins.end(), origins.begin(), origins.end());
    return callable;
  }
  return std::nullopt;
}

std::optional<Callable> Callables::OfConstructor(const std::string& class_name) {
  const Found a_class = Find(class_name);
  if (!a_class) return std::nullopt;
  const Order order = OrderOf(class_name);
  for (const std::string& base : order) {
    const Found found = Find(base);
    if (found ? IsUnusual(*found.definition) : MakesObjectsItself(base)) return std::nullopt;
  }
  std::optional<Callable> result = FindInit(order);
  if (result) result->name = a_class.definition->name;
  return result;
}

std::optional<Callable> Callables::FindMethod(const Order& order, absl::string_view method,
                                              bool is_bound) {
  for (const std::string& name : order) {
    const Found a_class = Find(name);
    if (!a_class) {
      if (IsPlainRoot(name)) continue;
      return std::nullopt;
    }
    if (a_class.definition->is_conditional) return std::nullopt;
    if (!Contains(a_class.definition->own_names, method)) continue;
    const Found found = Find(absl::StrCat(name, ".", method));
    if (!found || found.definition->kind != Definition::Kind::kMethod) return std::nullopt;
    std::optional<Callable> callable = OfFunction(found);
    if (!callable || HasDecorator(*found.definition, "staticmethod")) return callable;
    if (is_bound || HasDecorator(*found.definition, "classmethod")) {
      callable->parameters = WithoutFirst(std::move(callable->parameters));
    }
    return callable;
  }
  return std::nullopt;
}

CallableRef Callables::OfObject(const std::string& class_name, absl::string_view method) {
  return Remember(absl::StrCat(class_name, ".", method), &of_objects_,
                  [&] { return FindForObject(class_name, method); });
}

std::optional<Callable> Callables::FindForObject(const std::string& class_name,
                                                 absl::string_view method) {
  std::optional<Callable> callable = FindMethod(OrderOf(class_name), method, true);
  if (!callable || project_.ClassStores(class_name, method)) return std::nullopt;
  for (const std::string& subclass : project_.SubclassesOf(class_name)) {
    const Found override = project_.FindMethod(subclass, method);
    if (!override || override.name != callable->origins[0] ||
        project_.ClassStores(subclass, method)) {
      return std::nullopt;
    }
  }
  return callable;
}

CallableRef Callables::OfSuper(const std::string& class_name, absl::string_view method) {
  return Remember(absl::StrCat(class_name, ".", method), &of_supers_,
                  [&] { return FindBehind(class_name, method); });
}

std::optional<Callable> Callables::FindBehind(const std::string& class_name,
                                              absl::string_view method) {
  const auto behind = [&](const std::string& of) {
    Order order = OrderOf(of);
    const auto at = std::find(order.begin(), order.end(), class_name);
    order.erase(order.begin(), at == order.end() ? at : at + 1);
    return method == "__init__" ? FindInit(order) : FindMethod(order, method, true);
  };
  std::optional<Callable> callable = behind(class_name);
  if (!callable) return std::nullopt;
  // With several bases, another class may stand behind this one.
  for (const std::string& subclass : project_.SubclassesOf(class_name)) {
    const std::optional<Callable> there = behind(subclass);
    if (!there || there->origins != callable->origins) return std::nullopt;
  }
  return callable;
}

std::optional<Callable> Callables::OfName(const std::string& absolute_name) {
  const std::string name = project_.Canonical(absolute_name);
  if (const Found found = Find(name)) {
    switch (found.definition->kind) {
      case Definition::Kind::kFunction:
        return OfFunction(found);
      case Definition::Kind::kClass:
        return OfConstructor(found.name);
      case Definition::Kind::kMethod:
        break;
    }
  }
  const std::string owner(repository::OwnerOf(name));
  const Found a_class = Find(owner);
  if (!a_class || a_class.definition->kind != Definition::Kind::kClass) return std::nullopt;
  return FindMethod(OrderOf(owner), repository::LastPart(name), false);
}

CallableRef Callables::Of(const IndexedFile& file, const CallFacts& call) {
  if (absl::StartsWith(call.callee, "builtins.")) return nullptr;
  const std::string absolute = file.Absolute(call.callee);
  if (!repository::IsDottedName(absolute)) return nullptr;
  if (!call.is_self) return Remember(absolute, &by_name_, [&] { return OfName(absolute); });
  const SelfAt self = FindSelf(file, call.symbol);
  if (self.class_name.empty() || self.class_name != repository::OwnerOf(absolute)) return nullptr;
  CallableRef callable = OfObject(self.class_name, repository::LastPart(absolute));
  if (callable == nullptr || !self.is_class) return callable;
  const Found method = Find(callable->origins[0]);
  const bool is_bound = method && (HasDecorator(*method.definition, "staticmethod") ||
                                   HasDecorator(*method.definition, "classmethod"));
  return is_bound ? callable : nullptr;
}

CallableRef Callables::Of(const IndexedFile& file, const MethodCallFacts& call) {
  using Receiver = MethodCallFacts::Receiver;
  switch (call.kind) {
    case Receiver::kSelf: {
      const SelfAt self = FindSelf(file, call.symbol);
      if (self.class_name.empty() || self.is_class) return nullptr;
      return OfObject(self.class_name, call.method);
    }
    case Receiver::kSuper: {
      const SelfAt self = FindSelf(file, call.symbol);
      if (self.class_name.empty() || self.is_class) return nullptr;
      return OfSuper(self.class_name, call.method);
    }
    case Receiver::kClass: {
      const std::string name = project_.Canonical(file.Absolute(call.receiver));
      return Find(name) ? OfObject(name, call.method) : nullptr;
    }
    case Receiver::kAttribute: {
      const SelfAt self = FindSelf(file, call.symbol);
      if (self.class_name.empty()) return nullptr;
      const std::vector<std::string> types =
          project_.ClassesOfAttribute(self.class_name, call.receiver);
      return types.size() == 1 && Find(types[0]) ? OfObject(types[0], call.method) : nullptr;
    }
    case Receiver::kOther:
    case Receiver::kStar:
      return nullptr;
  }
  return nullptr;
}

}  // namespace allreview::rules::contracts
