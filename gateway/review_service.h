#ifndef GATEWAY_REVIEW_SERVICE_H_
#define GATEWAY_REVIEW_SERVICE_H_

// The gateway's face: review.v1.ReviewService over the pipeline.

#include <memory>

#include "gateway/pipeline.h"
#include "gateway/stubs.h"
#include "grpcpp/impl/service_type.h"

namespace allreview::gateway {

// `stubs` outlives the service.
std::unique_ptr<grpc::Service> NewReviewService(const Stubs& stubs, PipelineOptions options);

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEW_SERVICE_H_
