#ifndef HOST_REQUEST_INTERCEPTOR_H_
#define HOST_REQUEST_INTERCEPTOR_H_

// Sees each request of a server: one log line, the RPC metrics and a span.
//
//   INFO msg="request" method=/allreview.diff.v1.DiffService/Parse code=OK took=1.3ms trace_id=…
//       request_id=…
//
// The span's parent is what the caller's traceparent says; the handler sees the span in its place
// (RequestFromServer), and the caller gets the trace's id as the trailer kTraceIdKey. Health checks
// are counted, but have no span and are logged only when they fail.

#include <memory>

#include "absl/strings/string_view.h"
#include "grpcpp/support/server_interceptor.h"
#include "host/metrics.h"

namespace allreview::host {

// `metrics` may be null and outlives the server.
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> NewRequestInterceptorFactory(
    Metrics* metrics);

// "UNAVAILABLE"; "CODE_99" for what gRPC does not define.
std::string CodeName(int grpc_code);

}  // namespace allreview::host

#endif  // HOST_REQUEST_INTERCEPTOR_H_
