#ifndef ANALYZERS_RULES_PERFORMANCE_ELEMENT_READ_H_
#define ANALYZERS_RULES_PERFORMANCE_ELEMENT_READ_H_

// Reads of one element of a tensor in each iteration of a loop, where one copy of the whole tensor
// would do.
//
//   for i in range(n):
//     start = cu_seqlens[i].item()   ->  loop: the for, tensor: cu_seqlens

#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

struct ElementRead {
  Node loop;    // for_statement or for_in_clause.
  Node tensor;  // What is indexed by the loop's variable, or iterated over.
  explicit operator bool() const { return static_cast<bool>(loop); }
};

// `call` is what `sync` was found at. None: the tensor is no element of another, or not certainly
// of a tensor.
ElementRead FindElementRead(const FileContext& file, Node call, const HostSync& sync);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_ELEMENT_READ_H_
