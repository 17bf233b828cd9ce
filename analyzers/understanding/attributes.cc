// The part of Knowledge that looks attributes up.

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/builtin_attributes.h"
#include "analyzers/understanding/file_paths.h"
#include "analyzers/understanding/foreign_classes.h"
#include "analyzers/understanding/foreign_functions.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

bool IsEnumeration(const ClassInfo& info) {
  return std::any_of(info.external.begin(), info.external.end(), IsEnumerationBase);
}

}  // namespace

Value Knowledge::Attribute(const Value& object, absl::string_view name, Place place) {
  if (object.is_impossible()) return Value();
  if (object.is_unknown()) {
    // What a function is handed is taken to keep its numbers while it runs.
    const bool is_fixed = object.is_named() && !program_.IsStoredIn(name, question().about);
    return is_fixed ? Value::UnknownNamed(Size::AttributeOf(object.name(), name))
                    : Value::Unknown();
  }
  Value value;
  for (const Atom& atom : object.atoms()) {
    value = value.JoinedWith(AttributeOfAtom(atom, name, place));
  }
  return object.is_open() ? value.Opened() : value;
}

// Impossible for what certainly has no such attribute: to read it raises.
Value Knowledge::AttributeOfAtom(const Atom& atom, absl::string_view name, Place place) {
  switch (atom.kind) {
    case Kind::kUnbound:
    case Kind::kNone:
      return absl::StartsWith(name, "__") || !atom.is_exact ? Value::Unknown() : Value();
    case Kind::kModule:
      return AttributeOfModule(atom, name, place);
    case Kind::kExternal:
      return Value::External(absl::StrCat(atom.text, ".", name), place);
    case Kind::kClass:
      return AttributeOfClass(atom, name, place);
    case Kind::kInstance:
      if (IsPath(atom)) return AttributeOfPath(atom, name, place);
      return atom.code ? AttributeOfInstance(atom, name, place)
                       : AttributeOfModuleOfTorch(atom, name, place);
    case Kind::kTensor:
      return AttributeOfTensor(atom, name, place);
    case Kind::kSuper:
      return AttributeOfSuper(atom, name, place);
    default:
      break;
  }
  const absl::string_view type = BuiltinTypeName(atom.kind);
  if (type.empty()) return Value::Unknown();
  const bool is_size = atom.kind == Kind::kTuple && atom.tensor != nullptr;  // torch.Size
  if (!MayHaveAttribute(atom.kind, name)) {
    return atom.is_exact && !is_size ? Value() : Value::Unknown();
  }
  const Value method = Value::External(absl::StrCat("builtins.", type, ".", name), place);
  return atom.is_exact ? method : method.Promised();
}

Value Knowledge::AttributeOfModule(const Atom& module, absl::string_view name, Place place) {
  const std::string full = absl::StrCat(module.text, ".", name);
  Value value = Forced(OfAbsoluteName(full, place));
  return value.is_unknown() && ModuleLacks(module.text, name) ? Value() : value;
}

Value Knowledge::AttributeOfClass(const Atom& a_class, absl::string_view name, Place place) {
  Value value = ClassAttribute(a_class.code, name);
  if (value.is_impossible()) {
    if (ClassLacks(a_class.code, name)) return value;
    const CodeRef forward = name == "apply" ? ForwardBehindApply(*this, a_class.code) : CodeRef();
    if (!forward) return Value::Unknown();
    // As it is declared: it is asked once, not for each that applies it.
    const Run& run = Declared(forward);
    const bool is_known = !run.is_partial && !run.returned.is_impossible();
    return Value(Atom{.kind = Kind::kMethod,
                      .text = "apply",
                      .parts = {is_known ? run.returned.Unnamed().Shared() : Value::Unknown(),
                                Value(Atom{.kind = Kind::kFunction, .code = forward})},
                      .origin = place});
  }
  if (program_.IsStored(name)) return value.Opened();
  if (Value member = MemberNamed(a_class.code, name, value, place); !member.is_impossible()) {
    return member;
  }
  const Atom* const only = value.only();
  if (only != nullptr && only->kind == Kind::kInstance && !only->parts.empty()) {
    if (only->text == "builtins.staticmethod") return only->parts[0];
    if (only->text == "builtins.classmethod") return Bind(only->parts[0], Value(a_class), place);
  }
  // A base that nobody knows may make members of what the body binds, as enumerations do.
  const ClassInfo& info = ClassOf(a_class.code);
  const bool is_function = only != nullptr && only->kind == Kind::kFunction;
  return is_function || (info.is_certain && !info.is_dynamic) ? value : Value::Unknown();
}

// What the body of an enumeration binds is a member, but for functions and what they make.
Value Knowledge::MemberNamed(CodeRef a_class, absl::string_view name, const Value& bound,
                             Place place) {
  const Atom* const only = bound.only();
  const bool is_function = only != nullptr && (only->kind == Kind::kFunction ||
                                               (only->kind == Kind::kInstance && !only->code));
  if (bound.is_impossible() || is_function || absl::StartsWith(name, "_")) return Value();
  if (!IsEnumeration(ClassOf(a_class))) return Value();
  return Value(
      Atom{.kind = Kind::kInstance, .text = std::string(name), .code = a_class, .origin = place});
}

Value Knowledge::AttributeOfInstance(const Atom& instance, absl::string_view name, Place place) {
  Value of_class = ClassAttribute(instance.code, name);
  // A member has the others, too.
  if (const Value member = MemberNamed(instance.code, name, of_class, place);
      !member.is_impossible()) {
    of_class = member;
  }
  Value value = InstanceAttribute(instance.code, name);
  if (!of_class.is_impossible()) value = value.JoinedWith(Bind(of_class, Value(instance), place));
  value = value.JoinedWith(PromisedField(instance.code, name));
  if (value.is_impossible()) {
    return LacksAttribute(instance, name) ? value : ForeignMethod(instance, name, place);
  }
  // A base that nobody knows may have another, a subclass bind it anew, and others store it.
  const ClassInfo& info = ClassOf(instance.code);
  const bool is_doubted = !value.is_open() && !value.is_exact() &&
                          std::any_of(info.own.begin(), info.own.end(), [&](CodeRef own) {
                            return doubts_.AsksWhetherNone(own, name);
                          });
  if (is_doubted) value = value.JoinedWith(Value::None().Promised());
  const bool is_certain = info.is_certain || !of_class.is_impossible();
  const bool may_be_overridden = !instance.is_exact && program_.ClassesThatBind(name) > 1;
  const bool is_own = program_.IsStoredOnlyIn(name, info.own);
  const bool is_replaced = std::any_of(info.own.begin(), info.own.end(), [&](CodeRef own) {
    return dynamic_code_.ReplacesAttributes(own);
  });
  const bool is_closed = is_certain && !may_be_overridden && is_own && !is_replaced;
  if (!is_closed) value = value.Opened();
  if (!IsOwnSelf(instance)) value = value.Unnamed();
  if (IsOwnSelf(instance) && value == Value::Unknown()) value = NumberOf(instance, name);
  // What its own class makes of torch stays what it is.
  const Atom* const only = value.only();
  const bool is_module = only != nullptr && only->kind == Kind::kInstance && !only->code &&
                         absl::StartsWith(only->text, "torch.nn.");
  return instance.is_exact || is_module ? value : value.Promised();
}

// `name: type` in the body of a class, as dataclasses have it: somebody else fills it in.
Value Knowledge::PromisedField(CodeRef a_class, absl::string_view name) {
  Value value;
  for (CodeRef own : ClassOf(a_class).own) {
    const std::optional<ir::TypeId> type = program_.FindDeclaration(own, name);
    if (type) value = value.JoinedWith(PromisedBy(own, *type).Unnamed());
  }
  return value;
}

Value Knowledge::Bind(const Value& attribute, const Value& object, Place place) {
  Value bound = attribute.is_open() ? Value::Unknown() : Value();
  for (const Atom& atom : attribute.atoms()) {
    const bool is_wrapper = atom.kind == Kind::kInstance && !atom.parts.empty();
    if (atom.kind == Kind::kFunction) {
      bound = bound.JoinedWith(Value(
          Atom{.kind = Kind::kMethod, .code = atom.code, .parts = {object}, .origin = place}));
    } else if (is_wrapper && atom.text == "builtins.property") {
      bound = bound.JoinedWith(Call(atom.parts[0], {{.value = object}}, place));
    } else if (is_wrapper && atom.text == "builtins.staticmethod") {
      bound = bound.JoinedWith(atom.parts[0]);
    } else if (is_wrapper && atom.text == "builtins.classmethod") {
      bound = bound.JoinedWith(Bind(atom.parts[0], Value::Unknown(), place));
    } else {
      bound = bound.JoinedWith(Value(atom));
    }
  }
  return bound;
}

}  // namespace allreview::understanding
