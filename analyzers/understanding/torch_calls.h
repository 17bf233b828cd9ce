#ifndef ANALYZERS_UNDERSTANDING_TORCH_CALLS_H_
#define ANALYZERS_UNDERSTANDING_TORCH_CALLS_H_

// What functions, methods and modules of torch return. Private to this folder.
//
//   CallTorch({.kind = kExternal, .text = "torch.zeros"}, arguments, place)  ->  a tensor
//
// A function has a row in a table here (torch_*.cc), with code of its own, or else the table of
// APIs says what it returns (analyzers/torch/apis.h).

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/tensor_call.h"

namespace allreview::understanding {

// A function or class of torch, a method of a tensor, or a module of torch; none: nobody knows
// what it returns.
std::optional<Outcome> CallTorch(const Atom& callee, const std::vector<CallArgument>& arguments,
                                 Place place);
// What a method of an object that nobody knows returns, by its name: x.float(), x.item(). A
// promise.
std::optional<Value> ReturnOfNamed(absl::string_view method,
                                   const std::vector<CallArgument>& arguments, Place place);
// A bool, int or float; no more than a promise.
Value SomeNumber(Place place);
// The call changes nothing but, perhaps, what is in its tensors.
bool OnlyComputes(const Atom& callee);
// Of a tensor, or of a module of torch; unknown: nobody knows.
Value AttributeOfTensor(const Atom& atom, absl::string_view name, Place place);
Value AttributeOfModuleOfTorch(const Atom& module, absl::string_view name, Place place);

// ---- For the files of the table.
// A torch.device, which value_traits.h understands.
Value ObjectOfDevice(const Value& type, Place place);
struct TorchFunction {
  absl::string_view name;  // "view": torch.view, torch.Tensor.view or torch.nn.functional.view.
  absl::string_view parameters;
  Outcome (*call)(TensorCall&);
};
// Each sorted by name.
const TorchFunction* FindCreation(absl::string_view name);
const TorchFunction* FindReshaping(absl::string_view name);
const TorchFunction* FindCombining(absl::string_view name);

// nn.Linear(...)(x): the arguments of the constructor are in `module`.
std::optional<Outcome> CallModuleOfTorch(const Atom& module,
                                         const std::vector<CallArgument>& arguments, Place place);
// nn.Linear(...); none: it is no module that is understood.
std::optional<Value> MakeModuleOfTorch(absl::string_view name,
                                       const std::vector<CallArgument>& arguments, Place place);

template <size_t kCount>
const TorchFunction* FindIn(const TorchFunction (&table)[kCount], absl::string_view name) {
  for (const TorchFunction& row : table) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_TORCH_CALLS_H_
