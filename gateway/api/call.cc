#include "gateway/api/call.h"

#include <string>

#include "absl/time/clock.h"
#include "gateway/access/rpc.h"
#include "services/host/call.h"
#include "services/host/trace.h"

namespace allreview::api {
namespace {

std::string HeaderOf(const http::HttpRequest& request, absl::string_view name) {
  const std::string* value = request.Header(name);
  return value == nullptr ? "" : *value;
}

}  // namespace

host::ClientContextPtr ContextFor(const http::HttpRequest& request, absl::Duration budget) {
  host::ClientContextPtr context =
      host::NewClientContext({.id = request.request_id,
                              .deadline = absl::Now() + budget,
                              .trace = host::TraceFrom(HeaderOf(request, host::kTraceParentKey),
                                                       HeaderOf(request, host::kTraceStateKey))});
  const std::string authorization = HeaderOf(request, access::kAuthorizationKey);
  if (!authorization.empty()) context->AddMetadata(access::kAuthorizationKey, authorization);
  return context;
}

}  // namespace allreview::api
