#ifndef GATEWAY_PIPELINE_RENDER_AGAIN_H_
#define GATEWAY_PIPELINE_RENDER_AGAIN_H_

// Documents of a review that was finished earlier.

#include <functional>

#include "absl/status/status.h"
#include "host/call.h"
#include "proto/report/v1/report.grpc.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

// Streams one document; `send` returns false to stop (kCancelled). kInvalidArgument: there is no
// such document in that format; the text says which there are.
absl::Status RenderAgain(report::v1::ReportService::StubInterface& stub,
                         const host::Request& caller, const review::v1::Review& review,
                         const report::v1::DocumentRequest& document,
                         const std::function<bool(const report::v1::DocumentChunk&)>& send);

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_RENDER_AGAIN_H_
