#ifndef GATEWAY_REVIEW_SERVICE_H_
#define GATEWAY_REVIEW_SERVICE_H_

// The gateway's face: review.v1.ReviewService over the pipeline.

#include <functional>
#include <memory>

#include "gateway/pipeline.h"
#include "gateway/stubs.h"
#include "grpcpp/impl/service_type.h"

namespace allreview::gateway {

// Called by each request; may wait until services and gateway have been wired together. What it
// returns outlives the service.
using StubsProvider = std::function<const Stubs&()>;

std::unique_ptr<grpc::Service> NewReviewService(StubsProvider stubs, PipelineOptions options);

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEW_SERVICE_H_
