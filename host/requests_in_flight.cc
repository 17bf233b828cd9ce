#include "host/requests_in_flight.h"

#include "absl/strings/match.h"

namespace allreview::host {

class RequestsInFlight::Interceptor : public grpc::experimental::Interceptor {
 public:
  explicit Interceptor(RequestsInFlight* requests) : requests_(requests) { requests_->Add(1); }
  ~Interceptor() override { requests_->Add(-1); }

  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    methods->Proceed();
  }

 private:
  RequestsInFlight* const requests_;
};

class RequestsInFlight::Factory : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  explicit Factory(RequestsInFlight* requests) : requests_(requests) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo* info) override {
    return absl::StartsWith(info->method(), "/grpc.") ? nullptr : new Interceptor(requests_);
  }

 private:
  RequestsInFlight* const requests_;
};

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>
RequestsInFlight::NewFactory() {
  return std::make_unique<Factory>(this);
}

void RequestsInFlight::Add(int count) {
  const MutexLock lock(mutex_);
  count_ += count;
  // Under the lock: who waits may destroy this as soon as it sees 0.
  if (count_ == 0) is_none_.NotifyAll();
}

void RequestsInFlight::WaitUntilNone(absl::Duration limit) {
  MutexLock lock(mutex_);
  is_none_.WaitFor(lock, limit,
                   [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return count_ == 0; });
}

}  // namespace allreview::host
