#include "analyzers/rules/configuration/fields.h"

#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules::configuration {
namespace {

using python::Definition;
using python::Module;

// The call of the decorator, or its name. Null: no dataclass.
Node DataclassDecorator(const Module& module, const Definition& definition) {
  for (Node decorator : definition.decorators) {
    const Node function =
        decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator;
    if (LastName(function) == "dataclass" && module.Resolve(function) == "dataclasses.dataclass") {
      return decorator;
    }
  }
  return Node();
}

ClassField FieldOf(Node assignment) {
  ClassField field{.name = assignment.child(Field::kLeft).text(),
                   .node = assignment,
                   .annotation = assignment.child(Field::kType),
                   .value = assignment.child(Field::kRight)};
  const absl::string_view annotation = field.annotation.text();
  field.is_in_init =
      !absl::StrContains(annotation, "ClassVar") && !absl::StrContains(annotation, "KW_ONLY");
  field.has_default = static_cast<bool>(field.value);
  if (field.value.Is(NodeKind::kCall) && CalleeName(field.value) == "field") {
    field.has_default = python::KeywordArgument(field.value, "default") ||
                        python::KeywordArgument(field.value, "default_factory") ||
                        python::ArgumentsOf(field.value).has_double_star;
    field.is_in_init &= !python::KeywordArgument(field.value, "init").Is(NodeKind::kFalse);
  }
  return field;
}

std::vector<ClassField> OwnFields(const Definition& definition) {
  std::vector<ClassField> fields;
  for (Node statement : definition.body.children()) {
    const Node assignment = statement.Is(NodeKind::kExpressionStatement)
                                ? statement.child(NodeKind::kAssignment)
                                : Node();
    if (assignment.child(Field::kType) &&
        assignment.child(Field::kLeft).Is(NodeKind::kIdentifier)) {
      fields.push_back(FieldOf(assignment));
    }
  }
  return fields;
}

std::set<std::string> FieldNamesBefore(const ChangeContext& change) {
  std::set<std::string> names;
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr) continue;
    for (const ConfigurationClass& a_class : ConfigurationClassesIn(*file.before)) {
      for (const ClassField& field : a_class.fields) names.insert(std::string(field.name));
    }
  }
  return names;
}

std::vector<ClassField> NewAmong(const AnalysedFile& file, const ConfigurationClass& a_class,
                                 const std::set<std::string>& known) {
  std::vector<ClassField> added;
  for (const ClassField& field : a_class.fields) {
    if (!field.is_in_init || field.is_private() || !file.lines.Touches(field.node)) continue;
    if (!known.count(std::string(field.name))) added.push_back(field);
  }
  return added;
}

}  // namespace

std::vector<ConfigurationClass> ConfigurationClassesIn(const Module& module) {
  std::vector<ConfigurationClass> classes;
  for (const Definition& definition : module.definitions()) {
    if (definition.kind != Definition::Kind::kClass ||
        !absl::EndsWith(definition.simple_name, "Config")) {
      continue;
    }
    const Node decorator = DataclassDecorator(module, definition);
    if (!decorator) continue;
    classes.push_back({.definition = &definition, .fields = OwnFields(definition)});
    classes.back().is_keyword_only =
        decorator.Is(NodeKind::kCall) &&
        python::KeywordArgument(decorator, "kw_only").Is(NodeKind::kTrue);
  }
  return classes;
}

ConfigurationClass BeforeOf(const ChangeContext& change, const ConfigurationClass& a_class) {
  const Definition* const definition = change.Before(*a_class.definition);
  if (definition == nullptr) return {};
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || &file.before->tree() != definition->node.tree()) continue;
    for (ConfigurationClass& before : ConfigurationClassesIn(*file.before)) {
      if (before.definition == definition) return std::move(before);
    }
  }
  return {};
}

std::vector<ClassField> NewFieldsOf(const ChangeContext& change, const AnalysedFile& file,
                                    const ConfigurationClass& a_class) {
  return NewAmong(file, a_class, FieldNamesBefore(change));
}

std::vector<NewField> NewFieldsIn(const ChangeContext& change) {
  std::vector<NewField> added;
  const std::set<std::string> known = FieldNamesBefore(change);
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr || file.changed->role == FileRole::kTest) continue;
    for (const ConfigurationClass& a_class : ConfigurationClassesIn(*file.after)) {
      for (const ClassField& field : NewAmong(file, a_class, known)) {
        added.push_back({&file, a_class.definition, field});
      }
    }
  }
  return added;
}

}  // namespace allreview::rules::configuration
