#ifndef ANALYZERS_RULES_DISTRIBUTED_COLLECTIVE_SUMMARIES_H_
#define ANALYZERS_RULES_DISTRIBUTED_COLLECTIVE_SUMMARIES_H_

// Which collectives a piece of code issues, directly or through the functions that it calls.
//
//   for (const IssuedCollective& issued : CollectivesIn(module, statement)) {
//     if (test.MayDivide(issued.group)) Report(issued.call, issued.op, Describe(issued.group));
//   }
//
// Calls are followed into functions and methods of the same file, three levels deep, the groups of
// their parameters replaced by what the caller passes; a few well-known functions of training
// frameworks stand in a table. Point-to-point communication is no collective.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/axes.h"

namespace allreview::rules {

struct IssuedCollective {
  std::string op;     // "all_reduce"; the newer of two names of one operation.
  Group group;        // As the code in question sees it.
  python::Node call;  // In the code in question: the collective, or the call that leads to it.
  // Name of the function through which it is issued; empty: directly.
  std::string via = {};
  python::Node inner = {};  // The collective itself; null when the table knows of it.
};

// Nested definitions and lambdas are not executed by the code and not looked at. A null node gives
// none.
std::vector<IssuedCollective> CollectivesIn(const python::Module& module, python::Node code);
// Collectives that one call issues.
std::vector<IssuedCollective> CollectivesOf(const python::Module& module, python::Node call);

// Names without one of which nothing in a file is issued, for Rule.file_names: those of collectives
// and of the well-known functions.
inline constexpr absl::string_view kIssuingNames =
    "_all_gather_base _reduce_scatter_base all_gather all_gather_coalesced "
    "all_gather_into_tensor all_gather_last_dim_from_tensor_parallel_region all_gather_object "
    "all_gather_tensor all_reduce all_reduce_coalesced all_to_all all_to_all_hp2sp "
    "all_to_all_single all_to_all_sp2hp average_losses_across_data_parallel_group barrier "
    "broadcast broadcast_data broadcast_object_list gather gather_for_metrics "
    "gather_from_sequence_parallel_region gather_from_tensor_model_parallel_region gather_object "
    "load_checkpoint "
    "logical_and_across_model_parallel_group monitored_barrier pad_across_processes "
    "print_datetime reduce "
    "reduce_from_tensor_model_parallel_region reduce_max_stat_across_model_parallel_group "
    "reduce_scatter reduce_scatter_last_dim_to_tensor_parallel_region reduce_scatter_tensor "
    "reduce_scatter_to_sequence_parallel_region save_checkpoint scatter scatter_object_list "
    "wait_for_everyone";
// The well-known functions.
std::vector<absl::string_view> WellKnownFunctions();

// Sorted pairs of operation and group, by which two pieces of code are compared.
std::vector<std::pair<std::string, std::string>> Signature(
    const std::vector<IssuedCollective>& issued);
// What makes two groups the same in a signature.
std::string KeyOf(const Group& group);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_COLLECTIVE_SUMMARIES_H_
