#ifndef GATEWAY_SERVICE_REVIEW_SERVICE_H_
#define GATEWAY_SERVICE_REVIEW_SERVICE_H_

// The gateway's face: review.v1.ReviewService over the pipeline and, where a server keeps reviews,
// over gateway/reviews. Scopes of tokens are checked here, for gRPC and for HTTP, which calls this.

#include <functional>
#include <memory>
#include <string>

#include "gateway/access/access.h"
#include "gateway/access/sessions.h"
#include "gateway/pipeline/pipeline.h"
#include "gateway/pipeline/stubs.h"
#include "gateway/reviews/reviews.h"
#include "grpcpp/impl/service_type.h"

namespace allreview::gateway {

// Called by each request; may wait until services and gateway have been wired together. What it
// returns outlives the service.
using StubsProvider = std::function<const Stubs&()>;

struct ReviewServiceOptions {
  PipelineOptions pipeline = {};
  // Borrowed; null where nothing is kept: then the calls that need it answer FAILED_PRECONDITION.
  Reviews* reviews = nullptr;
  // Borrowed; null: everybody in this process may do everything.
  access::Access* access = nullptr;
  // Of people who log in; borrowed. Null: nobody does.
  access::Sessions* sessions = nullptr;
  // Told who ended whose session, for the audit log. May be null.
  std::function<void(const std::string& actor, const std::string& whose)> on_revoked = nullptr;
  // Where people see a review; null or empty: nowhere. See location.h.
  std::function<std::string(const std::string& review_id)> page_url = nullptr;
};

std::unique_ptr<grpc::Service> NewReviewService(StubsProvider stubs, ReviewServiceOptions options);

}  // namespace allreview::gateway

#endif  // GATEWAY_SERVICE_REVIEW_SERVICE_H_
