#ifndef ANALYZERS_RULES_DISTRIBUTED_HELD_GROUPS_H_
#define ANALYZERS_RULES_DISTRIBUTED_HELD_GROUPS_H_

// Process groups that code holds explicitly, and reads of global ones beside them.
//
//   HeldGroups held(file, function);
//   const std::optional<GlobalRead> read = GlobalReadOf(module, call);
//   if (read && !IsFallback(file, call)) {
//     const std::string better = held.Find(read->group.axes, call);    // "pg_collection.dp"
//   }

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// parallel_state.get_data_parallel_rank() and its like: what they are about and what they return.
struct GlobalRead {
  enum class What { kGroup, kRank, kSize };
  What what = What::kGroup;
  absl::string_view getter;
  Group group;  // kUnknown where a flag decides.
};
// Names of the calls that ask for a group of known axes, for Rule.names: the getters of axes.h.
inline constexpr absl::string_view kKnownGroupGetters =
    "get_context_parallel_group get_context_parallel_rank get_context_parallel_world_size "
    "get_data_parallel_group get_data_parallel_rank get_data_parallel_world_size "
    "get_embedding_group get_embedding_rank get_embedding_world_size "
    "get_expert_data_parallel_group get_expert_data_parallel_rank "
    "get_expert_data_parallel_world_size get_expert_gtp_weight_remat_group "
    "get_expert_gtp_weight_remat_rank get_expert_gtp_weight_remat_world_size "
    "get_expert_model_parallel_group get_expert_model_parallel_rank "
    "get_expert_model_parallel_world_size get_expert_tensor_and_model_parallel_group "
    "get_expert_tensor_and_model_parallel_rank get_expert_tensor_and_model_parallel_world_size "
    "get_expert_tensor_model_pipeline_parallel_group "
    "get_expert_tensor_model_pipeline_parallel_rank "
    "get_expert_tensor_model_pipeline_parallel_world_size get_expert_tensor_parallel_group "
    "get_expert_tensor_parallel_rank get_expert_tensor_parallel_world_size "
    "get_gtp_weight_remat_group get_gtp_weight_remat_rank get_gtp_weight_remat_world_size "
    "get_model_parallel_group get_model_parallel_rank get_model_parallel_world_size get_pg_rank "
    "get_pipeline_model_parallel_group get_pipeline_model_parallel_rank "
    "get_pipeline_model_parallel_world_size get_position_embedding_group "
    "get_position_embedding_rank get_position_embedding_world_size "
    "get_tensor_and_context_parallel_group get_tensor_and_context_parallel_rank "
    "get_tensor_and_context_parallel_world_size get_tensor_and_data_parallel_group "
    "get_tensor_and_data_parallel_rank get_tensor_and_data_parallel_world_size "
    "get_tensor_model_parallel_group get_tensor_model_parallel_rank "
    "get_tensor_model_parallel_world_size";
// nullopt: the call asks nothing of global parallel state, or of the virtual pipeline.
std::optional<GlobalRead> GlobalReadOf(const python::Module& module, Node call);

// The node runs only where no explicit group was given: under `if group is None` and its like,
// behind a return for the other case, right of `or`, as the default of getattr.
bool IsFallback(FileContext& file, Node node);

// "tp" for the tensor-parallel axis; "": the collection has no single field for it.
absl::string_view FieldOfAxes(Axes axes);

// What one function can name.
class HeldGroups {
 public:
  HeldGroups(FileContext& file, const python::Definition& function);

  // How the function names a group of these axes at the place: "tp_group", "self.tp_group",
  // "pg_collection.tp". Empty: it holds none. Attributes of self count outside of `__init__`,
  // which makes them.
  std::string Find(Axes axes, Node place) const;
  // How it names what a parameter of that name wants: the same name, or the field of a collection.
  std::string FindForParameter(absl::string_view parameter, Node place) const;
  // Nothing is held at all. Cheap.
  bool empty() const;

 private:
  // The name is a parameter, or a local that is bound before the place to something explicit.
  bool IsLocal(absl::string_view name, Node place) const;
  // `self.name` is stored by the class or its bases; in `__init__` before the place.
  bool IsAttribute(absl::string_view name, Node place) const;
  // "pg_collection", "self.pg_collection"; empty: none.
  std::string CollectionAt(Node place) const;

  FileContext& file_;
  const python::Definition& function_;
  const python::Definition* class_;
  std::vector<const python::Parameter*>
      parameters_;  // Parameters of the function and of those around it.
};

// A parameter that holds one process group or a collection of them, by annotation or name.
bool IsGroupParameter(const python::Parameter& parameter);
bool IsCollectionName(absl::string_view name);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_HELD_GROUPS_H_
