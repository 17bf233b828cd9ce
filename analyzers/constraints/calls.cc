// What calls return, and what they do to objects.

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Node;
using python::Parameter;
using repository::Found;
using Type = Constant::Type;

absl::string_view LastNameOf(Node function) {
  return function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text() : function.text();
}

// Reads at most what it is handed.
bool IsHarmless(absl::string_view name, Node function) {
  if (absl::StartsWith(name, "builtins.")) return name != "builtins.setattr";
  if (absl::StartsWith(name, "logging.") || absl::StartsWith(name, "warnings.") ||
      absl::StartsWith(name, "dataclasses.") || absl::StartsWith(name, "inspect.") ||
      absl::StartsWith(name, "copy.")) {
    return true;
  }
  const std::string last = absl::AsciiStrToLower(LastNameOf(function));
  return absl::StrContains(last, "print") || absl::StrContains(last, "log") ||
         absl::StrContains(last, "warn");
}

bool IsPlain(const Definition& definition, const std::vector<std::string>& decorators) {
  if (definition.is_async) return false;
  for (const std::string& decorator : decorators) {
    if (decorator != "builtins.staticmethod" && decorator != "builtins.property" &&
        decorator != "staticmethod" && decorator != "property") {
      return false;
    }
  }
  return definition.body.descendants(Kind::kYield).empty();
}

}  // namespace

bool Interpreter::EndsProgram(Node call) const {
  const Node function = call.child(Field::kFunction);
  const absl::string_view last = LastNameOf(function);
  if (last == "error" && function.Is(Kind::kAttribute)) {
    return absl::StrContains(function.child(Field::kObject).text(), "parser");
  }
  if (last != "exit" && last != "quit" && last != "_exit") return false;
  const std::string name = frames_.back().module->Resolve(function);
  return name == "builtins.exit" || name == "builtins.quit" || name == "sys.exit" ||
         name == "os._exit";
}

Known Interpreter::OfCall(Node call) {
  const Node function = call.child(Field::kFunction);
  const std::string name = frame().module->Resolve(function);
  constexpr absl::string_view kBuiltins = "builtins.";
  if (absl::StartsWith(name, kBuiltins)) {
    if (std::optional<Known> known = OfBuiltin(name.substr(kBuiltins.size()), call)) return *known;
  }
  if (name.empty()) {
    if (std::optional<Known> known = OfParsing(call)) return *known;
  }
  if (std::optional<Known> known = OfTextMethod(call)) return *known;
  if (std::optional<Known> known = OfGet(call)) return *known;
  if (std::optional<Known> known = OfMethodCall(call)) return *known;
  if (!name.empty() && frame().function != nullptr &&
      absl::StartsWith(name,
                       absl::StrCat(frame().module->name(), ".", frame().function->name, "."))) {
    TaintEverything();  // An inner function sees all of this one.
    return {};
  }
  Found found = name.empty() ? Found() : project_.FindDefinition(name);
  if (!found && function.Is(Kind::kIdentifier)) {
    const Known callee = OfIdentifier(function);
    if (callee.value.type == Type::kClass) found = project_.FindDefinition(callee.value.text);
  }
  if (found && found.definition->kind == Definition::Kind::kFunction) return Enter(found, {}, call);
  if (found && found.definition->kind == Definition::Kind::kClass) {
    if (std::optional<Known> object = Construct(found, call)) return *object;
  }
  LoseArguments(call);
  return {};
}

// self.check(), super().__post_init__()
std::optional<Known> Interpreter::OfMethodCall(Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute)) return std::nullopt;
  const Node base = function.child(Field::kObject);
  const absl::string_view method = LastNameOf(function);
  const bool is_super = base.Is(Kind::kCall) && base.child(Field::kFunction).text() == "super";
  if (is_super) {
    const Known self = OfSelf();
    if (self.value.type != Type::kObject) return Known();
    for (const std::string& parent : project_.BasesOf(frame().class_name)) {
      const Found found = project_.FindMethod(parent, method);
      if (found) return Enter(found, self, call);
    }
    return Known();
  }
  const Known object = Evaluate(base);
  if (object.value.type == Type::kSequence) Forget(base);  // It may be one that changes it.
  if (object.value.type != Type::kObject) return std::nullopt;
  const std::string& class_name = objects_[object.value.object].class_name;
  const Found found = class_name.empty() ? Found() : project_.FindMethod(class_name, method);
  if (found) return Enter(found, object, call);
  if (class_name.empty() && method == "pop") {
    const Known key = Evaluate(python::Argument(call, 0, ""));
    if (key.value.type == Type::kText) {
      Write({object.value.object, key.value.text}, {});
      return Known();
    }
  }
  // A dictionary, or what nobody knows: the method may change it.
  if (class_name.empty() || absl::StartsWith(method, "__")) TaintObject(object.value.object);
  LoseArguments(call);
  return Known();
}

Known Interpreter::OfSelf() {
  const Definition* function = frame().function;
  if (function == nullptr || function->parameters.empty()) return {};
  return Read({Space(), std::string(function->parameters[0].name)});
}

// What the call hands to the parameters.
std::map<std::string, Known> Interpreter::Bound(const Found& function, const python::Module& module,
                                                const Definition& definition,
                                                const std::optional<Known>& self, Node call) {
  const python::Arguments arguments = call ? python::ArgumentsOf(call) : python::Arguments();
  const bool is_static =
      absl::c_linear_search(function.definition->decorators, "builtins.staticmethod");
  const bool has_stars = arguments.has_star || arguments.has_double_star;
  std::map<std::string, Known> locals;
  size_t next = 0;
  for (const Parameter& parameter : definition.parameters) {
    Known& local = locals[std::string(parameter.name)];
    const bool is_positional = parameter.kind == Parameter::Kind::kPositional ||
                               parameter.kind == Parameter::Kind::kPositionalOnly;
    if (self && !is_static && &parameter == &definition.parameters[0]) {
      local = *self;
    } else if (is_positional && next < arguments.positional.size()) {
      local = Evaluate(arguments.positional[next++]);
    } else if (const Node given = call ? python::KeywordArgument(call, parameter.name) : Node()) {
      local = Evaluate(given);
    } else if (parameter.default_value && !has_stars) {
      local = EvaluateIn(module, parameter.default_value);
    }
  }
  return locals;
}

Known Interpreter::Enter(const Found& function, std::optional<Known> self, Node call) {
  const python::Module* module = modules_(function.path);
  const Definition* definition =
      module == nullptr ? nullptr : module->FindDefinition(function.definition->name);
  if (definition == nullptr || !IsPlain(*definition, function.definition->decorators) ||
      frames_.size() >= kMaxCalls) {
    if (self && self->value.type == Type::kObject) TaintObject(self->value.object);
    if (call) LoseArguments(call);
    return {};
  }
  std::map<std::string, Known> locals = Bound(function, *module, *definition, self, call);
  // What gets no object changes none, and what gets anything unknown seldom returns what is known.
  const bool is_known = absl::c_all_of(locals, [](const auto& l) { return l.second.is_known(); });
  const bool has_object =
      absl::c_any_of(locals, [](const auto& l) { return l.second.value.type == Type::kObject; });
  const bool may_parse = parsed_arguments_ >= 0 && function.file->HasIdentifier("parse_args");
  if (refusal_ || (!has_object && !is_known && !may_parse)) return {};
  return Run(function, std::move(locals));
}

Known Interpreter::Run(const Found& function, std::map<std::string, Known> locals) {
  const python::Module* module = modules_(function.path);
  if (module == nullptr) return {};
  const Definition* definition = module->FindDefinition(function.definition->name);
  if (definition == nullptr || frames_.size() >= kMaxCalls) return {};
  files_.insert(function.path);
  frames_.push_back({.id = ++last_frame_, .module = module, .function = definition});
  if (definition->kind == Definition::Kind::kMethod) {
    frame().class_name = function.name.substr(0, function.name.rfind('.'));
  }
  for (auto& [name, value] : locals) Write({Space(), name}, std::move(value));
  const Flow flow = RunBlock(definition->body);
  Known returned = frame().returned;
  if (flow == Flow::kNext && !frame().may_have_returned) returned = {Constant::None(), {}};
  frames_.pop_back();
  return returned;
}

void Interpreter::RunMethod(int object, absl::string_view method) {
  const Found found = project_.FindMethod(objects_[object].class_name, method);
  if (!found) return;
  const python::Module* module = modules_(found.path);
  const Definition* definition =
      module == nullptr ? nullptr : module->FindDefinition(found.definition->name);
  if (definition == nullptr || definition->parameters.empty()) return;
  Run(found, {{std::string(definition->parameters[0].name),
               Known{{.type = Type::kObject, .object = object}, {}}}});
}

void Interpreter::RunProgram(const Found& function, int parsed_arguments) {
  parsed_arguments_ = parsed_arguments;
  Enter(function, {}, {});
}

void Interpreter::RunOn(const Found& function, int object) {
  const python::Module* module = modules_(function.path);
  const Definition* definition =
      module == nullptr ? nullptr : module->FindDefinition(function.definition->name);
  if (definition == nullptr || definition->parameters.empty() || refusal_) return;
  steps_ = 0;
  std::map<std::string, Known> locals = Bound(function, *module, *definition, {}, {});
  locals[std::string(definition->parameters[0].name)] = {{.type = Type::kObject, .object = object},
                                                         {}};
  Run(function, std::move(locals));
}

// parser.parse_args()
std::optional<Known> Interpreter::OfParsing(Node call) const {
  const Node function = call.child(Field::kFunction);
  if (parsed_arguments_ < 0 || !function.Is(Kind::kAttribute)) return std::nullopt;
  const Constant arguments = {.type = Type::kObject, .object = parsed_arguments_};
  const absl::string_view name = LastNameOf(function);
  if (name == "parse_args") return Known{arguments, {}};
  if (name != "parse_known_args") return std::nullopt;
  return Known{Constant::Sequence("tuple", {arguments, Constant()}), {}};
}

// Whoever gets an object may change it.
void Interpreter::LoseArguments(Node call) {
  const Node function = call.child(Field::kFunction);
  const std::string name = frame().module->Resolve(function);
  const bool is_harmless = IsHarmless(name, function);
  const Node arguments = call.child(Field::kArguments);
  for (Node argument : arguments.named_children()) {
    if (argument.Is(Kind::kKeywordArgument)) argument = argument.child(Field::kValue);
    const Known value = Evaluate(argument);
    if (value.value.type == Type::kObject && !is_harmless) TaintObject(value.value.object);
  }
  // vars(x).update(...), x.__dict__.update(...)
  if (!function.Is(Kind::kAttribute)) return;
  Node base = function.child(Field::kObject);
  const bool is_dictionary = base.Is(Kind::kAttribute) && LastNameOf(base) == "__dict__";
  if (base.Is(Kind::kCall) && base.child(Field::kFunction).text() == "vars") {
    base = base.child(Field::kArguments).named_child(0);
  } else if (is_dictionary) {
    base = base.child(Field::kObject);
  } else {
    return;
  }
  const Known object = Evaluate(base);
  if (object.value.type == Type::kObject) TaintObject(object.value.object);
}

}  // namespace allreview::constraints
