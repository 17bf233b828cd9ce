#include "analyzers/torch/axis_names.h"

#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::torch {
namespace {

struct Entry {
  absl::string_view name;
  Axes axes;
};

constexpr Axes kElsewhere = 0;

// Between "get_" and "_group". Groups that the optimizer splits off stand for themselves alone.
constexpr Entry kGetters[] = {
    {"amax_reduction", kElsewhere},
    {"context_parallel", kContextAxis},
    {"data_parallel", kDataAxis},
    {"embedding", kEmbeddingAxis},
    {"expert_data_parallel", kExpertDataAxis},
    {"expert_gtp_weight_remat", kExpertRematAxis},
    {"expert_model_parallel", kExpertAxis},
    {"expert_tensor_and_model_parallel", kExpertTensorAxis | kExpertAxis},
    {"expert_tensor_model_pipeline_parallel", kExpertTensorAxis | kExpertAxis | kPipelineAxis},
    {"expert_tensor_parallel", kExpertTensorAxis},
    {"gtp_weight_remat", kRematAxis},
    {"hierarchical_context_parallel", kElsewhere},
    {"hybrid_data_context_parallel", kElsewhere},
    {"inter_distributed_optimizer_instance", kElsewhere},
    {"intra_distributed_optimizer_instance", kElsewhere},
    {"model_parallel", kTensorAxis | kPipelineAxis},
    {"pipeline_model_parallel", kPipelineAxis},
    {"position_embedding", kPositionEmbeddingAxis},
    {"tensor_and_context_parallel", kTensorAxis | kContextAxis},
    {"tensor_and_data_parallel", kTensorAxis | kDataAxis},
    {"tensor_model_parallel", kTensorAxis},
    {"virtual_pipeline_model_parallel", kElsewhere},
};

// The remat axis splits data parallelism further; which side of it a group of both is on depends on
// flags, so that such groups count as the plain ones.
constexpr Entry kFields[] = {
    {"cp", kContextAxis},
    {"dp", kDataAxis},
    {"dp_cp", kDataAxis | kContextAxis},
    {"dp_cp_ag", kDataAxis | kContextAxis},
    {"dp_cp_gtp_remat", kDataAxis | kContextAxis},
    {"embd", kEmbeddingAxis},
    {"ep", kExpertAxis},
    {"expt_dp", kExpertDataAxis},
    {"expt_dp_ag", kExpertDataAxis},
    {"expt_dp_gtp_remat", kExpertDataAxis},
    {"expt_gtp_remat", kExpertRematAxis},
    {"expt_tp", kExpertTensorAxis},
    {"gtp_remat", kRematAxis},
    {"hcp", kElsewhere},
    {"inter_dist_opt", kElsewhere},
    {"intra_dist_opt", kElsewhere},
    {"intra_dp_cp", kElsewhere},
    {"intra_expt_dp", kElsewhere},
    {"mp", kTensorAxis | kPipelineAxis},
    {"pos_embd", kPositionEmbeddingAxis},
    {"pp", kPipelineAxis},
    {"tp", kTensorAxis},
    {"tp_cp", kTensorAxis | kContextAxis},
    {"tp_dp_cp", kTensorAxis | kDataAxis | kContextAxis},
    {"tp_ep", kExpertTensorAxis | kExpertAxis},
    {"tp_ep_pp", kExpertTensorAxis | kExpertAxis | kPipelineAxis},
    {"tp_ep_pp_with_egtp_remat", kExpertTensorAxis | kExpertAxis | kPipelineAxis},
};

// Further stems of names, beside getters and fields.
constexpr Entry kStems[] = {
    {"data_context_parallel", kDataAxis | kContextAxis},
    {"data_parallel_with_cp", kDataAxis | kContextAxis},
    {"edp", kExpertDataAxis},
    {"egtp_remat", kExpertRematAxis},
    {"etp", kExpertTensorAxis},
    {"expert_dp", kExpertDataAxis},
    {"expert_parallel", kExpertAxis},
    {"expert_tp", kExpertTensorAxis},
    {"pipeline_parallel", kPipelineAxis},
    {"tensor_parallel", kTensorAxis},
};

template <size_t kCount>
std::optional<NamedAxes> Find(const Entry (&entries)[kCount], absl::string_view name) {
  for (const Entry& entry : entries) {
    if (entry.name == name) {
      return NamedAxes{.axes = entry.axes, .is_decided_elsewhere = entry.axes == kElsewhere};
    }
  }
  return std::nullopt;
}

// As groups and meshes are called.
constexpr Entry kShortNames[] = {
    {"tp", kTensorAxis},
    {"pp", kPipelineAxis},
    {"dp", kDataAxis},
    {"cp", kContextAxis},
    {"ep", kExpertAxis},
    {"etp", kExpertTensorAxis},
    {"edp", kExpertDataAxis},
    {"gtp", kRematAxis},
    {"egtp", kExpertRematAxis},
    {"embd", kEmbeddingAxis},
    {"pos_embd", kPositionEmbeddingAxis},
};

}  // namespace

std::optional<NamedAxes> AxesOfGetter(absl::string_view middle) { return Find(kGetters, middle); }

std::vector<absl::string_view> GetterStems() {
  std::vector<absl::string_view> stems;
  for (const Entry& getter : kGetters) stems.push_back(getter.name);
  return stems;
}

std::optional<NamedAxes> AxesOfField(absl::string_view field) { return Find(kFields, field); }

std::optional<NamedAxes> AxesOfStem(absl::string_view stem) {
  while (absl::ConsumePrefix(&stem, "_")) {
  }
  auto named = Find(kFields, stem);
  if (!named) named = Find(kStems, stem);
  if (!named) named = Find(kGetters, stem);
  // "embedding_size" counts something else.
  constexpr Axes kEmbeddings = kEmbeddingAxis | kPositionEmbeddingAxis;
  return named && (named->axes & kEmbeddings) ? std::nullopt : named;
}

std::optional<NamedAxes> AxesOfGroupName(absl::string_view name) {
  while (absl::ConsumePrefix(&name, "_")) {
  }
  if (name == "world_group" || name == "world_pg") return NamedAxes{.is_world = true};
  absl::ConsumeSuffix(&name, "_gloo");
  bool has_suffix = false;
  for (absl::string_view suffix : {"_process_group", "_group", "_pg"}) {
    has_suffix = has_suffix || absl::ConsumeSuffix(&name, suffix);
  }
  if (const auto named = Find(kFields, name)) return named;
  if (!has_suffix) return std::nullopt;
  if (const auto named = Find(kStems, name)) return named;
  return Find(kGetters, name);
}

std::vector<absl::string_view> ShortNames(Axes axes) {
  std::vector<absl::string_view> names;
  for (const Entry& entry : kShortNames) {
    if (axes & entry.axes) names.push_back(entry.name);
  }
  return names;
}

}  // namespace allreview::torch
