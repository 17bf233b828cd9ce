#include "analyzers/rules/distributed/axes.h"

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/axes_internal.h"
#include "analyzers/rules/distributed/axis_names.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kMaxDepth = 4;

// What a keyword of a getter says: false when it is absent, nothing when it is no literal.
std::optional<bool> Flag(Node call, absl::string_view name, int position) {
  const Node value = python::Argument(call, position, name);
  if (!value) {
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.has_star || arguments.has_double_star) return std::nullopt;
    return false;
  }
  if (value.Is(Kind::kTrue)) return true;
  if (value.Is(Kind::kFalse)) return false;
  return std::nullopt;
}

bool IsCollectionName(absl::string_view name) {
  for (absl::string_view known : {"pg", "pgs", "pgc", "pg_collection", "process_groups",
                                  "process_group_collection", "groups", "group_collection"}) {
    if (name == known || absl::EndsWith(name, absl::StrCat("_", known))) return true;
  }
  return false;
}

Group GroupOfExpression(const Module& module, Node expression, int depth);

// By name, as nothing better is known.
Group NamedGroup(Node expression, absl::string_view name) {
  if (const auto named = AxesOfGroupName(name)) return KnownGroup(*named, expression.text(), true);
  return {.kind = Group::Kind::kOpaque,
          .is_group_name = IsGroupName(name),
          .text = std::string(expression.text())};
}

Group GroupOfCall(Node call) {
  if (Group group = GetterGroup(call, {"_group", "_group_gloo"})) return group;
  const absl::string_view name = LastName(call);
  if (name == "_get_default_group") return WorldGroup(std::string(call.text()));
  if (name == "getattr") {
    const absl::string_view field = TextOfString(python::Argument(call, 1, "name"));
    const Node object = python::Argument(call, 0, "object");
    if (IsCollectionName(LastName(object))) {
      if (const auto named = AxesOfField(field)) return KnownGroup(*named, call.text(), false);
    }
    return NamedGroup(call, field);
  }
  if (name == "cast" || name == "get_group") return UnknownGroup(call);
  Group group = NamedGroup(call, name);
  // A function of unknown meaning: its name is not that of the group that it returns.
  if (!group.is_world()) group = {.kind = Group::Kind::kOpaque, .text = std::string(call.text())};
  group.is_group_name = absl::StartsWith(name, "get_") && absl::EndsWith(name, "_group");
  return group;
}

Group GroupOfAttribute(const Module& module, Node attribute, int depth) {
  const absl::string_view name = attribute.child(Field::kAttribute).text();
  if (name == "WORLD") return WorldGroup(std::string(attribute.text()));
  if (IsCollectionName(LastName(attribute.child(Field::kObject)))) {
    if (const auto named = AxesOfField(name)) return KnownGroup(*named, attribute.text(), false);
  }
  if (const Node value = OnlyValueOfSelf(module, attribute); value && depth > 0) {
    Group group = GroupOfExpression(module, value, depth - 1);
    if (group.kind == Group::Kind::kKnown || group.kind == Group::Kind::kUnknown) {
      group.text = std::string(attribute.text());
      return group;
    }
  }
  return NamedGroup(attribute, name);
}

// `group` may have been given another value before: then its name says nothing.
Group GroupOfIdentifier(const Module& module, Node identifier) {
  const absl::string_view name = identifier.text();
  if (IsLoopVariable(module, identifier)) {
    return {.kind = Group::Kind::kOpaque, .text = std::string(name)};
  }
  return NamedGroup(identifier, name);
}

Group GroupOfExpression(const Module& module, Node expression, int depth) {
  const Node written = python::WithoutParentheses(expression);
  if (!written || written.Is(Kind::kNone)) return WorldGroup(std::string(written.text()));
  const Node value = module.Dereference(written);
  Group group;
  switch (value.kind()) {
    case Kind::kNone:
      // `group = None` before an `if` that binds it is not certain; here it is.
      return WorldGroup(std::string(written.text()));
    case Kind::kCall:
      group = GroupOfCall(value);
      break;
    case Kind::kAttribute:
      group = GroupOfAttribute(module, value, depth);
      break;
    case Kind::kIdentifier:
      group = GroupOfIdentifier(module, value);
      break;
    case Kind::kSubscript:
      group = NamedGroup(value, GroupNameIn(value));
      break;
    default:
      group = UnknownGroup(value);
  }
  // The name at hand reads better than what it stands for, and is as good where that is opaque.
  if (value != written && group.kind == Group::Kind::kOpaque)
    group = NamedGroup(written, GroupNameIn(written));
  group.text = std::string(written.text());
  return group;
}

}  // namespace

Group WorldGroup(std::string text) {
  return {.kind = Group::Kind::kWorld, .text = std::move(text)};
}

Group UnknownGroup(Node expression) {
  return {.kind = Group::Kind::kUnknown, .text = std::string(expression.text())};
}

Group KnownGroup(NamedAxes named, absl::string_view text, bool is_by_name) {
  if (named.is_world) return WorldGroup(std::string(text));
  return {.kind = named.is_decided_elsewhere ? Group::Kind::kUnknown : Group::Kind::kKnown,
          .axes = named.axes,
          .is_by_name = is_by_name,
          .text = std::string(text)};
}

Group GetterGroup(Node call, std::initializer_list<absl::string_view> suffixes) {
  absl::string_view name = LastName(call);
  if (!absl::ConsumePrefix(&name, "get_")) return {};
  bool has_suffix = false;
  for (absl::string_view suffix : suffixes) {
    if (absl::ConsumeSuffix(&name, suffix)) {
      has_suffix = true;
      break;
    }
  }
  if (!has_suffix) return {};
  std::optional<NamedAxes> named = AxesOfGetter(name);
  if (!named) return {};
  if (name == "data_parallel" || name == "tensor_and_data_parallel") {
    const int position = name == "data_parallel" ? 0 : 1;
    const std::optional<bool> with_context = Flag(call, "with_context_parallel", position);
    if (!with_context) return UnknownGroup(call);
    if (*with_context) named->axes |= kContextAxis;
  }
  for (absl::string_view partial : {"partial_data_parallel", "partial_expert_data_parallel"}) {
    const Node value = python::KeywordArgument(call, partial);
    if (value && !value.Is(Kind::kFalse)) return UnknownGroup(call);
  }
  return KnownGroup(*named, call.text(), false);
}

absl::string_view TextOfString(Node node) {
  return node.Is(Kind::kString) ? Module::StringContent(node) : absl::string_view();
}

absl::string_view GroupNameIn(Node expression) {
  if (!expression.Is(Kind::kSubscript)) return LastName(expression);
  return TextOfString(expression.child(Field::kSubscript));
}

Node OnlyValueOfSelf(const Module& module, Node attribute) {
  if (attribute.child(Field::kObject).text() != "self") return Node();
  const Definition* a_class = module.EnclosingClass(attribute);
  if (a_class == nullptr) return Node();
  const std::vector<Node> values =
      module.SelfAttributeValues(*a_class, attribute.child(Field::kAttribute).text());
  return values.size() == 1 ? values[0] : Node();
}

Group GroupOf(const Module& module, Node expression) {
  return GroupOfExpression(module, expression, kMaxDepth);
}

Group GroupArgumentOf(const Module& module, Node call, int position) {
  if (const Node group = python::Argument(call, position, "group")) return GroupOf(module, group);
  const python::Arguments arguments = python::ArgumentsOf(call);
  return arguments.has_star || arguments.has_double_star ? UnknownGroup(call) : WorldGroup();
}

bool IsLoopVariable(const Module& module, Node expression) {
  if (!expression.Is(Kind::kIdentifier)) return false;
  for (const python::Binding& binding :
       module.scopes().MeaningOf(expression, expression.text()).bindings) {
    if (binding.kind == python::Binding::Kind::kLoop) return true;
  }
  return false;
}

}  // namespace allreview::rules
