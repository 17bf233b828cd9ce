#include <algorithm>

#include "absl/strings/match.h"
#include "analyzers/repository/facts_collectors.h"

namespace allreview::repository {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsSelfAttribute(Node node) {
  return node.Is(Kind::kAttribute) && node.child(Field::kObject).text() == "self";
}

}  // namespace

AttributeFacts& AttributeCollector::Of(const Surroundings& around, absl::string_view name,
                                       Node at) {
  const auto [entry, is_new] = attributes_.try_emplace({around.a_class->name, std::string(name)});
  if (is_new) {
    entry->second.owner = around.a_class->name;
    entry->second.name = std::string(name);
    entry->second.line = at.first_line();
  }
  return entry->second;
}

void AttributeCollector::VisitAssignment(Node assignment, const Surroundings& around) {
  if (around.a_class == nullptr || around.function == nullptr) return;
  const Node left = assignment.child(Field::kLeft);
  if (left.Is(Kind::kPatternList) || left.Is(Kind::kTuplePattern)) {
    for (Node part : left.children()) {
      if (IsSelfAttribute(part)) Of(around, part.child(Field::kAttribute).text(), part);
    }
    return;
  }
  if (!IsSelfAttribute(left)) return;
  AttributeFacts& facts = Of(around, left.child(Field::kAttribute).text(), left);
  const auto add = [&](std::string type) {
    if (type.empty() ||
        std::find(facts.types.begin(), facts.types.end(), type) != facts.types.end())
      return;
    facts.types.push_back(std::move(type));
  };
  if (const Node annotation = assignment.child(Field::kType)) {
    add(TypeOfAnnotation(module_, annotation));
  }
  const Node value = assignment.child(Field::kRight);
  if (!value) return;
  for (std::string& type : TypesOfValue(module_, value)) add(std::move(type));
  facts.device |= DeviceOfValue(module_, value);
}

void AttributeCollector::VisitCall(Node call, const Surroundings& around) {
  if (around.a_class == nullptr || around.function == nullptr) return;
  const Node function = call.child(Field::kFunction);
  if (function.Is(Kind::kIdentifier)) {
    if (function.text() != "setattr" || python::Argument(call, 0, "").text() != "self") return;
    const absl::string_view name = Module::StringContent(python::Argument(call, 1, ""));
    if (name.empty()) {
      open_.insert(around.a_class->name);
    } else {
      Of(around, name, call);
    }
    return;
  }
  if (!IsSelfAttribute(function)) return;
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (method != "register_buffer" && method != "register_parameter" && method != "add_module" &&
      method != "register_module") {
    return;
  }
  const absl::string_view name = Module::StringContent(python::Argument(call, 0, "name"));
  if (name.empty()) {
    open_.insert(around.a_class->name);
    return;
  }
  AttributeFacts& facts = Of(around, name, call);
  const Node value = python::Argument(call, 1,
                                      method == "register_buffer" ? "tensor"
                                      : method == "add_module"    ? "module"
                                                                  : "param");
  // A module's buffers move with it: that a factory puts one on the CPU says nothing.
  if (value && method == "add_module") facts.types = TypesOfValue(module_, value);
}

void AttributeCollector::Finish() {
  for (auto& [key, facts] : attributes_) facts_->attributes.push_back(std::move(facts));
  if (open_.empty()) return;
  for (DefinitionFacts& definition : facts_->definitions) {
    definition.sets_any_attribute |= open_.count(definition.name) > 0;
  }
}

}  // namespace allreview::repository
