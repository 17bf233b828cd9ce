#include "analyzers/rules/distributed/collectives.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Node;

// Parameters of every release since 1.13 together: what was added later (group_src, group_dst)
// counts as known.
constexpr Collective kCollectives[] = {
    {"_all_gather_base", {"output_tensor", "input_tensor", "group", "async_op"}, 0},
    {"_reduce_scatter_base", {"output", "input", "op", "group", "async_op"}, 0},
    {"all_gather", {"tensor_list", "tensor", "group", "async_op"}},
    {"all_gather_into_tensor", {"output_tensor", "input_tensor", "group", "async_op"}, 0},
    {"all_gather_object", {"object_list", "obj", "group"}},
    {"all_reduce", {"tensor", "op", "group", "async_op"}, 0},
    {"all_to_all", {"output_tensor_list", "input_tensor_list", "group", "async_op"}},
    {"all_to_all_single",
     {"output", "input", "output_split_sizes", "input_split_sizes", "group", "async_op"},
     0},
    {"barrier", {"group", "async_op", "device_ids"}},
    {"broadcast", {"tensor", "src", "group", "async_op", "group_src"}, 0},
    {"gather", {"tensor", "gather_list", "dst", "group", "async_op", "group_dst"}},
    {"get_rank", {"group"}},
    {"get_world_size", {"group"}},
    {"irecv", {"tensor", "src", "group", "tag", "group_src"}, 0},
    {"isend", {"tensor", "dst", "group", "tag", "group_dst"}},
    {"monitored_barrier", {"group", "timeout", "wait_all_ranks"}},
    {"recv", {"tensor", "src", "group", "tag", "group_src"}, 0},
    {"reduce", {"tensor", "dst", "op", "group", "async_op", "group_dst"}, 0},
    {"reduce_scatter", {"output", "input_list", "op", "group", "async_op"}, 0},
    {"reduce_scatter_tensor", {"output", "input", "op", "group", "async_op"}, 0},
    {"scatter", {"tensor", "scatter_list", "src", "group", "async_op", "group_src"}, 0},
    {"send", {"tensor", "dst", "group", "tag", "group_dst"}},
};

// "group" of self.group, "get_tp_group" of mpu.get_tp_group().
absl::string_view LastName(Node expression) {
  if (expression.Is(python::Kind::kCall)) expression = expression.child(Field::kFunction);
  if (expression.Is(python::Kind::kAttribute)) expression = expression.child(Field::kAttribute);
  return expression.Is(python::Kind::kIdentifier) ? expression.text() : "";
}

}  // namespace

int Collective::PositionOf(absl::string_view parameter) const {
  for (int i = 0; !parameters[i].empty(); ++i) {
    if (parameters[i] == parameter) return i;
  }
  return -1;
}

const Collective* FindCollective(const python::Module& module, Node call) {
  const absl::string_view last = LastName(call);
  if (last.empty()) return nullptr;
  const std::string name = module.Resolve(call.child(Field::kFunction));
  absl::string_view function = name;
  if (!absl::ConsumePrefix(&function, "torch.distributed.")) return nullptr;
  absl::ConsumePrefix(&function, "distributed_c10d.");
  for (const Collective& collective : kCollectives) {
    if (collective.name == function) return &collective;
  }
  return nullptr;
}

bool IsNamedLikeProcessGroup(Node expression) {
  const absl::string_view name = LastName(expression);
  if (expression.Is(python::Kind::kCall)) {
    return absl::StartsWith(name, "get_") && absl::EndsWith(name, "_group");
  }
  return name == "group" || name == "process_group" || absl::EndsWith(name, "_group") ||
         absl::EndsWith(name, "_pg");
}

}  // namespace allreview::rules
