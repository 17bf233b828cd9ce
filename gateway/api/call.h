#ifndef GATEWAY_API_CALL_H_
#define GATEWAY_API_CALL_H_

// On whose behalf the REST interface calls the service.

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gateway/http/message.h"
#include "host/call.h"

namespace allreview::api {

// Carries the token, the request id and the trace of `request`. `budget` may be infinite.
// kUnauthenticated: the header authorization holds bytes that no token has. Of the other headers,
// what is not fit to travel is replaced by an id or a trace of ours.
absl::StatusOr<host::ClientContextPtr> ContextFor(const http::HttpRequest& request,
                                                  absl::Duration budget);

}  // namespace allreview::api

#endif  // GATEWAY_API_CALL_H_
