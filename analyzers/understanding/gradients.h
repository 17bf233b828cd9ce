#ifndef ANALYZERS_UNDERSTANDING_GRADIENTS_H_
#define ANALYZERS_UNDERSTANDING_GRADIENTS_H_

// What functions of torch do with gradients, and what tensors of a value require. Private to this
// folder.

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

// "mul" of torch.mul, torch.Tensor.mul and torch.nn.functional.mul; "": something else.
absl::string_view NameInTorch(const Atom* callee);
bool IsMethodOfTensor(const Atom* callee);

// By the name in torch. It makes a tensor that requires what the call says.
bool MakesTensor(absl::string_view name);
// What it returns may be the tensor itself.
bool MayReturnItself(absl::string_view name);
// Gradients flow through it, whatever its other arguments are.
bool IsDifferentiable(absl::string_view name);
// It writes into elements of the tensor.
bool WritesElements(absl::string_view name);
// It turns recording on or off for nobody.
bool KeepsRecording(absl::string_view context);
// It leaves alone what its arguments require.
bool LeavesGradients(const Atom* callee, const std::vector<CallArgument>& arguments);
// What `requires_grad` says, or else stands for. None: nobody knows.
std::optional<bool> GradAskedFor(absl::string_view name,
                                 const std::vector<CallArgument>& arguments);

// Of all tensors in it, the most that one requires; kNone: there are none.
Grad GradOf(const Value& value);
// Of some tensor in it something is known that its dtype does not say.
bool KnowsGradient(const Value& value);
bool IsCertainTensor(const Value& value);
bool IsCertainlyIntegral(const Value& value);
bool IsCertainlyFloating(const Value& value);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_GRADIENTS_H_
