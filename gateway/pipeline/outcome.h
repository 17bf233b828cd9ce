#ifndef GATEWAY_PIPELINE_OUTCOME_H_
#define GATEWAY_PIPELINE_OUTCOME_H_

// What a review leaves in the metrics.

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/pipeline/record.h"
#include "gateway/pipeline/render.h"
#include "host/metrics.h"
#include "host/span.h"

namespace allreview::gateway {

// Label "repository" of a change: "owner/name", or "local" for what is not on GitHub.
std::string RepositoryLabel(const change::v1::ChangeInfo& change);

// Conclusion, findings, files, lines and missing parts.
void CountReview(host::Metrics& metrics, const Record& record, const Rendered& rendered,
                 absl::Duration took);

// A stage of the pipeline: a span and metric::kStageDuration, until End() or the destructor.
class Stage {
 public:
  // `metrics` may be null; `name` is a literal.
  Stage(host::Metrics* metrics, absl::string_view name, const host::TraceContext& parent);
  ~Stage() { End(); }

  // The context for calls that the stage makes.
  const host::TraceContext& trace() const { return span_.context(); }
  void End();

 private:
  host::Metrics* metrics_;  // Null also once it has ended.
  const std::string name_;
  const absl::Time start_;
  host::Span span_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_OUTCOME_H_
