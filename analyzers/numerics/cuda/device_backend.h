#ifndef ANALYZERS_NUMERICS_CUDA_DEVICE_BACKEND_H_
#define ANALYZERS_NUMERICS_CUDA_DEVICE_BACKEND_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/cuda/sweep_kernels.h"
#include "analyzers/numerics/program/backend.h"
#include "base/mutex.h"

namespace allreview::numerics {

// Sweeps on a device, launch by launch; the control of a request is asked between launches. Calls
// wait for each other: one sweep fills the device.
class DeviceBackend final : public Backend {
 public:
  // `launch_lanes`: samples, or elements of rows, of one launch; at most 2^31.
  explicit DeviceBackend(std::unique_ptr<DeviceQueue> queue,
                         uint64_t launch_lanes = uint64_t{1} << 28);

  absl::string_view name() const override { return name_; }
  absl::StatusOr<std::vector<Aggregates>> Run(const SweepRequest& request) override;

 private:
  absl::Status RunLaunches(const SweepRequest& request, const DeviceSweep& sweep,
                           Aggregates& aggregates);

  const std::unique_ptr<DeviceQueue> queue_;
  const uint64_t launch_lanes_;
  const std::string name_;
  Mutex mutex_;  // Guards what is loaded on the device.
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CUDA_DEVICE_BACKEND_H_
