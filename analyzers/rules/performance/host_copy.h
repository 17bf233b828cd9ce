#ifndef ANALYZERS_RULES_PERFORMANCE_HOST_COPY_H_
#define ANALYZERS_RULES_PERFORMANCE_HOST_COPY_H_

// Tensors of the GPU that are made of Python data, which costs a copy from pageable memory.
//
//   torch.tensor([0, 1], device=x.device)   ->  data: [0, 1]
//   torch.tensor(lengths).cuda()            ->  data: lengths
//   x.new_tensor(1.0)                       ->  data: 1.0

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Functions that copy.
inline constexpr absl::string_view kHostCopyNames = "as_tensor new_tensor tensor";

struct HostCopy {
  Node copy;  // The call that copies: of the factory itself, or of .cuda() or .to(device) on it.
  Node data;
  explicit operator bool() const { return static_cast<bool>(copy); }
};

// `call` is one of torch.tensor, torch.as_tensor or x.new_tensor. None: the tensor stays on the
// CPU as far as anyone can tell, or is made in pinned memory.
HostCopy FindHostCopy(const FileContext& file, Node call);

// 0, [0, -1], [[1.0], [2.0]]; not [].
bool IsConstantData(const FileContext& file, Node data);

// Certainly data of Python that are no constants: a list, a tuple, a number; not [], and nothing
// with a tensor in it.
bool IsRuntimeData(const FileContext& file, Node data);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_HOST_COPY_H_
