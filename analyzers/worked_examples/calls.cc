#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// Decorators that leave what a function returns as it is.
bool IsQuietDecorator(Node decorator) {
  if (decorator.Is(Kind::kCall)) decorator = decorator.child(Field::kFunction);
  absl::string_view name = decorator.text();
  name = name.substr(name.rfind('.') == absl::string_view::npos ? 0 : name.rfind('.') + 1);
  for (absl::string_view quiet :
       {"no_grad", "inference_mode", "compile", "script", "jit_fuser", "staticmethod",
        "classmethod", "property", "override", "abstractmethod", "disable"}) {
    if (name == quiet) return true;
  }
  return false;
}

bool Has(const python::Definition& function, absl::string_view decorator) {
  return std::any_of(function.decorators.begin(), function.decorators.end(),
                     [&](Node node) { return node.text() == decorator; });
}

bool Yields(const python::Module& module, const python::Definition& function) {
  for (Node yield : function.body.descendants(Kind::kYield)) {
    if (module.EnclosingFunction(yield) == &function) return true;
  }
  return false;
}

}  // namespace

Run Interpreter::RunFunction(const Code& code, const Arguments& arguments) {
  halt_ = Halt();
  frames_.clear();
  notes_.clear();
  ran_.clear();
  is_in_ran_.clear();
  changed_names_.clear();
  steps_ = depth_ = changed_blocks_ = 0;
  has_unknown_loop_ = false;
  computes_gradients_ = true;
  Frame frame{.module = code.module, .function = code.function};
  Given given;
  for (const auto& [name, value] : arguments) given.keywords.emplace_back(name, value);
  // Whatever decorates it, this is what its body does.
  if (code.function->kind == python::Definition::Kind::kClass) GiveUp("a class");
  frames_.push_back({.module = code.module});  // In which defaults are evaluated.
  const bool is_bound = !stops() && Bind(code, nullptr, std::move(given), frame);
  frames_.clear();
  if (is_bound) {
    frames_.push_back(std::move(frame));
    RunBlock(code.function->body);
  }
  return {.halt = halt_,
          .notes = std::move(notes_),
          .ran = std::move(ran_),
          .has_unknown_loop = has_unknown_loop_};
}

bool Interpreter::IsPlain(const Code& code) {
  const python::Definition& function = *code.function;
  return !function.is_async && function.kind != python::Definition::Kind::kClass &&
         std::all_of(function.decorators.begin(), function.decorators.end(), IsQuietDecorator);
}

std::optional<Interpreter::Given> Interpreter::ArgumentsOf(Node call) {
  Given given;
  const Node list = call.child(Field::kArguments);
  if (list.Is(Kind::kGeneratorExpression)) {
    given.positional.push_back(Evaluate(list));
    return stops() ? std::nullopt : std::optional<Given>(std::move(given));
  }
  for (Node argument : list.named_children()) {
    if (argument.Is(Kind::kKeywordArgument)) {
      given.keywords.emplace_back(std::string(argument.child(Field::kName).text()),
                                  Evaluate(argument.child(Field::kValue)));
    } else if (argument.Is(Kind::kListSplat)) {
      const std::optional<Value::Items> items = Iterate(Evaluate(argument.named_child(0)));
      if (items) given.positional.insert(given.positional.end(), items->begin(), items->end());
    } else if (argument.Is(Kind::kDictionarySplat)) {
      GiveUp("arguments that are not seen");
    } else {
      given.positional.push_back(Evaluate(argument));
    }
    if (stops()) return std::nullopt;
  }
  return given;
}

Value Interpreter::OfCall(Node call) {
  if (Value supposed = SupposedCall(call); !supposed.Is(Type::kOpaque)) return supposed;
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  if (callee.Is(Kind::kAttribute) && callee.child(Field::kObject).text() != "super()") {
    const Node object = callee.child(Field::kObject);
    const bool is_local = object.Is(Kind::kIdentifier) && frame().locals.count(object.text()) > 0;
    const std::string name = is_local ? "" : frame().module->Resolve(callee);
    const bool is_known = absl::StartsWith(name, "torch.") || absl::StartsWith(name, "math.");
    if (!is_known) {
      const Value held = Evaluate(object);
      std::optional<Given> given = stops() ? std::nullopt : ArgumentsOf(call);
      if (!given) return {};
      return CallMethod(held, callee.child(Field::kAttribute).text(), *std::move(given));
    }
  }
  const Value function = Evaluate(callee);
  std::optional<Given> given = stops() ? std::nullopt : ArgumentsOf(call);
  if (!given) return {};
  switch (function.type) {
    case Type::kName:
      return CallName(function.text, *std::move(given));
    case Type::kFunction: {
      const Value self{.type = Type::kObject, .object = function.object};
      return CallFunction({.module = function.module, .function = function.function},
                          function.object ? &self : nullptr, *std::move(given));
    }
    case Type::kOpaque:
      return CallOpaque(*given);
    default:
      return GiveUp("a call of a value");
  }
}

// Of code that nobody knows: it may do anything to what it is given.
Value Interpreter::CallOpaque(const Given& given) {
  for (const Value& value : given.positional) {
    if (HoldsMutable(value)) return GiveUp("a value that unknown code gets");
  }
  for (const auto& [name, value] : given.keywords) {
    if (HoldsMutable(value)) return GiveUp("a value that unknown code gets");
  }
  return {};
}

Value Interpreter::CallName(const std::string& name, Given given) {
  if (name == "torch.is_grad_enabled") return Value::Bool(computes_gradients_);
  for (absl::string_view prefix : {"torch.nn.functional.", "torch."}) {
    if (absl::StartsWith(name, prefix)) return CallTorch(absl::StripPrefix(name, prefix), given);
  }
  Call call(name, std::move(given.positional), std::move(given.keywords), halt_);
  std::optional<Value> value;
  if (absl::StartsWith(name, "builtins.")) {
    value = CallBuiltin(absl::StripPrefix(name, "builtins."), call);
  } else if (absl::StartsWith(name, "math.")) {
    value = CallMath(absl::StripPrefix(name, "math."), call);
  } else {
    return GiveUp(absl::StrCat("a call of ", name));
  }
  if (!stops() && (!value || !call.AreAllUsed())) return GiveUp(absl::StrCat("a call of ", name));
  return value.value_or(Value());
}

Value Interpreter::CallTorch(absl::string_view name, Given given) {
  Call call(std::string(name), std::move(given.positional), std::move(given.keywords), halt_);
  Operation operation = FindOperation(absl::StrCat("torch.", name));
  if (operation == nullptr) operation = FindOperation(name);
  if (operation == nullptr) return GiveUp(absl::StrCat("torch.", name));
  Value value = operation(call);
  if (!stops() && !call.AreAllUsed()) return GiveUp(absl::StrCat("arguments of torch.", name));
  return value;
}

Value Interpreter::CallMethod(const Value& object, absl::string_view name, Given given) {
  switch (object.type) {
    case Type::kOpaque:
      return CallOpaque(given);
    case Type::kTensor: {
      given.positional.insert(given.positional.begin(), object);
      Call call(std::string(name), std::move(given.positional), std::move(given.keywords), halt_);
      Value value = CallTensorMethod(object, call);
      if (!stops() && !call.AreAllUsed()) return GiveUp(absl::StrCat("arguments of .", name));
      return value;
    }
    case Type::kObject: {
      const Value method = OfField(object, name);
      if (stops()) return {};
      if (method.Is(Type::kOpaque)) {
        // What the class stores is something of its own; other methods may change the object.
        const Object& held = *object.object;
        if (held.a_class == nullptr ||
            held.module->SelfAttributeValues(*held.a_class, name).empty()) {
          return GiveUp("a method that is not seen");
        }
        return CallOpaque(given);
      }
      if (!method.Is(Type::kFunction)) return GiveUp("a call of a field");
      return CallFunction({.module = method.module, .function = method.function}, &object,
                          std::move(given));
    }
    case Type::kName:
      return CallName(absl::StrCat(object.text, ".", name), std::move(given));
    case Type::kFunction:
      return GiveUp("a method of a class");
    default: {
      Call call(std::string(name), std::move(given.positional), std::move(given.keywords), halt_);
      Value value = CallPlainMethod(object, call);
      if (!stops() && !call.AreAllUsed()) return GiveUp(absl::StrCat("arguments of .", name));
      return value;
    }
  }
}

Code Interpreter::MethodOf(const Object& object, absl::string_view name) {
  if (object.a_class == nullptr) return {};
  const python::Definition* const method =
      object.module->FindDefinition(absl::StrCat(object.a_class->name, ".", name));
  if (method == nullptr || method->kind != python::Definition::Kind::kMethod) return {};
  return {.module = object.module, .function = method};
}

Value Interpreter::CallFunction(const Code& code, const Value* self, Given given) {
  if (frames_.size() >= kMaxCalls) return GiveUp("calls that are nested too deep");
  if (!IsPlain(code) || Yields(*code.module, *code.function)) return GiveUp("a special function");
  // A function inside of another sees what is not kept.
  const int parent = code.function->parent;
  if (parent >= 0 && code.module->definitions()[static_cast<size_t>(parent)].kind !=
                         python::Definition::Kind::kClass) {
    return GiveUp("a function inside of another");
  }
  Frame frame{.module = code.module, .function = code.function};
  const bool is_static = Has(*code.function, "staticmethod");
  if (Has(*code.function, "classmethod")) return GiveUp("a method of a class");
  if (!Bind(code, is_static ? nullptr : self, std::move(given), frame)) return {};
  frames_.push_back(std::move(frame));
  const bool computes_gradients = computes_gradients_;
  RunBlock(code.function->body);
  computes_gradients_ = computes_gradients;
  Value returned = std::move(frames_.back().returned);
  frames_.pop_back();
  return returned;
}

bool Interpreter::Bind(const Code& code, const Value* self, Given given, Frame& frame) {
  using Kind = python::Parameter::Kind;
  if (self != nullptr) given.positional.insert(given.positional.begin(), *self);
  size_t position = 0;
  std::set<std::string, std::less<>> used;
  for (const python::Parameter& parameter : code.function->parameters) {
    const std::string name(parameter.name);
    if (parameter.kind == Kind::kVarPositional || parameter.kind == Kind::kVarKeyword) continue;
    const auto keyword = std::find_if(given.keywords.begin(), given.keywords.end(),
                                      [&](const auto& one) { return one.first == name; });
    if (parameter.kind != Kind::kKeywordOnly && position < given.positional.size()) {
      frame.locals[name] = given.positional[position++];
    } else if (keyword != given.keywords.end()) {
      frame.locals[name] = keyword->second;
      used.insert(name);
    } else if (parameter.default_value) {
      // Names of its own module, not of the caller.
      frames_.push_back({.module = code.module});
      frame.locals[name] = Evaluate(parameter.default_value);
      if (halt_.kind() == Halt::Kind::kUnknown) {
        halt_.Resume();
        frame.locals[name] = Value::Input(name);
      }
      frames_.pop_back();
    } else {
      halt_.Raise("a missing argument");
    }
    if (stops()) return false;
  }
  if (position < given.positional.size() || used.size() != given.keywords.size()) {
    GiveUp("arguments that nobody takes");
  }
  return !stops();
}

}  // namespace allreview::worked_examples
