#include "analyzers/rules/distributed/axes.h"

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
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

Group World(std::string text = "") {
  return {.kind = Group::Kind::kWorld, .text = std::move(text)};
}

Group Unknown(Node expression) {
  return {.kind = Group::Kind::kUnknown, .text = std::string(expression.text())};
}

Group Known(NamedAxes named, absl::string_view text, bool is_by_name) {
  if (named.is_world) return World(std::string(text));
  return {.kind = named.is_decided_elsewhere ? Group::Kind::kUnknown : Group::Kind::kKnown,
          .axes = named.axes,
          .is_by_name = is_by_name,
          .text = std::string(text)};
}

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

// Of a call of parallel_state: `get_data_parallel_group(with_context_parallel=True)`. `suffixes`
// are what may follow the axis in the name.
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
    if (!with_context) return Unknown(call);
    if (*with_context) named->axes |= kContextAxis;
  }
  for (absl::string_view partial : {"partial_data_parallel", "partial_expert_data_parallel"}) {
    const Node value = python::KeywordArgument(call, partial);
    if (value && !value.Is(Kind::kFalse)) return Unknown(call);
  }
  return Known(*named, call.text(), false);
}

bool IsCollectionName(absl::string_view name) {
  for (absl::string_view known : {"pg", "pgs", "pgc", "pg_collection", "process_groups",
                                  "process_group_collection", "groups", "group_collection"}) {
    if (name == known || absl::EndsWith(name, absl::StrCat("_", known))) return true;
  }
  return false;
}

// "x" of `"x"`.
absl::string_view StringOf(Node node) {
  return node.Is(Kind::kString) ? Module::StringContent(node) : absl::string_view();
}

// "dp_group" of `dp_group`, `self.dp_group`, `metadata["dp_group"]`.
absl::string_view GroupNameIn(Node expression) {
  if (!expression.Is(Kind::kSubscript)) return LastName(expression);
  return StringOf(expression.child(Field::kSubscript));
}

// Value of `self.name` when the class assigns it exactly once.
Node OnlySelfValue(const Module& module, Node attribute) {
  if (attribute.child(Field::kObject).text() != "self") return Node();
  const Definition* a_class = module.EnclosingClass(attribute);
  if (a_class == nullptr) return Node();
  const std::vector<Node> values =
      module.SelfAttributeValues(*a_class, attribute.child(Field::kAttribute).text());
  return values.size() == 1 ? values[0] : Node();
}

Group GroupOfExpression(const Module& module, Node expression, int depth);

// By name, as nothing better is known.
Group NamedGroup(Node expression, absl::string_view name) {
  if (const auto named = AxesOfGroupName(name)) return Known(*named, expression.text(), true);
  return {.kind = Group::Kind::kOpaque,
          .is_group_name = IsGroupName(name),
          .text = std::string(expression.text())};
}

Group GroupOfCall(Node call) {
  if (const Group group = GetterGroup(call, {"_group", "_group_gloo"})) return group;
  const absl::string_view name = LastName(call);
  if (name == "_get_default_group") return World(std::string(call.text()));
  if (name == "getattr") {
    const absl::string_view field = StringOf(python::Argument(call, 1, "name"));
    const Node object = python::Argument(call, 0, "object");
    if (IsCollectionName(LastName(object))) {
      if (const auto named = AxesOfField(field)) return Known(*named, call.text(), false);
    }
    return NamedGroup(call, field);
  }
  if (name == "cast" || name == "get_group") return Unknown(call);
  Group group = NamedGroup(call, name);
  // A function of unknown meaning: its name is not that of the group that it returns.
  if (!group.is_world()) group = {.kind = Group::Kind::kOpaque, .text = std::string(call.text())};
  group.is_group_name = absl::StartsWith(name, "get_") && absl::EndsWith(name, "_group");
  return group;
}

Group GroupOfAttribute(const Module& module, Node attribute, int depth) {
  const absl::string_view name = attribute.child(Field::kAttribute).text();
  if (name == "WORLD") return World(std::string(attribute.text()));
  if (IsCollectionName(LastName(attribute.child(Field::kObject)))) {
    if (const auto named = AxesOfField(name)) return Known(*named, attribute.text(), false);
  }
  if (const Node value = OnlySelfValue(module, attribute); value && depth > 0) {
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
  if (!written || written.Is(Kind::kNone)) return World(std::string(written.text()));
  const Node value = module.Dereference(written);
  Group group;
  switch (value.kind()) {
    case Kind::kNone:
      // `group = None` before an `if` that binds it is not certain; here it is.
      return World(std::string(written.text()));
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
      group = Unknown(value);
  }
  // The name at hand reads better than what it stands for, and is as good where that is opaque.
  if (value != written && group.kind == Group::Kind::kOpaque)
    group = NamedGroup(written, GroupNameIn(written));
  group.text = std::string(written.text());
  return group;
}

// Size of a thing that is certainly a group: a tensor has size() and rank-like names, too.
Group GroupOfReceiver(const Module& module, Node object) {
  Group group = GroupOf(module, object);
  if (group.kind == Group::Kind::kOpaque && !group.is_group_name) return {};
  return group.kind == Group::Kind::kUnknown && !IsGroupName(GroupNameIn(object)) ? Group() : group;
}

bool IsDistributed(const Module& module, Node call, absl::string_view function) {
  if (LastName(call) != function && !call.child(Field::kFunction).Is(Kind::kIdentifier))
    return false;
  absl::string_view name;
  const std::string resolved = module.Resolve(call.child(Field::kFunction));
  name = resolved;
  if (!absl::ConsumePrefix(&name, "torch.distributed.")) return false;
  absl::ConsumePrefix(&name, "distributed_c10d.");
  return name == function;
}

Group FirstArgumentGroup(const Module& module, Node call, absl::string_view name = "group") {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) return Unknown(call);
  return GroupOf(module, python::Argument(call, 0, name));
}

// `g.size()`, `g.rank()`: a method without arguments.
Node ReceiverOf(Node call, absl::string_view method) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute) || function.child(Field::kAttribute).text() != method) {
    return Node();
  }
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (!arguments.positional.empty() || !arguments.keywords.empty()) return Node();
  return function.child(Field::kObject);
}

// A name of a size or rank, such as `self.tp_size`: "tp" must be an axis.
Group ByName(const Module& module, Node expression,
             std::initializer_list<absl::string_view> suffixes) {
  if (!expression.Is(Kind::kIdentifier) && !expression.Is(Kind::kAttribute)) return {};
  absl::string_view name = LastName(expression);
  for (absl::string_view suffix : suffixes) {
    if (!absl::ConsumeSuffix(&name, suffix)) continue;
    const auto named = AxesOfStem(name);
    return named && !IsLoopVariable(module, expression) ? Known(*named, expression.text(), true)
                                                        : Group();
  }
  return {};
}

Group Followed(const Module& module, Node expression,
               Group (*direct)(const Module& module, Node expression)) {
  Node value = python::WithoutParentheses(expression);
  for (int i = 0; i <= kMaxDepth && value; ++i) {
    const Node next = module.Dereference(value, 1);
    // A name that was assigned tells less than what was assigned.
    if (next == value || !value.Is(Kind::kIdentifier)) break;
    value = next;
  }
  if (Group group = direct(module, value)) return group;
  if (value.Is(Kind::kAttribute)) {
    const Node assigned = OnlySelfValue(module, value);
    if (assigned && !assigned.Is(Kind::kIdentifier)) return direct(module, assigned);
  }
  return {};
}

Group DirectSourceRankOf(const Module& module, Node expression) {
  if (expression.Is(Kind::kSubscript)) {
    const Node list = module.Dereference(expression.child(Field::kValue));
    if (list.Is(Kind::kCall) && IsDistributed(module, list, "get_process_group_ranks")) {
      return FirstArgumentGroup(module, list);
    }
    return {};
  }
  if (!expression.Is(Kind::kCall)) return {};
  if (const Group group = GetterGroup(expression, {"_src_rank", "_first_rank", "_last_rank"})) {
    return group;
  }
  const absl::string_view name = LastName(expression);
  if (name == "get_pg_src_rank" || name == "get_pp_first_rank" || name == "get_pp_last_rank" ||
      IsDistributed(module, expression, "get_global_rank")) {
    return FirstArgumentGroup(module, expression);
  }
  return {};
}

}  // namespace

Group GroupOf(const Module& module, Node expression) {
  return GroupOfExpression(module, expression, kMaxDepth);
}

Group GroupArgumentOf(const Module& module, Node call, int position) {
  if (const Node group = python::Argument(call, position, "group")) return GroupOf(module, group);
  const python::Arguments arguments = python::ArgumentsOf(call);
  return arguments.has_star || arguments.has_double_star ? Unknown(call) : World();
}

Group DirectSizeOf(const Module& module, Node expression) {
  if (const Group group = ByName(module, expression, {"_world_size", "_size"})) return group;
  if (!expression.Is(Kind::kCall)) {
    return expression.Is(Kind::kAttribute) && expression.text() == "args.world_size"
               ? World("args.world_size")
               : Group();
  }
  if (const Group group = GetterGroup(expression, {"_world_size"})) return group;
  const absl::string_view name = LastName(expression);
  if (name == "get_pg_size") return FirstArgumentGroup(module, expression);
  if (IsDistributed(module, expression, "get_world_size")) {
    return FirstArgumentGroup(module, expression);
  }
  if (name == "len") {
    const Node list = module.Dereference(python::Argument(expression, 0, "obj"));
    if (list.Is(Kind::kCall) && IsDistributed(module, list, "get_process_group_ranks")) {
      return FirstArgumentGroup(module, list);
    }
    return {};
  }
  const Node receiver = ReceiverOf(expression, "size");
  return receiver ? GroupOfReceiver(module, receiver) : Group();
}

Group DirectRankOf(const Module& module, Node expression) {
  if (const Group group = ByName(module, expression, {"_rank"})) return group;
  if (!expression.Is(Kind::kCall)) {
    return expression.Is(Kind::kAttribute) && expression.text() == "args.rank" ? World("args.rank")
                                                                               : Group();
  }
  const absl::string_view name = LastName(expression);
  for (absl::string_view fixed :
       {"_src_rank", "_first_rank", "_last_rank", "_next_rank", "_prev_rank"}) {
    if (absl::EndsWith(name, fixed)) return {};
  }
  if (const Group group = GetterGroup(expression, {"_rank"})) return group;
  if (name == "get_pg_rank") return FirstArgumentGroup(module, expression);
  if (name == "safe_get_rank" || name == "_safe_get_rank")
    return World(std::string(expression.text()));
  if (IsDistributed(module, expression, "get_rank")) return FirstArgumentGroup(module, expression);
  const Node receiver = ReceiverOf(expression, "rank");
  return receiver ? GroupOfReceiver(module, receiver) : Group();
}

bool IsLoopVariable(const Module& module, Node expression) {
  if (!expression.Is(Kind::kIdentifier)) return false;
  const int scope = module.scopes().LookUp(expression, expression.text());
  if (scope < 0) return false;
  for (const python::Binding& binding :
       module.scopes().BindingsOf(static_cast<uint32_t>(scope), expression.text())) {
    if (binding.kind == python::Binding::Kind::kLoop) return true;
  }
  return false;
}

Group SizeOf(const Module& module, Node expression) {
  return Followed(module, expression, DirectSizeOf);
}

Group RankOf(const Module& module, Node expression) {
  return Followed(module, expression, DirectRankOf);
}

Group SourceRankOf(const Module& module, Node expression) {
  return Followed(module, expression, DirectSourceRankOf);
}

}  // namespace allreview::rules
