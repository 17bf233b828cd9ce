#include "host/cancellation.h"

#include "base/mutex.h"
#include "grpcpp/client_context.h"

namespace allreview::host {

void Cancellation::Cancel() {
  const MutexLock lock(mutex_);
  is_cancelled_ = true;
  for (grpc::ClientContext* call : calls_) call->TryCancel();
}

void Cancellation::Add(grpc::ClientContext* call) {
  const MutexLock lock(mutex_);
  calls_.insert(call);
  // gRPC remembers this for a call that has not begun.
  if (is_cancelled_) call->TryCancel();
}

void Cancellation::Remove(grpc::ClientContext* call) {
  const MutexLock lock(mutex_);
  calls_.erase(call);
}

}  // namespace allreview::host
