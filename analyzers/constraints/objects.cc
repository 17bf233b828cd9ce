// How calls of classes make objects.

#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/constraints/class_fields.h"
#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Node;
using repository::Found;

// `run.Config(C, x=1)` and `run.Partial(C, x=1)` call C(x=1) later.
Node LaterClass(const python::Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (name != "nemo_run.Config" && name != "nemo_run.Partial" && name != "functools.partial") {
    return {};
  }
  const python::Arguments arguments = python::ArgumentsOf(call);
  return arguments.positional.size() == 1 ? arguments.positional[0] : Node();
}

}  // namespace

// What an argument is where the call stands: through names that are assigned once, and parameters
// that keep their default.
Known Interpreter::OfArgument(Node argument) {
  Known value = Evaluate(argument);
  if (value.is_known() || !argument.Is(Kind::kIdentifier)) return value;
  const python::Module& module = *frame().module;
  const Node assigned = module.Dereference(argument);
  if (assigned != argument) {
    // What stands behind the name may have been filled since.
    value = Evaluate(assigned);
    const bool may_change =
        value.value.type == Constant::Type::kSequence && value.value.text != "tuple";
    return may_change ? Known() : value;
  }
  const Definition* function = module.EnclosingFunction(argument);
  if (function == nullptr) return {};
  const int scope = module.scopes().LookUp(argument, argument.text());
  if (scope <= 0 || module.scopes().BindingsOf(scope, argument.text()).size() != 1) return {};
  for (const python::Parameter& parameter : function->parameters) {
    if (parameter.name != argument.text() || !parameter.default_value) continue;
    value = Evaluate(parameter.default_value);
    if (!value.is_known()) return {};
    value.reasons.insert(NewReason({.origin = Reason::Origin::kDefault,
                                    .name = std::string(parameter.name),
                                    .path = module.path(),
                                    .line = parameter.node.first_line(),
                                    .value = value.value.ToText()}));
    return value;
  }
  return {};
}

// What the keywords of the call give.
std::shared_ptr<Fields> Interpreter::Given(Node call) {
  auto given = std::make_shared<Fields>();
  for (Node keyword : python::ArgumentsOf(call).keywords) {
    const std::string name(keyword.child(Field::kName).text());
    Known value = OfArgument(keyword.child(Field::kValue));
    if (value.is_known() && value.value.type != Constant::Type::kObject) {
      value.reasons.insert(NewReason({.origin = Reason::Origin::kGiven,
                                      .name = name,
                                      .path = frame().module->path(),
                                      .line = keyword.first_line(),
                                      .value = value.value.ToText()}));
    }
    given->emplace(name, std::move(value));
  }
  return given;
}

std::optional<Known> Interpreter::Construct(const Found& found, Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  const size_t before = LaterClass(*frame().module, call) ? 1 : 0;  // The class itself.
  if (arguments.has_star || arguments.positional.size() > before) return std::nullopt;
  const std::shared_ptr<Fields> given = Given(call);
  if (!found.definition->is_dataclass || !found.definition->has_generated_init) {
    return std::nullopt;
  }
  const bool is_open = arguments.has_double_star;
  const int others = is_open ? DictionaryIn(call.child(Field::kArguments)) : -1;
  auto fields = std::make_shared<std::map<std::string, ClassField, std::less<>>>();
  for (ClassField& field : FieldsOfClass(project_, modules_, found.name)) {
    std::string name = field.name;
    fields->emplace(std::move(name), std::move(field));
  }
  const int object =
      NewObject({.class_name = found.name,
                 .initial = [this, given, fields, is_open, others](absl::string_view name) {
                   const auto value = given->find(name);
                   if (value != given->end()) return value->second;
                   const auto field = fields->find(name);
                   if (field == fields->end()) return Known();
                   if (others >= 0) return Read({others, std::string(name)});
                   return is_open ? Known() : DefaultOf(field->second);
                 }});
  RunMethod(object, "__post_init__");
  return Known{{.type = Constant::Type::kObject, .object = object}, {}};
}

Known Interpreter::DefaultOf(const ClassField& field) {
  Known value;
  if (!field.empty.empty()) value = {Constant::Sequence(field.empty, {}), {}};
  if (field.init) value = EvaluateIn(*field.module, field.init);
  if (!value.is_known() || value.value.type == Constant::Type::kObject) return value;
  value.reasons.insert(NewReason({.origin = Reason::Origin::kDefault,
                                  .name = field.name,
                                  .path = field.module->path(),
                                  .line = field.assignment.first_line(),
                                  .value = value.value.ToText()}));
  return value;
}

bool Interpreter::RunConstruction(const python::Module& module, Node call) {
  frames_.push_back({.id = ++last_frame_, .module = &module});
  const Node later = LaterClass(module, call);
  const std::string name = module.Resolve(later ? later : call.child(Field::kFunction));
  const Found found = name.empty() ? Found() : project_.FindDefinition(name);
  const bool is_class = found && found.definition->kind == Definition::Kind::kClass;
  const bool is_understood = is_class && Construct(found, call).has_value();
  frames_.pop_back();
  return is_understood;
}

}  // namespace allreview::constraints
