// Sizes of groups and ranks within them: the part of axes.h that is about numbers.

#include <initializer_list>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/axes_internal.h"
#include "analyzers/rules/distributed/axis_names.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kMaxDepth = 4;

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
  // DeepSpeed's module of that name has the same functions.
  if (!absl::ConsumePrefix(&name, "torch.distributed.") &&
      !absl::ConsumePrefix(&name, "deepspeed.comm.")) {
    return false;
  }
  absl::ConsumePrefix(&name, "distributed_c10d.");
  return name == function;
}

Group FirstArgumentGroup(const Module& module, Node call, absl::string_view name = "group") {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) return UnknownGroup(call);
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
    return named && !IsLoopVariable(module, expression)
               ? KnownGroup(*named, expression.text(), true)
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
    const Node assigned = OnlyValueOfSelf(module, value);
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
  if (Group group = GetterGroup(expression, {"_src_rank", "_first_rank", "_last_rank"})) {
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

Group DirectSizeOf(const Module& module, Node expression) {
  if (Group group = ByName(module, expression, {"_world_size", "_group_size", "_size"}))
    return group;
  if (!expression.Is(Kind::kCall)) {
    return expression.Is(Kind::kAttribute) && expression.text() == "args.world_size"
               ? WorldGroup("args.world_size")
               : Group();
  }
  if (Group group = GetterGroup(expression, {"_world_size"})) return group;
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
  if (Group group = ByName(module, expression, {"_rank"})) return group;
  if (!expression.Is(Kind::kCall)) {
    return expression.Is(Kind::kAttribute) && expression.text() == "args.rank"
               ? WorldGroup("args.rank")
               : Group();
  }
  const absl::string_view name = LastName(expression);
  for (absl::string_view fixed :
       {"_src_rank", "_first_rank", "_last_rank", "_next_rank", "_prev_rank"}) {
    if (absl::EndsWith(name, fixed)) return {};
  }
  if (Group group = GetterGroup(expression, {"_rank"})) return group;
  if (name == "get_pg_rank") return FirstArgumentGroup(module, expression);
  // With arguments it is torch's, which translates a rank of a group.
  const bool is_own_global_rank = name == "get_global_rank" &&
                                  python::ArgumentsOf(expression).positional.empty() &&
                                  python::ArgumentsOf(expression).keywords.empty();
  if (name == "safe_get_rank" || name == "_safe_get_rank" || is_own_global_rank)
    return WorldGroup(std::string(expression.text()));
  if (IsDistributed(module, expression, "get_rank")) return FirstArgumentGroup(module, expression);
  const Node receiver = ReceiverOf(expression, "rank");
  return receiver ? GroupOfReceiver(module, receiver) : Group();
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
