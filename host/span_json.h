#ifndef HOST_SPAN_JSON_H_
#define HOST_SPAN_JSON_H_

// Spans as text for others.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "host/span.h"

namespace allreview::host {

// One line for the log, without a line end:
//   {"span":"understand","kind":"internal","trace_id":"…","span_id":"…","parent_id":"…",
//    "start":"2026-03-01T10:00:00.123456Z","duration_ms":4.2,"code":"OK","service":"allreview"}
std::string SpanLine(const SpanRecord& span, absl::string_view service);

// The same read back; none for what is not such a line, or has ids that are none.
std::optional<SpanRecord> ParseSpanLine(absl::string_view line);

// What produced the spans: "service.name" and the like.
using ResourceAttributes = std::vector<std::pair<std::string, std::string>>;

// The body of a request to an OpenTelemetry collector (OTLP/HTTP in JSON, POST /v1/traces).
// Relayed spans are told as of their own service.
std::string OtlpRequest(absl::Span<const SpanRecord> spans, const ResourceAttributes& resource);

}  // namespace allreview::host

#endif  // HOST_SPAN_JSON_H_
