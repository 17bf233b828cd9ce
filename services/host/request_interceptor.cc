#include "services/host/request_interceptor.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/log.h"
#include "services/host/call.h"

namespace allreview::host {
namespace {

using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::InterceptorBatchMethods;

constexpr MetricInfo kDuration = {"allreview_rpc_duration_seconds",
                                  "Time from the arrival of a request to its status."};
constexpr MetricInfo kInFlight = {"allreview_rpc_in_flight", "Requests being served."};

class RequestInterceptor : public grpc::experimental::Interceptor {
 public:
  RequestInterceptor(absl::string_view method, Metrics* metrics)
      : method_(method), metrics_(metrics), start_(absl::Now()) {
    if (metrics_ != nullptr) metrics_->AddToGauge(kInFlight, {}, 1);
  }
  ~RequestInterceptor() override {
    if (metrics_ != nullptr) metrics_->AddToGauge(kInFlight, {}, -1);
  }

  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::POST_RECV_INITIAL_METADATA)) {
      ReadRequestId(*methods);
    }
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_STATUS)) {
      Record(CodeName(methods->GetSendStatus().error_code()));
    }
    methods->Proceed();
  }

 private:
  void ReadRequestId(InterceptorBatchMethods& methods) {
    const auto* metadata = methods.GetRecvInitialMetadata();
    if (metadata == nullptr) return;
    const auto found = metadata->find(kRequestIdKey);
    if (found == metadata->end()) return;
    const absl::string_view id(found->second.data(), found->second.size());
    if (IsValidRequestId(id)) request_id_ = std::string(id);
  }

  void Record(const std::string& code) {
    const absl::Duration took = absl::Now() - start_;
    if (metrics_ != nullptr) {
      metrics_->Observe(kDuration, {{"method", method_}, {"code", code}}, took);
    }
    if (code == "OK" && absl::StartsWith(method_, "/grpc.health.")) return;
    Log(LogLevel::kInfo, "request",
        {{"method", method_},
         {"code", code},
         {"took", absl::StrCat(absl::ToInt64Microseconds(took) / 1000.0, "ms")},
         {"request_id", request_id_}});
  }

  const std::string method_;
  Metrics* const metrics_;
  const absl::Time start_;
  std::string request_id_ = "-";
};

class Factory : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  explicit Factory(Metrics* metrics) : metrics_(metrics) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo* info) override {
    return new RequestInterceptor(info->method(), metrics_);
  }

 private:
  Metrics* const metrics_;
};

}  // namespace

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> NewRequestInterceptorFactory(
    Metrics* metrics) {
  return std::make_unique<Factory>(metrics);
}

std::string CodeName(int grpc_code) {
  const std::string name = absl::StatusCodeToString(static_cast<absl::StatusCode>(grpc_code));
  return name.empty() ? absl::StrCat("CODE_", grpc_code) : name;
}

}  // namespace allreview::host
