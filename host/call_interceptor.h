#ifndef HOST_CALL_INTERCEPTOR_H_
#define HOST_CALL_INTERCEPTOR_H_

#include <memory>
#include <vector>

#include "grpcpp/support/client_interceptor.h"

namespace allreview::host {

// For channels: each call that carries a traceparent gets a span, which the server sees as its
// parent. Without a span sink, calls are left alone.
std::vector<std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>>
NewCallInterceptors();

}  // namespace allreview::host

#endif  // HOST_CALL_INTERCEPTOR_H_
