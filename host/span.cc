#include "host/span.h"

#include <atomic>

#include "absl/time/clock.h"

namespace allreview::host {
namespace {

std::atomic<SpanSink*> sink_of_process{nullptr};

}  // namespace

void SetSpanSink(SpanSink* sink) { sink_of_process = sink; }

bool HasSpanSink() { return sink_of_process.load() != nullptr; }

void RelaySpan(absl::string_view text) {
  if (SpanSink* sink = sink_of_process.load()) sink->ReceiveRelayed(text);
}

Span::Span(absl::string_view name, const TraceContext& parent, SpanKind kind) {
  record_.context = parent.IsEmpty() ? NewTrace() : parent;
  // An id that nobody records would be a hole in the trace.
  if (!HasSpanSink() || !record_.context.is_sampled) return;
  is_recorded_ = true;
  record_.name = std::string(name);
  record_.kind = kind;
  record_.parent_id = std::exchange(record_.context.span_id, NewSpanId());
  record_.start = absl::Now();
}

void Span::SetAttribute(absl::string_view name, absl::string_view value) {
  if (is_recorded_) record_.attributes.emplace_back(name, value);
}

void Span::SetStatus(const absl::Status& status) {
  if (!is_recorded_) return;
  record_.code = absl::StatusCodeToString(status.code());
  record_.is_error = IsServerFault(status.code());
}

std::string Span::End() {
  if (!std::exchange(is_recorded_, false)) return "";
  record_.end = absl::Now();
  SpanSink* const sink = sink_of_process.load();
  if (sink == nullptr) return "";
  const TraceContext context = record_.context;  // Callers may still ask for it.
  std::string relayed = sink->Receive(std::move(record_));
  record_.context = context;
  return relayed;
}

bool IsServerFault(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDataLoss:
      return true;
    default:
      return false;
  }
}

}  // namespace allreview::host
