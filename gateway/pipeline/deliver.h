#ifndef GATEWAY_PIPELINE_DELIVER_H_
#define GATEWAY_PIPELINE_DELIVER_H_

// The end of a review: documents are rendered, counted, kept and sent.

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "gateway/pipeline/change_reader.h"
#include "gateway/pipeline/record.h"
#include "gateway/pipeline/run_context.h"

namespace allreview::gateway {

// `start` is when the review began. kCancelled: the caller has gone.
absl::Status Deliver(const RunContext& context, Record& record, KeptDiff diff, absl::Time start);

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_DELIVER_H_
