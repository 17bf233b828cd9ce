#ifndef ANALYZERS_RULES_PERFORMANCE_FACTORIES_H_
#define ANALYZERS_RULES_PERFORMANCE_FACTORIES_H_

// Calls that make a tensor of nothing but a shape, on the CPU because nobody said where.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Functions of torch.
inline constexpr absl::string_view kCpuFactoryNames =
    "arange empty eye full linspace logspace ones zeros";

struct CpuFactory {
  Node call;
  std::string name;  // "zeros"
  explicit operator bool() const { return static_cast<bool>(call); }
};

// `torch.zeros(...)`, `torch.arange(...)` without device=, pin_memory=, out= or **, outside of
// contexts that set a default device. Not random numbers: those of the CPU are others than those of
// the GPU.
CpuFactory CpuFactoryAt(const FileContext& file, Node call);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_FACTORIES_H_
