#include "gateway/api/call.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gateway/access/rpc.h"
#include "host/metadata.h"
#include "host/trace.h"

namespace allreview::api {
namespace {

std::string HeaderOf(const http::HttpRequest& request, absl::string_view name) {
  const std::string* value = request.Header(name);
  return value == nullptr ? "" : *value;
}

}  // namespace

absl::StatusOr<host::ClientContextPtr> ContextFor(const http::HttpRequest& request,
                                                  absl::Duration budget) {
  host::ClientContextPtr context =
      host::NewClientContext({.id = request.request_id,
                              .deadline = absl::Now() + budget,
                              .trace = host::TraceFrom(HeaderOf(request, host::kTraceParentKey),
                                                       HeaderOf(request, host::kTraceStateKey))});
  const std::string authorization = HeaderOf(request, access::kAuthorizationKey);
  if (authorization.empty()) return context;
  const absl::Status added =
      host::AddCallMetadata({access::kAuthorizationKey, authorization}, *context);
  if (added.ok()) return context;
  return absl::UnauthenticatedError(absl::StrCat("the header ", added.message()));
}

}  // namespace allreview::api
