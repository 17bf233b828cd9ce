#ifndef HOST_CANCELLATION_H_
#define HOST_CANCELLATION_H_

// Cancels the calls that are made on behalf of one piece of work.
//
//   Cancellation cancellation;
//   Request request = NewRequest(absl::Minutes(10));
//   request.cancellation = &cancellation;
//   …                                  // Calls for `request`, on any threads.
//   cancellation.Cancel();             // From another thread: they all end with CANCELLED.
//
// Safe from any thread. Outlives the calls.

#include <atomic>
#include <set>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"

namespace grpc {
class ClientContext;
}

namespace allreview::host {

class Cancellation {
 public:
  Cancellation() = default;
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  // Ends the calls at hand, and each that begins later. For good.
  void Cancel();

  bool IsCancelled() const { return is_cancelled_; }

  // For NewClientContext: the call is known from Add until Remove.
  void Add(grpc::ClientContext* call);
  void Remove(grpc::ClientContext* call);

 private:
  std::atomic<bool> is_cancelled_ = false;
  Mutex mutex_;
  std::set<grpc::ClientContext*> calls_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::host

#endif  // HOST_CANCELLATION_H_
