#ifndef ANALYZERS_RULES_CONTRACTS_EXTERNAL_ATTRIBUTES_H_
#define ANALYZERS_RULES_CONTRACTS_EXTERNAL_ATTRIBUTES_H_

// Attributes that objects have from classes outside of the repository.

#include "absl/strings/string_view.h"

namespace allreview::rules::contracts {

// All attributes of the class are known here: torch.nn.Module, torch.optim.Optimizer, object...
bool IsKnownExternal(absl::string_view class_name);
// Objects of a known class have it.
bool ExternalHas(absl::string_view class_name, absl::string_view attribute);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_EXTERNAL_ATTRIBUTES_H_
