#include "gateway/pipeline/deliver.h"

#include <utility>

#include "absl/time/clock.h"
#include "base/log.h"
#include "gateway/pipeline/outcome.h"
#include "gateway/pipeline/render.h"
#include "sentences/phrases/missing.h"

namespace allreview::gateway {
namespace {

void LogMissing(const RunContext& context, const Record& record) {
  for (const change::v1::MissingPart& part : record.missing()) {
    if (part.is_expected()) continue;
    Log(LogLevel::kWarning, "part missing",
        {{"service", part.service()},
         {"code", part.code()},
         {"trace_id", context.caller.trace.trace_id},
         {"request_id", context.caller.id}});
  }
}

void Keep(const RunContext& context, KeptDiff diff, Rendered& rendered) {
  if (context.run.keep == nullptr || rendered.is_plain) return;
  context.run.keep({.review = std::move(rendered.review),
                    .diff = std::move(diff.text),
                    .diff_bytes = diff.bytes});
}

}  // namespace

absl::Status Deliver(const RunContext& context, Record& record, KeptDiff diff, absl::Time start) {
  context.events.Progress("report", "writing documents");
  Stage stage(context.options.metrics, "report", context.caller.trace);
  host::Request request = context.caller;
  request.trace = stage.trace();
  absl::StatusOr<Rendered> rendered = Render(
      *context.stubs.report, context.calls.RequestTo("report", request), record, context.request);
  const absl::Status reported = context.calls.Note("report", rendered.status());
  if (!rendered.ok()) {
    if (context.caller.IsCancelled()) return absl::CancelledError("the caller has gone");
    if (context.run.on_not_kept != nullptr) context.run.on_not_kept(reported);
    record.AddMissing("report", reported, phrases::kPlainLists);
    rendered = RenderWithoutService(record, context.request);
  }
  stage.End();
  LogMissing(context, record);
  if (context.options.metrics != nullptr) {
    CountReview(*context.options.metrics, record, *rendered, absl::Now() - start);
  }
  Keep(context, std::move(diff), *rendered);
  for (report::v1::DocumentChunk& chunk : rendered->documents) {
    review::v1::ReviewEvent event;
    event.mutable_document()->Swap(&chunk);
    if (!context.events.Send(event)) return absl::CancelledError("the caller has gone");
  }
  review::v1::ReviewEvent event;
  event.mutable_finished()->Swap(&rendered->finished);
  event.mutable_finished()->set_request_id(context.caller.id);
  if (!context.events.Send(event)) return absl::CancelledError("the caller has gone");
  return absl::OkStatus();
}

}  // namespace allreview::gateway
