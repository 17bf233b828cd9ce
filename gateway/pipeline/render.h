#ifndef GATEWAY_PIPELINE_RENDER_H_
#define GATEWAY_PIPELINE_RENDER_H_

// The last stage: from the record of a change to its documents.

#include <vector>

#include "absl/status/statusor.h"
#include "gateway/pipeline/record.h"
#include "host/call.h"
#include "proto/report/v1/report.grpc.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {

struct Rendered {
  review::v1::Review review = {};
  bool is_plain = false;               // Made without the report service.
  review::v1::Finished finished = {};  // Without request id.
  // In order; each document ends with is_last.
  std::vector<report::v1::DocumentChunk> documents = {};
  double cpu_seconds = 0;
};

// The documents that the caller wants; the review in Markdown when it names none.
std::vector<report::v1::DocumentRequest> WantedDocuments(const review::v1::ReviewRequest& request);

// What a caller is told at the end. Without request id.
review::v1::Finished FinishedOf(const review::v1::Review& review);

// By the report service. Nothing is returned of an answer that does not come to its end, so that no
// document claims what the next one could not confirm.
absl::StatusOr<Rendered> Render(report::v1::ReportService::StubInterface& stub,
                                const host::Request& caller, const Record& record,
                                const review::v1::ReviewRequest& request);

// Without the report service: plain documents that say so, name every finding and every file that
// was not reviewed. Of formats for machines JSON holds the review itself; the others get their
// fallback, see FormatInfo.
Rendered RenderWithoutService(const Record& record, const review::v1::ReviewRequest& request);

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_RENDER_H_
