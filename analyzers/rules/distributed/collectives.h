#ifndef ANALYZERS_RULES_DISTRIBUTED_COLLECTIVES_H_
#define ANALYZERS_RULES_DISTRIBUTED_COLLECTIVES_H_

// What torch.distributed offers: a function of the table of APIs (analyzers/torch/apis.h) as rules
// ask for it, with the parameters of all releases that the table has read.
//
//   const Collective* op = FindCollective(module, call);
//   if (op == nullptr || !op->is_collective()) return;
//   const Node tensor = op->ArgumentOf(call, op->output);

#include <span>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/torch/apis.h"

namespace allreview::rules {

struct Collective {
  using Kind = torch::Communication;

  absl::string_view name;                     // Without "torch.distributed.".
  std::vector<absl::string_view> parameters;  // In order.
  Kind kind = Kind::kTensor;
  int output = -1;  // Position of the tensor or list that is written. -1: none.
  int input = -1;   // Position of what is read. The same as `output`: in place. -1: none.
  // The older name of the same operation under its new one, else `name`.
  absl::string_view synonym = "";

  // Position of a parameter. -1: there is none of that name.
  int PositionOf(absl::string_view parameter) const;
  bool Has(absl::string_view parameter) const { return PositionOf(parameter) >= 0; }
  // Every member of the group must call it. Creation of groups is not meant.
  bool is_collective() const {
    return kind == Kind::kTensor || kind == Kind::kObject || kind == Kind::kBarrier ||
           kind == Kind::kFunctional;
  }
  bool is_in_place() const { return output >= 0 && output == input; }
  absl::string_view canonical_name() const { return synonym.empty() ? name : synonym; }
  // "all_reduce" of "nn.functional.all_reduce".
  absl::string_view last_name() const { return name.substr(name.rfind('.') + 1); }

  // Argument for the parameter of that position or name. Null: not given, hidden behind a star, or
  // no such parameter.
  python::Node ArgumentOf(python::Node call, int position) const;
  python::Node ArgumentOf(python::Node call, absl::string_view parameter) const;
  // Group that the call works on; kNone when the function takes none.
  Group GroupOf(const python::Module& module, python::Node call) const;
  // The call hands no group over: neither by name nor by position nor behind a star.
  bool OmitsGroup(python::Node call) const;
};

// All that the table knows, sorted by name.
std::span<const Collective> Collectives();
// The last parts of their names, for Rule.names: a call that FindCollective knows holds one of
// them.
inline constexpr absl::string_view kCollectiveNames =
    "P2POp _all_gather_base _reduce_scatter_base all_gather all_gather_coalesced "
    "all_gather_into_tensor all_gather_object all_gather_tensor all_reduce all_reduce_coalesced "
    "all_to_all all_to_all_single barrier batch_isend_irecv broadcast broadcast_object_list "
    "destroy_process_group gather gather_object get_backend get_global_rank get_group_rank "
    "get_process_group_ranks get_rank get_world_size irecv isend monitored_barrier new_group "
    "new_subgroups new_subgroups_by_enumeration recv recv_object_list reduce reduce_scatter "
    "reduce_scatter_tensor scatter scatter_object_list send send_object_list";

// Null: the call is none of torch.distributed or deepspeed.comm that the table knows. Follows
// imports, single assignments, and names that the module binds in `if` or `try` to the same
// function of different releases.
const Collective* FindCollective(const python::Module& module, python::Node call);

// The expression names a process group, as far as its text tells: `tp_group`, `self.group`,
// `get_data_parallel_group()`.
bool IsNamedLikeProcessGroup(python::Node expression);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_COLLECTIVES_H_
