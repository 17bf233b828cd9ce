#include "host/request_interceptor.h"

#include <map>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/log.h"
#include "host/call.h"
#include "host/span.h"
#include "host/trace.h"

namespace allreview::host {
namespace {

using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::InterceptorBatchMethods;

constexpr MetricInfo kDuration = {"allreview_rpc_duration_seconds",
                                  "Time from the arrival of a request to its status.",
                                  MetricKind::kHistogram, "code,method"};
constexpr MetricInfo kInFlight = {"allreview_rpc_in_flight", "Requests being served.",
                                  MetricKind::kGauge};

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
      if (auto* metadata = methods->GetRecvInitialMetadata()) {
        ReadRequestId(*metadata);
        StartSpan(*metadata);
      }
    }
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_STATUS)) {
      const int code = methods->GetSendStatus().error_code();
      const std::string relayed = EndSpan(code);
      if (auto* trailers = methods->GetSendTrailingMetadata()) {
        trailers->emplace(kTraceIdKey, trace_.trace_id);
        if (!relayed.empty()) trailers->emplace(kRelayedSpanKey, relayed);
      }
      Record(CodeName(code));
    }
    methods->Proceed();
  }

 private:
  using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;

  static absl::string_view ValueOf(const Metadata& metadata, const char* key) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) return "";
    return {found->second.data(), found->second.size()};
  }

  void ReadRequestId(const Metadata& metadata) {
    const absl::string_view id = ValueOf(metadata, kRequestIdKey);
    if (IsValidRequestId(id)) request_id_ = std::string(id);
  }

  void StartSpan(Metadata& metadata) {
    trace_ = TraceFrom(ValueOf(metadata, kTraceParentKey), ValueOf(metadata, kTraceStateKey));
    if (IsHealthCheck()) return;
    span_.emplace(method_.substr(1), trace_, SpanKind::kServer);
    // The map holds views; this object lives as long as the call.
    trace_parent_ = FormatTraceParent(span_->context());
    metadata.erase(kTraceParentKey);
    metadata.emplace(kTraceParentKey, trace_parent_);
  }

  std::string EndSpan(int code) {
    if (!span_.has_value()) return "";
    span_->SetAttribute("request_id", request_id_);
    span_->SetStatus(absl::Status(static_cast<absl::StatusCode>(code), ""));
    return span_->End();
  }

  void Record(const std::string& code) {
    const absl::Duration took = absl::Now() - start_;
    if (metrics_ != nullptr) {
      metrics_->Observe(kDuration, {{"method", method_}, {"code", code}}, took);
    }
    if (code == "OK" && IsHealthCheck()) return;
    Log(LogLevel::kInfo, "request",
        {{"method", method_},
         {"code", code},
         {"took", absl::StrCat(absl::ToInt64Microseconds(took) / 1000.0, "ms")},
         {"trace_id", trace_.trace_id},
         {"request_id", request_id_}});
  }

  bool IsHealthCheck() const { return absl::StartsWith(method_, "/grpc.health."); }

  const std::string method_;
  Metrics* const metrics_;
  const absl::Time start_;
  std::string request_id_ = "-";
  TraceContext trace_ = {.trace_id = "-"};
  std::optional<Span> span_;
  std::string trace_parent_;
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
