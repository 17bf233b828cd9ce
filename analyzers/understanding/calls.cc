// The part of Knowledge that calls: arguments to parameters, and what comes back.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/builtin_attributes.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/library.h"
#include "analyzers/understanding/number_bounds.h"
#include "analyzers/understanding/operations.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Arguments = std::vector<CallArgument>;

// What the call gives under that name; null: nothing.
const Value* KeywordOf(absl::string_view name, const Arguments& arguments) {
  for (const CallArgument& argument : arguments) {
    if (argument.kind == CallArgument::Kind::kKeyword && argument.keyword == name) {
      return &argument.value;
    }
  }
  return nullptr;
}

}  // namespace

Value Knowledge::Call(const Value& callee, const Arguments& arguments, Place place, Inside inside) {
  if (callee.is_impossible()) return Value();
  if (callee.is_open()) return Value::Unknown();
  Value result;
  for (const Atom& atom : callee.atoms()) {
    result = result.JoinedWith(CallAtom(atom, arguments, place, inside));
  }
  return result;
}

Value Knowledge::CallAtom(const Atom& callee, const Arguments& arguments, Place place,
                          Inside inside) {
  if (!WhyNotCallable(callee, arguments).empty()) return Value();
  switch (callee.kind) {
    case Kind::kFunction:
      return CallCode(callee.code, nullptr, arguments, place, inside);
    case Kind::kMethod:
      if (!callee.code) return callee.parts[0];
      return CallCode(callee.code, &callee.parts[0], arguments, place, inside);
    case Kind::kExternal:
      if (std::optional<Outcome> made = CallTorch(callee, arguments, place)) return made->value;
      return callee.is_exact ? CallExternal(callee.text, arguments, place)
                             : CallExternal(callee.text, arguments, place).Promised();
    case Kind::kClass: {
      const ClassInfo& info = ClassOf(callee.code);
      const bool is_made_otherwise = !ClassAttribute(callee.code, "__new__").is_impossible();
      if (!info.is_certain || is_made_otherwise) return Value::Unknown();
      return Value::InstanceOf(callee.code, place);
    }
    case Kind::kInstance: {
      if (!callee.code) {
        const std::optional<Outcome> made = CallTorch(callee, arguments, place);
        return made ? made->value : Value::Unknown();
      }
      if (!callee.is_exact) return Value::Unknown();
      const Value method = MethodThatCallRuns(callee.code);
      if (method.is_impossible()) return Value::Unknown();
      return Call(Bind(method, Value(callee), place), arguments, place, inside);
    }
    default:
      return Value::Unknown();
  }
}

std::string Knowledge::WhyNotCallable(const Atom& callee, const Arguments& arguments) {
  if (callee.kind == Kind::kFunction) return WhyNotFitting(callee.code, nullptr, arguments);
  if (callee.kind == Kind::kInstance) return WhyNotCallableObject(callee, arguments);
  if (callee.kind == Kind::kMethod) return WhyMethodRefuses(callee, arguments);
  if (callee.kind == Kind::kClass) return WhyNotConstructible(callee.code, arguments);
  if (callee.kind == Kind::kExternal) return WhyLibraryRefuses(callee.text, arguments);
  const bool is_none = callee.kind == Kind::kNone || callee.kind == Kind::kUnbound;
  if (is_none && callee.is_exact) return "None cannot be called";
  const absl::string_view type = BuiltinTypeName(callee.kind);
  return type.empty() || !callee.is_exact ? "" : absl::StrCat("a ", type, " cannot be called");
}

Value Knowledge::CallCode(CodeRef ref, const Value* self, const Arguments& arguments, Place place,
                          Inside inside) {
  const ir::Code& code = program_.code(ref);
  if (code.is_async) return Value::Unknown();
  Communication heard = std::exchange(heard_, Communication());
  const Run& run = RunOf(ref, ParametersOf(ref, self, arguments));
  heard.Add(run.communication);
  heard_ = std::move(heard);
  // A subclass may return something, or not raise.
  const bool may_be_overridden = self != nullptr && code.parent != ir::kNone && !self->is_exact();
  if (may_be_overridden && run.returned.is_impossible()) return Value::Unknown();
  // A test may put another function in its place: setattr(ops, "run", f).
  const bool is_global = code.parent == 0 && code.name != ir::kNone;
  const bool may_be_replaced =
      is_global && program_.IsSpelledOut(program_.name(ref.file, code.name));
  const bool never_ends = run.returned.is_impossible() && !code.is_generator;
  if (never_ends && inside != nullptr && !may_be_replaced) {
    *inside = FailureInside(ref, run, ParametersOf(ref, self, arguments));
    if (*inside && (self == nullptr || !dynamic_code_.ReplacesMethods())) return Value();
    inside->reset();
  }
  if (std::optional<Value> promised = PromisedByStub(ref, self, arguments)) return *promised;
  // It certainly fails there: that is one mistake, and nothing follows from it here.
  if (run.returned.is_impossible() && !run.failures.empty()) return Value::Unknown();
  if (code.is_generator) return Value::Collection(Kind::kIterator, run.yielded, place);
  if (may_be_overridden) return run.returned.Promised();
  return may_be_replaced ? run.returned.Opened() : run.returned;
}

// By parameter; unknown where there is none.
std::vector<Value> Knowledge::DefaultsOf(CodeRef ref) {
  const std::vector<ir::Parameter>& parameters = program_.code(ref).parameters;
  std::vector<Value> defaults(parameters.size(), Value::Unknown());
  const bool has_any = std::any_of(parameters.begin(), parameters.end(),
                                   [](const auto& parameter) { return parameter.has_default; });
  const std::vector<Value>* const made_with = has_any ? MadeWith(ref) : nullptr;
  size_t next = 0;
  for (size_t i = 0; i < parameters.size() && made_with != nullptr; ++i) {
    if (!parameters[i].has_default || next >= made_with->size()) continue;
    defaults[i] = Forced((*made_with)[next++]).Shared().Unnamed();
  }
  return defaults;
}

// What nobody gives a parameter is its default; what does not fit is left out, because the call
// raises then.
std::vector<Value> Knowledge::ParametersOf(CodeRef ref, const Value* self,
                                           const Arguments& arguments) {
  const ir::Code& code = program_.code(ref);
  std::vector<Value> values(code.parameters.size());
  std::vector<Value> positional;
  if (self != nullptr) positional.push_back(*self);
  bool is_certain = true;  // No stars among the arguments.
  for (const CallArgument& argument : arguments) {
    if (argument.kind == CallArgument::Kind::kPositional) positional.push_back(argument.value);
    is_certain &= argument.kind == CallArgument::Kind::kPositional ||
                  argument.kind == CallArgument::Kind::kKeyword;
  }
  const std::vector<Value> defaults = DefaultsOf(ref);
  size_t at = 0;
  for (size_t i = 0; i < code.parameters.size(); ++i) {
    const ir::Parameter& parameter = code.parameters[i];
    if (!is_certain && !(i == 0 && self != nullptr)) {
      values[i] = Value::Unknown();
    } else if (parameter.is_positional() && at < positional.size()) {
      values[i] = positional[at++];
    } else if (parameter.kind == ir::Parameter::Kind::kVarPositional) {
      std::vector<Value> rest(positional.begin() + static_cast<std::ptrdiff_t>(at),
                              positional.end());
      at = positional.size();
      values[i] = Value::Sequence(Kind::kTuple, std::move(rest));
    } else if (parameter.kind == ir::Parameter::Kind::kVarKeyword) {
      values[i] = Value(Atom{.kind = Kind::kDict, .parts = {Value::Unknown()}});
    } else {
      const Value* const given = KeywordOf(program_.name(ref.file, parameter.name), arguments);
      values[i] = given == nullptr ? defaults[i] : *given;
    }
    values[i] = WithoutBounds(values[i].Shared().HandedOver()).WithoutStorage();
    // Runs are kept by what they are given: names would make each a new one.
    if (values[i].is_unknown()) values[i] = values[i].Unnamed();
  }
  return values;
}

}  // namespace allreview::understanding
