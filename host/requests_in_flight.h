#ifndef HOST_REQUESTS_IN_FLIGHT_H_
#define HOST_REQUESTS_IN_FLIGHT_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "grpcpp/support/server_interceptor.h"

namespace allreview::host {

// How many requests a server is working on; those of gRPC's own services do not count, for who
// watches health does so for ever. Any thread.
class RequestsInFlight {
 public:
  // Counts the requests of a server; outlives it.
  std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> NewFactory();

  // Until there are none, or for `limit`.
  void WaitUntilNone(absl::Duration limit);

 private:
  class Interceptor;
  class Factory;

  void Add(int count);

  Mutex mutex_;
  ConditionVariable is_none_;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace allreview::host

#endif  // HOST_REQUESTS_IN_FLIGHT_H_
