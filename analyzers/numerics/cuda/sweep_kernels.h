#ifndef ANALYZERS_NUMERICS_CUDA_SWEEP_KERNELS_H_
#define ANALYZERS_NUMERICS_CUDA_SWEEP_KERNELS_H_

// The only calls of the CUDA runtime, behind an interface without its headers.

#include <memory>
#include <string>

#include "analyzers/numerics/cuda/device_program.h"

namespace allreview::numerics {

// One device with the memory for one sweep at a time. Texts of errors are CUDA's own; empty: none.
// One thread at a time.
class DeviceQueue {
 public:
  struct Opened {
    std::unique_ptr<DeviceQueue> queue = nullptr;
    std::string error = "";
    bool is_compiled_in = true;
  };
  static Opened Open();

  virtual ~DeviceQueue() = default;

  virtual const std::string& device_name() const = 0;
  // Makes `sweep` the one that Run runs.
  virtual std::string Load(const DeviceSweep& sweep) = 0;
  // Adds the lanes of `range` to `totals`; waits for the device.
  virtual std::string Run(DeviceRange range, DeviceTotals& totals) = 0;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CUDA_SWEEP_KERNELS_H_
