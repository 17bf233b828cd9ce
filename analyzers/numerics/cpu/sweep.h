#ifndef ANALYZERS_NUMERICS_CPU_SWEEP_H_
#define ANALYZERS_NUMERICS_CPU_SWEEP_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/cpu/interpreter.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/program/backend.h"

namespace allreview::numerics {

// The backend that is always there. Named "cpu-" and the instruction set. Work is handed out in
// units of 64 K samples; the calling thread takes its part.
class CpuBackend final : public Backend {
 public:
  // `kernels` is borrowed. `block_lanes`, a multiple of 4: samples that run at once.
  explicit CpuBackend(const KernelTable& kernels, int block_lanes = kBlockLanes);

  absl::string_view name() const override { return name_; }
  absl::StatusOr<std::vector<Aggregates>> Run(const SweepRequest& request) override;

 private:
  const KernelTable& kernels_;
  const int block_lanes_;
  const std::string name_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CPU_SWEEP_H_
