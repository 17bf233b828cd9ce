#ifndef SERVICES_NUMERICS_NUMERICS_SERVICE_H_
#define SERVICES_NUMERICS_NUMERICS_SERVICE_H_

// The numerics service of proto/numerics/v1: runs tensor expressions in low precision.
//
//   std::unique_ptr<grpc::Service> service = NewNumericsService({.threads = 2});
//
// Takes the GPU where there is one, else the CPU; results are the same bits. The device is opened
// by the first call. Keeps no state between calls but a cache of results. Safe from any thread.

#include <memory>

#include "grpcpp/impl/service_type.h"

namespace allreview::host {
class Metrics;
}

namespace allreview {

struct NumericsOptions {
  // For each expression, unless its caller asks otherwise. 0: one per core.
  int threads = 0;
  host::Metrics* metrics = nullptr;  // Null: nothing is counted. Outlives the service.
};

std::unique_ptr<grpc::Service> NewNumericsService(NumericsOptions options);

}  // namespace allreview

#endif  // SERVICES_NUMERICS_NUMERICS_SERVICE_H_
