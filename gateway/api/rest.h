#ifndef GATEWAY_API_REST_H_
#define GATEWAY_API_REST_H_

// The REST interface: JSON over HTTP in front of review.v1.ReviewService, route by route as
// route_table.h says, and its OpenAPI description.
//
//   const auto stub = review::v1::ReviewService::NewStub(host->InProcessChannel());
//   std::vector<http::Route> routes = api::RestRoutes({.stub = stub.get()});
//
// Nothing is decided here: the Authorization header goes on as metadata, and the service says who
// may do what. Strangers' bodies are not parsed, though: check_access is asked before. Besides the
// table there are /healthz (the process answers), /readyz (it can do its work) and /openapi.json,
// which need no token.
//
// Errors are application/problem+json. GET answers carry an ETag. Lists carry Link with rel="next".

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "gateway/access/access.h"
#include "gateway/api/route_table.h"
#include "gateway/http/message.h"

namespace allreview::api {

struct RestOptions {
  Stub* stub = nullptr;  // Outlives the routes. Calls of it go to the same process.
  // Why this process should get no work now. Called on a thread that serves sockets: it must not
  // wait. Null: always ready.
  std::function<absl::Status()> is_ready = nullptr;
  // Whether the caller may call an RPC; asked before a body is parsed. May wait. Null: the service
  // alone decides.
  std::function<absl::Status(const access::AccessRequest&)> check_access = nullptr;
};

std::vector<http::Route> RestRoutes(const RestOptions& options);

}  // namespace allreview::api

#endif  // GATEWAY_API_REST_H_
