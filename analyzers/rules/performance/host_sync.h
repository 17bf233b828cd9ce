#ifndef ANALYZERS_RULES_PERFORMANCE_HOST_SYNC_H_
#define ANALYZERS_RULES_PERFORMANCE_HOST_SYNC_H_

// Calls that make the CPU wait for the GPU.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Each of those calls holds one of them.
inline constexpr absl::string_view kHostSyncNames = "bool cpu float int item synchronize tolist";

struct HostSync {
  std::string operation;  // ".item()", "float()", "torch.cuda.synchronize()"; empty: no sync.
  Node tensor;            // What is copied; null for synchronize.
  explicit operator bool() const { return !operation.empty(); }
};

// Recognises a call. What certainly lives on the CPU is none, nor what is not certainly a tensor,
// except for `.item()`, which little else has.
HostSync FindHostSync(const FileContext& file, Node call);

// Certainly a tensor, and neither it nor what it is computed from is of the CPU by what this file
// says.
bool IsGpuTensor(const FileContext& file, Node expression);

// The tensor is, or is part of, an attribute that the whole repository makes on the CPU. Loads the
// index when there is an attribute to ask for.
bool LivesOnCpu(const FileContext& file, Node tensor);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_HOST_SYNC_H_
