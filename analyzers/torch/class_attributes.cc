#include "analyzers/torch/class_attributes.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/torch/apis.h"

namespace allreview::torch {
namespace {

// As PyTorch 2.x has them. Sorted.
// clang-format off
constexpr absl::string_view kModule[] = {
    "T_destination", "_apply", "_backward_hooks", "_backward_pre_hooks", "_buffers", "_call_impl",
    "_compiled_call_impl", "_forward_hooks", "_forward_hooks_always_called",
    "_forward_hooks_with_kwargs", "_forward_pre_hooks", "_forward_pre_hooks_with_kwargs",
    "_get_backward_hooks", "_get_backward_pre_hooks", "_get_name", "_is_full_backward_hook",
    "_load_from_state_dict", "_load_state_dict_post_hooks", "_load_state_dict_pre_hooks",
    "_maybe_warn_non_full_backward_hook", "_modules", "_named_members",
    "_non_persistent_buffers_set", "_parameters", "_register_load_state_dict_pre_hook",
    "_register_state_dict_hook", "_replicate_for_data_parallel", "_save_to_state_dict",
    "_slow_forward", "_state_dict_hooks", "_state_dict_pre_hooks", "_version",
    "_wrapped_call_impl", "add_module", "apply", "bfloat16", "buffers", "call_super_init",
    "children", "compile", "cpu", "cuda", "double", "dump_patches", "eval", "extra_repr", "float",
    "forward", "get_buffer", "get_extra_state", "get_parameter", "get_submodule", "half", "ipu",
    "load_state_dict", "modules", "mtia", "named_buffers", "named_children", "named_modules",
    "named_parameters", "parameters", "register_backward_hook", "register_buffer",
    "register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook",
    "register_full_backward_pre_hook", "register_load_state_dict_post_hook",
    "register_load_state_dict_pre_hook", "register_module", "register_parameter",
    "register_state_dict_post_hook", "register_state_dict_pre_hook", "requires_grad_",
    "set_extra_state", "set_submodule", "share_memory", "state_dict", "to", "to_empty", "train",
    "training", "type", "xpu", "zero_grad",
};
constexpr absl::string_view kOptimizer[] = {
    "_cuda_graph_capture_health_check", "_hook_for_profile",
    "_optimizer_load_state_dict_post_hooks", "_optimizer_load_state_dict_pre_hooks",
    "_optimizer_state_dict_post_hooks", "_optimizer_state_dict_pre_hooks",
    "_optimizer_step_post_hooks", "_optimizer_step_pre_hooks", "_patch_step_function",
    "_process_value_according_to_param_policy", "_warned_capturable_if_run_uncaptured",
    "_zero_grad_profile_name", "add_param_group", "defaults", "hooks", "load_state_dict",
    "param_groups", "profile_hook_step", "register_load_state_dict_post_hook",
    "register_load_state_dict_pre_hook", "register_state_dict_post_hook",
    "register_state_dict_pre_hook", "register_step_post_hook", "register_step_pre_hook", "state",
    "state_dict", "step", "zero_grad",
};
// clang-format on

// Of torch.autograd.Function, and of what it is handed as `ctx`.
constexpr absl::string_view kFunction[] = {
    "dirty_tensors",       "generate_vmap_rule", "is_traceable",
    "materialize_grads",   "metadata",           "name",
    "needs_input_grad",    "next_functions",     "non_differentiable",
    "once_differentiable", "pre_forward",        "register_hook",
    "register_prehook",    "requires_grad",      "saved_for_forward",
    "saved_tensors",       "saved_variables",    "to_save"};
constexpr absl::string_view kDataset[] = {"functions", "register_datapipe_as_function",
                                          "register_function"};

struct Class {
  absl::string_view name;
  const absl::string_view* first;
  const absl::string_view* last;
};
constexpr Class kClasses[] = {
    {"torch.nn.Module", std::begin(kModule), std::end(kModule)},
    {"torch.optim.Optimizer", std::begin(kOptimizer), std::end(kOptimizer)},
    {"torch.autograd.Function", std::begin(kFunction), std::end(kFunction)},
    {"torch.utils.data.Dataset", std::begin(kDataset), std::end(kDataset)},
    {"torch.utils.data.IterableDataset", std::begin(kDataset), std::end(kDataset)},
};

const Class* FindClass(absl::string_view name) {
  if (!absl::StartsWith(name, "torch.")) return nullptr;
  const Api* const api = FindApi(name);
  if (api != nullptr) name = api->name;
  const Class* const found = std::find_if(std::begin(kClasses), std::end(kClasses),
                                          [&](const Class& one) { return one.name == name; });
  return found == std::end(kClasses) ? nullptr : found;
}

}  // namespace

bool AreAttributesKnown(absl::string_view class_name) { return FindClass(class_name) != nullptr; }

bool ListsAttribute(absl::string_view class_name, absl::string_view attribute) {
  const Class* const known = FindClass(class_name);
  return known != nullptr && std::binary_search(known->first, known->last, attribute);
}

bool HasAttribute(absl::string_view class_name, absl::string_view attribute) {
  const Class* const known = FindClass(class_name);
  if (known == nullptr) return false;
  if (ListsAttribute(class_name, attribute)) return true;
  if (FindApi(absl::StrCat(known->name, ".", attribute)) != nullptr) return true;
  // fully_shard() gives a module these.
  constexpr absl::string_view kSharded = "torch.distributed.fsdp.FSDPModule.";
  return IsModule(class_name) && FindApi(absl::StrCat(kSharded, attribute)) != nullptr;
}

bool IsModule(absl::string_view class_name) {
  const Class* const known = FindClass(class_name);
  return known != nullptr && known->first == std::begin(kModule);
}

}  // namespace allreview::torch
