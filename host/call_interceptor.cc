#include "host/call_interceptor.h"

#include <map>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "host/span.h"
#include "host/trace.h"

namespace allreview::host {
namespace {

using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::InterceptorBatchMethods;

class CallInterceptor : public grpc::experimental::Interceptor {
 public:
  explicit CallInterceptor(absl::string_view method) : method_(method) {}
  ~CallInterceptor() override {
    // A stream whose caller went away before its status came.
    if (span_.has_value()) End(absl::StatusCode::kCancelled);
  }

  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      if (auto* metadata = methods->GetSendInitialMetadata()) Begin(*metadata);
    }
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::POST_RECV_STATUS)) {
      const grpc::Status* status = methods->GetRecvStatus();
      if (span_.has_value() && status != nullptr) {
        if (const auto* trailers = methods->GetRecvTrailingMetadata()) Relay(*trailers);
        End(static_cast<absl::StatusCode>(status->error_code()));
      }
    }
    methods->Proceed();
  }

 private:
  void Begin(std::multimap<std::string, std::string>& metadata) {
    const auto entry = metadata.find(kTraceParentKey);
    if (entry == metadata.end()) return;
    const std::optional<TraceContext> trace = ParseTraceParent(entry->second);
    if (!trace.has_value()) return;
    span_.emplace(method_, *trace, SpanKind::kClient);
    entry->second = FormatTraceParent(span_->context());
  }

  static void Relay(const std::multimap<grpc::string_ref, grpc::string_ref>& trailers) {
    const auto entry = trailers.find(kRelayedSpanKey);
    if (entry != trailers.end()) RelaySpan({entry->second.data(), entry->second.size()});
  }

  void End(absl::StatusCode code) {
    span_->SetStatus(absl::Status(code, ""));
    span_.reset();
  }

  const std::string method_;
  std::optional<Span> span_;
};

class Factory : public grpc::experimental::ClientInterceptorFactoryInterface {
 public:
  grpc::experimental::Interceptor* CreateClientInterceptor(
      grpc::experimental::ClientRpcInfo* info) override {
    if (!HasSpanSink()) return nullptr;
    return new CallInterceptor(absl::string_view(info->method()).substr(1));
  }
};

}  // namespace

std::vector<std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>>
NewCallInterceptors() {
  std::vector<std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>> factories;
  factories.push_back(std::make_unique<Factory>());
  return factories;
}

}  // namespace allreview::host
