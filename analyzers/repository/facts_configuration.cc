#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/facts_collectors.h"

namespace allreview::repository {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsNamedLikeConfiguration(absl::string_view name) {
  return absl::EndsWith(name, "config") || absl::EndsWith(name, "args") ||
         absl::EndsWith(name, "cfg");
}

// config, self.config, layer.config, args, get_args()
bool IsConfiguration(Node object) {
  if (object.Is(Kind::kIdentifier)) return IsNamedLikeConfiguration(object.text());
  if (object.Is(Kind::kAttribute)) {
    return IsNamedLikeConfiguration(object.child(Field::kAttribute).text());
  }
  return object.Is(Kind::kCall) &&
         absl::EndsWith(object.child(Field::kFunction).text(), "get_args");
}

// `x: int = field(default=1, init=False)`
void FillInit(Node value, FieldFacts* field) {
  field->has_default = static_cast<bool>(value);
  if (!value.Is(Kind::kCall) || !absl::EndsWith(value.child(Field::kFunction).text(), "field")) {
    return;
  }
  field->has_default = python::KeywordArgument(value, "default") ||
                       python::KeywordArgument(value, "default_factory");
  field->is_in_init = !python::KeywordArgument(value, "init").Is(Kind::kFalse);
  field->is_keyword_only = python::KeywordArgument(value, "kw_only").Is(Kind::kTrue);
}

bool IsWritten(Node attribute) {
  const Node parent = attribute.parent();
  return (parent.Is(Kind::kAssignment) || parent.Is(Kind::kAugmentedAssignment)) &&
         attribute.field() == Field::kLeft;
}

}  // namespace

void ConfigurationCollector::AddUse(absl::string_view name, bool is_write, Node at,
                                    const Surroundings& around) {
  if (!seen_.emplace(name, is_write, around.definition).second) return;
  facts_->field_uses.push_back({std::string(name), is_write, around.symbol(), PlaceOf(at)});
}

void ConfigurationCollector::VisitAssignment(Node assignment, const Surroundings& around) {
  const Node annotation = assignment.child(Field::kType);
  const Definition* owner = around.definition;
  if (!annotation || owner == nullptr || owner->kind != Definition::Kind::kClass) return;
  const Node name = assignment.child(Field::kLeft);
  if (!name.Is(Kind::kIdentifier)) return;
  const Node value = assignment.child(Field::kRight);
  fields_.insert(name.text());
  FieldFacts field = {owner->name, std::string(name.text()), ShortText(annotation),
                      value ? ShortText(value) : "", PlaceOf(assignment)};
  FillInit(value, &field);
  facts_->fields.push_back(std::move(field));
}

void ConfigurationCollector::VisitAttribute(Node attribute, const Surroundings& around) {
  const Node object = attribute.child(Field::kObject);
  const absl::string_view name = attribute.child(Field::kAttribute).text();
  const bool is_own = !fields_.empty() && object.Is(Kind::kIdentifier) && object.text() == "self" &&
                      fields_.count(name) > 0;
  if (!is_own && !IsConfiguration(object)) return;
  const bool is_called =
      attribute.parent().Is(Kind::kCall) && attribute.field() == Field::kFunction;
  if (!is_called) AddUse(name, IsWritten(attribute), attribute, around);
}

void ConfigurationCollector::VisitCall(Node call, const Surroundings& around) {
  const Node function = call.child(Field::kFunction);
  if (function.Is(Kind::kIdentifier)) {
    const absl::string_view name = function.text();
    if (name != "getattr" && name != "hasattr" && name != "setattr") return;
    const absl::string_view field = Module::StringContent(python::Argument(call, 1, ""));
    if (field.empty() || !IsConfiguration(python::Argument(call, 0, ""))) return;
    AddUse(field, name == "setattr", call, around);
    return;
  }
  if (!function.Is(Kind::kAttribute) ||
      function.child(Field::kAttribute).text() != "add_argument") {
    return;
  }
  FlagFacts flag;
  for (Node argument : python::ArgumentsOf(call).positional) {
    const absl::string_view option = Module::StringContent(argument);
    if (!absl::StartsWith(option, "-")) continue;
    if (flag.option.empty() || !absl::StartsWith(flag.option, "--"))
      flag.option = std::string(option);
  }
  if (flag.option.empty()) return;
  absl::string_view bare = flag.option;
  while (absl::ConsumePrefix(&bare, "-")) continue;
  flag.destination = std::string(Module::StringContent(python::KeywordArgument(call, "dest")));
  if (flag.destination.empty()) flag.destination = absl::StrReplaceAll(bare, {{"-", "_"}});
  flag.default_text = ShortText(python::KeywordArgument(call, "default"));
  flag.type = ShortText(python::KeywordArgument(call, "type"));
  flag.action = std::string(Module::StringContent(python::KeywordArgument(call, "action")));
  flag.symbol = around.symbol();
  flag.place = PlaceOf(call);
  facts_->flags.push_back(std::move(flag));
}

}  // namespace allreview::repository
