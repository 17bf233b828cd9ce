#include "services/host/requests_in_flight.h"

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
      grpc::experimental::ServerRpcInfo*) override {
    return new Interceptor(requests_);
  }

 private:
  RequestsInFlight* const requests_;
};

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>
RequestsInFlight::NewFactory() {
  return std::make_unique<Factory>(this);
}

void RequestsInFlight::Add(int count) {
  absl::MutexLock lock(&mutex_);
  count_ += count;
}

void RequestsInFlight::WaitUntilNone(absl::Duration limit) {
  absl::MutexLock lock(&mutex_);
  mutex_.AwaitWithTimeout(absl::Condition(this, &RequestsInFlight::IsNone), limit);
}

}  // namespace allreview::host
