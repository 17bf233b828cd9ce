#include "analyzers/constraints/class_fields.h"

#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::constraints {
namespace {

using python::Field;
using python::Kind;
using python::Node;

void SetDefault(ClassField* field) {
  const Node value = field->value;
  field->init = value;
  const bool is_field =
      value.Is(Kind::kCall) &&
      absl::EndsWith(absl::AsciiStrToLower(value.child(Field::kFunction).text()), "field");
  if (!is_field) return;
  field->init = python::KeywordArgument(value, "default");
  if (field->init) {
    // As it is.
  } else if (Node factory = python::KeywordArgument(value, "default_factory")) {
    if (factory.Is(Kind::kLambda)) field->init = factory.child(Field::kBody);
    const absl::string_view made = factory.text();
    if (made == "list" || made == "dict" || made == "set") field->empty = std::string(made);
  }
  field->is_in_init = !python::KeywordArgument(value, "init").Is(Kind::kFalse);
}

// Those that the class has itself.
std::vector<ClassField> OwnFields(const python::Module& module,
                                  const python::Definition& definition) {
  std::vector<ClassField> fields;
  for (Node statement : definition.body.named_children()) {
    const Node assignment = statement.named_child(0);
    if (!statement.Is(Kind::kExpressionStatement) || !assignment.Is(Kind::kAssignment)) continue;
    const Node annotation = assignment.child(Field::kType);
    const Node name = assignment.child(Field::kLeft);
    // What the class has, and anybody may set on it, is no field.
    const bool is_field = annotation && name.Is(Kind::kIdentifier) &&
                          !absl::StrContains(annotation.text(), "ClassVar");
    if (!is_field) continue;
    fields.push_back({.name = std::string(name.text()),
                      .module = &module,
                      .assignment = assignment,
                      .annotation = annotation,
                      .value = assignment.child(Field::kRight)});
    if (fields.back().value) SetDefault(&fields.back());
  }
  return fields;
}

}  // namespace

std::vector<ClassField> FieldsOfClass(repository::Project& project, const Modules& modules,
                                      absl::string_view class_name) {
  std::vector<std::string> lineage = {std::string(class_name)};
  for (std::string& base : project.BasesOf(class_name)) lineage.push_back(std::move(base));
  std::vector<ClassField> fields;
  std::set<std::string> seen;
  for (const std::string& name : lineage) {
    const repository::Found found = project.FindDefinition(name);
    if (!found) continue;
    const python::Module* module = modules(found.path);
    const python::Definition* definition =
        module == nullptr ? nullptr : module->FindDefinition(found.definition->name);
    if (definition == nullptr) continue;
    for (ClassField& field : OwnFields(*module, *definition)) {
      if (seen.insert(field.name).second) fields.push_back(std::move(field));
    }
  }
  return fields;
}

std::string BareAnnotation(absl::string_view annotation) {
  absl::string_view text = absl::StripAsciiWhitespace(annotation);
  if (text.size() > 2 && (text[0] == '"' || text[0] == '\''))
    text = text.substr(1, text.size() - 2);
  absl::ConsumePrefix(&text, "typing.");
  if (absl::ConsumePrefix(&text, "Optional[")) absl::ConsumeSuffix(&text, "]");
  if (absl::ConsumeSuffix(&text, "None")) {
    text = absl::StripTrailingAsciiWhitespace(text);
    absl::ConsumeSuffix(&text, "|");
  }
  if (absl::ConsumePrefix(&text, "None")) {
    text = absl::StripLeadingAsciiWhitespace(text);
    absl::ConsumePrefix(&text, "|");
  }
  return std::string(absl::StripAsciiWhitespace(text));
}

}  // namespace allreview::constraints
