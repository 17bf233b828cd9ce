#ifndef GATEWAY_PIPELINE_REVIEW_RUN_H_
#define GATEWAY_PIPELINE_REVIEW_RUN_H_

// One review on its way through the pipeline; see pipeline.h. Used once. Its parts, one after the
// other: ChangeReader, the numerical checks, Deliver.

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/pipeline/change_reader.h"
#include "gateway/pipeline/outcome.h"
#include "gateway/pipeline/pipeline.h"
#include "gateway/pipeline/record.h"
#include "gateway/pipeline/run_context.h"

namespace allreview::gateway {

class ReviewRun {
 public:
  // The arguments outlive the object.
  ReviewRun(const Stubs& stubs, const PipelineOptions& options, const RunOptions& run,
            const review::v1::ReviewRequest& request, const host::Request& caller,
            const EventReceiver& send);

  absl::Status Execute(const PatchReader& patch);

 private:
  bool WantsNumerics() const;
  void RunNumerics();
  void ApplyRunOptions();

  const absl::Time start_ = absl::Now();
  EventSender events_;
  CircuitCalls calls_;
  const RunContext context_;
  Stage understand_;
  const host::Request work_;  // The caller's, less the time that rendering needs.
  Record record_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_REVIEW_RUN_H_
