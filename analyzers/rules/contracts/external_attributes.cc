#include "analyzers/rules/contracts/external_attributes.h"

#include <algorithm>
#include <iterator>

#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules::contracts {
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

constexpr absl::string_view kModuleName = "torch.nn.Module";
constexpr absl::string_view kOptimizerName = "torch.optim.Optimizer";
// Nothing but what every object has, in double underscores.
constexpr absl::string_view kPlain[] = {"abc.ABC", "builtins.object", "typing.Generic"};

}  // namespace

bool IsKnownExternal(absl::string_view class_name) {
  return class_name == kModuleName || class_name == kOptimizerName || IsOneOf(class_name, kPlain);
}

bool ExternalHas(absl::string_view class_name, absl::string_view attribute) {
  if (class_name == kModuleName) {
    return std::binary_search(std::begin(kModule), std::end(kModule), attribute);
  }
  return class_name == kOptimizerName &&
         std::binary_search(std::begin(kOptimizer), std::end(kOptimizer), attribute);
}

}  // namespace allreview::rules::contracts
