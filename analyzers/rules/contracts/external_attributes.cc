#include "analyzers/rules/contracts/external_attributes.h"

#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/torch/class_attributes.h"

namespace allreview::rules::contracts {
namespace {

constexpr absl::string_view kOfTorch[] = {"torch.nn.Module", "torch.optim.Optimizer"};
// Nothing but what every object has, in double underscores.
constexpr absl::string_view kPlain[] = {"abc.ABC", "builtins.object", "typing.Generic"};

}  // namespace

bool IsKnownExternal(absl::string_view class_name) {
  return IsOneOf(class_name, kOfTorch) || IsOneOf(class_name, kPlain);
}

bool ExternalHas(absl::string_view class_name, absl::string_view attribute) {
  return IsOneOf(class_name, kOfTorch) && torch::ListsAttribute(class_name, attribute);
}

}  // namespace allreview::rules::contracts
