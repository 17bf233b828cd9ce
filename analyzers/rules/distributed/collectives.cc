#include "analyzers/rules/distributed/collectives.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Module;
using python::Node;
using K = Collective::Kind;

// Parameters of every release since 1.13 together: what was added later (group_src, group_dst)
// counts as known. Sorted by name.
// clang-format off
constexpr Collective kCollectives[] = {
    {"P2POp", {"op", "tensor", "peer", "group", "tag", "group_peer"}, K::kPointToPoint},
    {"_all_gather_base", {"output_tensor", "input_tensor", "group", "async_op"}, K::kTensor, 0, 1,
     "all_gather_into_tensor"},
    {"_functional_collectives.all_gather_tensor", {"self", "gather_dim", "group", "tag"},
     K::kFunctional, -1, 0},
    {"_functional_collectives.all_reduce", {"self", "reduceOp", "group", "tag"},
     K::kFunctional, -1, 0},
    {"_functional_collectives.all_to_all_single",
     {"self", "output_split_sizes", "input_split_sizes", "group", "tag"}, K::kFunctional, -1, 0},
    {"_functional_collectives.broadcast", {"self", "src", "group", "tag"}, K::kFunctional, -1, 0},
    {"_functional_collectives.reduce_scatter_tensor",
     {"self", "reduceOp", "scatter_dim", "group", "tag"}, K::kFunctional, -1, 0},
    {"_reduce_scatter_base", {"output", "input", "op", "group", "async_op"}, K::kTensor, 0, 1,
     "reduce_scatter_tensor"},
    {"all_gather", {"tensor_list", "tensor", "group", "async_op"}, K::kTensor, 0, 1},
    {"all_gather_coalesced", {"output_tensor_lists", "input_tensor_list", "group", "async_op"},
     K::kTensor, 0, 1},
    {"all_gather_into_tensor", {"output_tensor", "input_tensor", "group", "async_op"},
     K::kTensor, 0, 1},
    {"all_gather_object", {"object_list", "obj", "group"}, K::kObject, 0, 1},
    {"all_reduce", {"tensor", "op", "group", "async_op"}, K::kTensor, 0, 0},
    {"all_reduce_coalesced", {"tensors", "op", "group", "async_op"}, K::kTensor, 0, 0},
    {"all_to_all", {"output_tensor_list", "input_tensor_list", "group", "async_op"},
     K::kTensor, 0, 1},
    {"all_to_all_single",
     {"output", "input", "output_split_sizes", "input_split_sizes", "group", "async_op"},
     K::kTensor, 0, 1},
    {"barrier", {"group", "async_op", "device_ids"}, K::kBarrier},
    {"batch_isend_irecv", {"p2p_op_list"}, K::kBatch},
    {"broadcast", {"tensor", "src", "group", "async_op", "group_src"}, K::kTensor, 0, 0},
    {"broadcast_object_list", {"object_list", "src", "group", "device", "group_src"},
     K::kObject, 0, 0},
    {"destroy_process_group", {"group"}, K::kQuery},
    {"gather", {"tensor", "gather_list", "dst", "group", "async_op", "group_dst"},
     K::kTensor, 1, 0},
    {"gather_object", {"obj", "object_gather_list", "dst", "group", "group_dst"}, K::kObject, 1, 0},
    {"get_backend", {"group"}, K::kQuery},
    {"get_global_rank", {"group", "group_rank"}, K::kQuery},
    {"get_group_rank", {"group", "global_rank"}, K::kQuery},
    {"get_process_group_ranks", {"group"}, K::kQuery},
    {"get_rank", {"group"}, K::kQuery},
    {"get_world_size", {"group"}, K::kQuery},
    {"irecv", {"tensor", "src", "group", "tag", "group_src"}, K::kPointToPoint, 0},
    {"isend", {"tensor", "dst", "group", "tag", "group_dst"}, K::kPointToPoint, -1, 0},
    {"monitored_barrier", {"group", "timeout", "wait_all_ranks"}, K::kBarrier},
    {"new_group",
     {"ranks", "timeout", "backend", "pg_options", "use_local_synchronization", "group_desc",
      "device_id"}, K::kCreation},
    {"new_subgroups", {"group_size", "group", "timeout", "backend", "pg_options", "group_desc"},
     K::kCreation},
    {"new_subgroups_by_enumeration",
     {"ranks_per_subgroup_list", "timeout", "backend", "pg_options", "group_desc"}, K::kCreation},
    {"nn.functional.all_gather", {"tensor", "group"}, K::kFunctional, -1, 0},
    {"nn.functional.all_reduce", {"tensor", "op", "group"}, K::kFunctional, -1, 0},
    {"nn.functional.all_to_all", {"output_tensor_list", "input_tensor_list", "group"},
     K::kFunctional, -1, 1},
    {"nn.functional.all_to_all_single",
     {"output", "input", "output_split_sizes", "input_split_sizes", "group"},
     K::kFunctional, -1, 1},
    {"nn.functional.broadcast", {"tensor", "src", "group"}, K::kFunctional, -1, 0},
    {"nn.functional.gather", {"tensor", "dst", "group"}, K::kFunctional, -1, 0},
    {"nn.functional.reduce", {"tensor", "dst", "op", "group"}, K::kFunctional, -1, 0},
    {"nn.functional.reduce_scatter", {"output", "input_list", "op", "group"},
     K::kFunctional, -1, 1},
    {"nn.functional.scatter", {"tensors", "src", "group"}, K::kFunctional, -1, 0},
    {"recv", {"tensor", "src", "group", "tag", "group_src"}, K::kPointToPoint, 0},
    {"recv_object_list", {"object_list", "src", "group", "device", "group_src", "use_batch"},
     K::kPointToPoint, 0},
    {"reduce", {"tensor", "dst", "op", "group", "async_op", "group_dst"}, K::kTensor, 0, 0},
    {"reduce_scatter", {"output", "input_list", "op", "group", "async_op"}, K::kTensor, 0, 1},
    {"reduce_scatter_tensor", {"output", "input", "op", "group", "async_op"}, K::kTensor, 0, 1},
    {"scatter", {"tensor", "scatter_list", "src", "group", "async_op", "group_src"},
     K::kTensor, 0, 1},
    {"scatter_object_list",
     {"scatter_object_output_list", "scatter_object_input_list", "src", "group", "group_src"},
     K::kObject, 0, 1},
    {"send", {"tensor", "dst", "group", "tag", "group_dst"}, K::kPointToPoint, -1, 0},
    {"send_object_list", {"object_list", "dst", "group", "device", "group_dst", "use_batch"},
     K::kPointToPoint, -1, 0},
};
// clang-format on

// Whether some function of the table has that last name: the cheap question before Resolve.
bool MayBeCollective(absl::string_view name) {
  static const auto* const names = [] {
    auto* all = new absl::flat_hash_set<absl::string_view>;
    for (const Collective& op : kCollectives) all->insert(op.last_name());
    return all;
  }();
  return names->contains(name);
}

const Collective* FindByName(absl::string_view resolved) {
  if (!absl::ConsumePrefix(&resolved, "torch.distributed.")) return nullptr;
  absl::ConsumePrefix(&resolved, "distributed_c10d.");
  const Collective* found =
      std::lower_bound(std::begin(kCollectives), std::end(kCollectives), resolved,
                       [](const Collective& op, absl::string_view name) { return op.name < name; });
  return found != std::end(kCollectives) && found->name == resolved ? found : nullptr;
}

// `gather_func = dist.all_gather_into_tensor` in one branch and `= dist._all_gather_base` in the
// other, at module level. What a function puts there under `global` is taken to be of the kind.
const Collective* FindAlternatives(const Module& module, Node identifier) {
  if (module.scopes().LookUp(identifier, identifier.text()) != 0) return nullptr;
  const Collective* found = nullptr;
  for (const python::Binding& binding : module.scopes().BindingsOf(0, identifier.text())) {
    if (binding.kind != python::Binding::Kind::kAssignment || !binding.value) return nullptr;
    if (module.EnclosingFunction(binding.node) != nullptr) continue;
    const Collective* op = FindByName(module.Resolve(binding.value));
    if (op == nullptr) return nullptr;
    if (found != nullptr && found->canonical_name() != op->canonical_name()) return nullptr;
    if (found == nullptr) found = op;
  }
  return found;
}

}  // namespace

int Collective::PositionOf(absl::string_view parameter) const {
  for (int i = 0; !parameters[i].empty(); ++i) {
    if (parameters[i] == parameter) return i;
  }
  return -1;
}

Node Collective::ArgumentOf(Node call, int position) const {
  return position < 0 ? Node() : python::Argument(call, position, parameters[position]);
}

Node Collective::ArgumentOf(Node call, absl::string_view parameter) const {
  return ArgumentOf(call, PositionOf(parameter));
}

Group Collective::GroupOf(const Module& module, Node call) const {
  const int position = PositionOf("group");
  return position < 0 ? Group() : GroupArgumentOf(module, call, position);
}

bool Collective::OmitsGroup(Node call) const {
  const python::Arguments arguments = python::ArgumentsOf(call);
  return Has("group") && !arguments.has_star && !arguments.has_double_star &&
         !ArgumentOf(call, "group");
}

std::span<const Collective> Collectives() { return kCollectives; }

const Collective* FindCollective(const Module& module, Node call) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  if (function.Is(python::Kind::kAttribute)) {
    if (!MayBeCollective(function.child(Field::kAttribute).text())) return nullptr;
    return FindByName(module.Resolve(function));
  }
  if (!function.Is(python::Kind::kIdentifier)) return nullptr;
  if (const Collective* op = FindByName(module.Resolve(function))) return op;
  return FindAlternatives(module, function);
}

bool IsNamedLikeProcessGroup(Node expression) {
  const absl::string_view name = LastName(expression);
  if (python::WithoutParentheses(expression).Is(python::Kind::kCall)) {
    return absl::StartsWith(name, "get_") && absl::EndsWith(name, "_group");
  }
  return IsGroupName(name);
}

}  // namespace allreview::rules
