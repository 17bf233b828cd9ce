#ifndef ANALYZERS_RULES_PERFORMANCE_HOST_SYNC_H_
#define ANALYZERS_RULES_PERFORMANCE_HOST_SYNC_H_

// Calls that make the CPU wait for the GPU (analyzers/torch/host_sync.h), and where tensors live.

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"
#include "analyzers/torch/host_sync.h"

namespace allreview::rules {

using torch::HostSync;

// Each of those calls holds one of them.
inline constexpr absl::string_view kHostSyncNames = "bool cpu float int item synchronize tolist";

// Recognises a call that copies values, or waits for the whole device. Waiting for one stream or
// event is how one waits on purpose, and sizes that depend on values have a rule of their own.
HostSync FindHostSync(const FileContext& file, Node call);

// Certainly a tensor, and neither it nor what it is computed from is of the CPU by what this file
// says.
bool IsGpuTensor(const FileContext& file, Node expression);

// It lives on the CPU: by what the repository knows of its value, of what callers hand over, and of
// attributes that are all made on the CPU. Costs time: ask last.
bool LivesOnCpu(const FileContext& file, Node tensor);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_HOST_SYNC_H_
