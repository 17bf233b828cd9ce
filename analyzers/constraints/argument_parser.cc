#include "analyzers/constraints/argument_parser.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace allreview::constraints {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using Action = Option::Action;

std::string WithHyphens(absl::string_view option) {
  return absl::StrReplaceAll(option, {{"_", "-"}});
}

Action ActionOf(absl::string_view action) {
  if (action.empty() || action == "store") return Action::kStore;
  if (action == "store_true") return Action::kTrue;
  return action == "store_false" ? Action::kFalse : Action::kOther;
}

// The value of the key in a dictionary display. Null: there is none.
Node ValueOfKey(Node dictionary, absl::string_view key) {
  for (Node pair : dictionary.named_children()) {
    if (pair.Is(Kind::kPair) && Module::StringContent(pair.child(Field::kKey)) == key) {
      return pair.child(Field::kValue);
    }
  }
  return {};
}

std::vector<std::string> TextsOf(Node list) {
  std::vector<std::string> texts;
  for (Node element : list.named_children()) {
    if (element.Is(Kind::kString)) texts.emplace_back(Module::StringContent(element));
  }
  return texts;
}

// All of them, when each is a text that is written out.
std::vector<std::string> ChoicesIn(const Module& module, Node choices) {
  if (!choices) return {};
  const Node list = module.Dereference(choices);
  if (!list.Is(Kind::kList) && !list.Is(Kind::kTuple) && !list.Is(Kind::kSet)) return {};
  std::vector<std::string> texts = TextsOf(list);
  size_t elements = 0;
  for (Node element : list.named_children()) elements += !element.Is(Kind::kComment);
  return texts.size() == elements ? texts : std::vector<std::string>();
}

Constant Typed(absl::string_view type, absl::string_view text) {
  if (type == "str") return Constant::Text(text);
  if (type == "int" || type == "float") {
    Constant number = Constant::Of(text);
    if (number.type != Constant::Type::kNumber) return {};
    number.is_whole = type == "int";
    return number;
  }
  return {};
}

}  // namespace

ArgumentParser::ArgumentParser(repository::Project& project, const Modules& modules,
                               const Module& module)
    : project_(project), modules_(modules), module_(module) {
  // What add_argument says comes first: it says it itself.
  for (Node call : module.CallsOf({"add_argument"})) AddFlag(call);
  for (Node call : module.tree().root().descendants(Kind::kCall)) AddFactory(call);
}

void ArgumentParser::AddFlag(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) {
    has_others_ = true;
    return;
  }
  std::vector<std::string> options;
  for (Node argument : arguments.positional) {
    const absl::string_view text = Module::StringContent(argument);
    has_others_ = has_others_ || text.empty() || absl::StrContains(text, "{");
    if (absl::StartsWith(text, "--")) options.emplace_back(text);
  }
  if (options.empty()) return;
  Option how;
  how.destination = std::string(Module::StringContent(python::KeywordArgument(call, "dest")));
  if (how.destination.empty()) {
    how.destination = absl::StrReplaceAll(absl::StripPrefix(options[0], "--"), {{"-", "_"}});
  }
  const Node action = python::KeywordArgument(call, "action");
  how.action = action && Module::StringContent(action).empty()
                   ? Action::kOther
                   : ActionOf(Module::StringContent(action));
  const Node type = python::KeywordArgument(call, "type");
  how.type = type ? std::string(type.text()) : "str";
  how.takes_many = static_cast<bool>(python::KeywordArgument(call, "nargs"));
  how.choices = ChoicesIn(module_, python::KeywordArgument(call, "choices"));
  how.line = call.first_line();
  Default value = {.module = &module_,
                   .value = python::KeywordArgument(call, "default"),
                   .line = call.first_line()};
  if (how.action == Action::kStore) value.constant = Constant::None();
  if (how.action == Action::kTrue) value.constant = Constant::Bool(false);
  if (how.action == Action::kFalse) value.constant = Constant::Bool(true);
  AddDefault(how.destination, value);
  for (std::string& option : options) AddOption(std::move(option), how);
}

void ArgumentParser::AddFactory(Node call) {
  const Node of = python::Argument(call, 0, "");
  if (!of.Is(Kind::kIdentifier) && !of.Is(Kind::kAttribute)) return;
  const std::string maker = module_.Resolve(call.child(Field::kFunction));
  if (maker.empty()) return;
  const repository::Found factory = project_.FindDefinition(maker);
  if (!factory || factory.definition->kind != python::Definition::Kind::kClass ||
      !factory.file->HasIdentifier("add_argument")) {
    return;
  }
  const repository::Found source = project_.FindDefinition(module_.Resolve(of));
  if (!source || source.definition->kind != python::Definition::Kind::kClass) return;
  const Node exclude = python::KeywordArgument(call, "exclude");
  const Node list = exclude ? module_.Dereference(exclude) : Node();
  if (exclude && !list.Is(Kind::kList)) return;
  const std::vector<std::string> texts = TextsOf(list);
  const std::set<std::string> excluded(texts.begin(), texts.end());
  for (const ClassField& field : FieldsOfClass(project_, modules_, source.name)) {
    if (field.is_in_init && excluded.count(field.name) == 0) AddField(field);
  }
}

Option ArgumentParser::TypedBy(const ClassField& field) const {
  Option how = {.destination = field.name};
  how.type = BareAnnotation(field.annotation.text());
  for (absl::string_view many : {"list[", "List["}) {
    absl::string_view element = how.type;
    if (!absl::ConsumePrefix(&element, many)) continue;
    absl::ConsumeSuffix(&element, "]");
    how.type = std::string(element);
    how.takes_many = true;
  }
  if (how.type == "bool") how.action = field.init.Is(Kind::kTrue) ? Action::kFalse : Action::kTrue;
  if (absl::StartsWith(how.type, "Literal[")) {
    const char first = absl::StripPrefix(how.type, "Literal[").front();
    how.type = first == '"' || first == '\'' || first == '\n' || first == ' ' ? "str" : "int";
  }
  const std::string owner = field.module->Resolve(field.annotation.named_child(0));
  for (const std::string& base :
       owner.empty() ? std::vector<std::string>() : project_.BasesOf(owner)) {
    if (absl::StartsWith(base, "enum.")) how.enumeration = owner.substr(owner.rfind('.') + 1);
  }
  return how;
}

void ArgumentParser::AddField(const ClassField& field) {
  Option how = TypedBy(field);
  Default value = {
      .module = field.module,
      .value = field.init,
      .constant = field.empty.empty() ? Constant() : Constant::Sequence(field.empty, {}),
      .line = field.assignment.first_line()};
  std::vector<std::string> options;
  if (how.action == Action::kFalse) {
    options = {absl::StrCat("--no-", field.name), absl::StrCat("--disable-", field.name)};
  } else {
    options = {absl::StrCat("--", field.name)};
  }
  const Node metadata = python::KeywordArgument(field.value, "metadata");
  const Node meta = ValueOfKey(metadata, "argparse_meta");
  if (meta) {
    if (Node names = ValueOfKey(meta, "arg_names")) options = TextsOf(names);
    if (Node type = ValueOfKey(meta, "type")) how.type = std::string(type.text());
    if (Node action = ValueOfKey(meta, "action"))
      how.action = ActionOf(Module::StringContent(action));
    if (ValueOfKey(meta, "nargs")) how.takes_many = true;
    if (Node initial = ValueOfKey(meta, "default")) value.value = initial;
    if (Node destination = ValueOfKey(meta, "dest")) {
      how.destination = std::string(Module::StringContent(destination));
    }
  }
  AddDefault(how.destination, value);
  for (std::string& option : options) AddOption(std::move(option), how);
}

void ArgumentParser::AddOption(std::string option, Option how) {
  spelled_.push_back(option);
  // How a factory spells the name of a field is its own business.
  if (how.line == 0) spelled_.push_back(WithHyphens(option));
  options_.try_emplace(WithHyphens(option), std::move(how));
}

// Of several options of one destination argparse takes the default of the first.
void ArgumentParser::AddDefault(const std::string& destination, Default value) {
  defaults_.try_emplace(destination, std::move(value));
}

const Option* ArgumentParser::Find(absl::string_view option) const {
  const auto found = options_.find(WithHyphens(option));
  return found == options_.end() ? nullptr : &found->second;
}

const Default* ArgumentParser::FindDefault(absl::string_view destination) const {
  const auto found = defaults_.find(destination);
  return found == defaults_.end() ? nullptr : &found->second;
}

Constant ConstantOf(const Option& option, const Setting& setting) {
  if (!setting.is_clear) return {};
  switch (option.action) {
    case Action::kTrue:
    case Action::kFalse:
      return setting.values.empty() ? Constant::Bool(option.action == Action::kTrue) : Constant();
    case Action::kOther:
      return {};
    case Action::kStore:
      break;
  }
  if (option.takes_many) {
    std::vector<Constant> elements;
    for (const std::string& value : setting.values) elements.push_back(Typed(option.type, value));
    return Constant::Sequence("list", std::move(elements));
  }
  if (setting.values.size() != 1) return {};
  if (!option.enumeration.empty()) {
    return {.type = Constant::Type::kMember,
            .text = absl::StrCat(option.enumeration, ".", setting.values[0])};
  }
  return Typed(option.type, setting.values[0]);
}

}  // namespace allreview::constraints
