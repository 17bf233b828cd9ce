#ifndef HOST_TRACE_H_
#define HOST_TRACE_H_

// Which trace a piece of work belongs to, as W3C Trace Context says it between processes.
//
//   TraceContext trace = TraceFrom(headers["traceparent"], headers["tracestate"]);
//   trace.trace_id;                    // "4bf92f3577b34da6a3ce929d0e0e4736"
//   FormatTraceParent(trace);          // "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
//
// Whoever takes work in from outside (HTTP, a webhook, a job) calls TraceFrom and hands the result
// on in host::Request; gRPC calls and log lines then carry it by themselves. Pure but for the ids,
// which are random.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::host {

// Names of HTTP headers and of gRPC metadata entries.
inline constexpr char kTraceParentKey[] = "traceparent";
inline constexpr char kTraceStateKey[] = "tracestate";
// In answers: HTTP header and gRPC trailer.
inline constexpr char kTraceIdKey[] = "x-allreview-trace-id";
// gRPC trailer with the span of a process that may not use the network.
inline constexpr char kRelayedSpanKey[] = "x-allreview-span";

struct TraceContext {
  std::string trace_id = {};  // 32 hexadecimal digits in lower case. Empty: no trace.
  std::string span_id = {};   // 16 of them: what the next span is a child of. Empty: there is none.
  bool is_sampled = true;     // False: ids are logged, spans are not recorded.
  std::string state = {};     // What other tracers want passed on.

  bool IsEmpty() const { return trace_id.empty(); }
};

// None for what the standard calls invalid: other digits, zero ids, version ff, wrong length.
std::optional<TraceContext> ParseTraceParent(absl::string_view trace_parent,
                                             absl::string_view trace_state = "");

// The same; a new trace where ParseTraceParent finds none.
TraceContext TraceFrom(absl::string_view trace_parent, absl::string_view trace_state = "");

// A new trace without a span.
TraceContext NewTrace();

// For a header. A context without a span gets an id that no span has, as the standard wants one.
std::string FormatTraceParent(const TraceContext& trace);

std::string NewSpanId();

}  // namespace allreview::host

#endif  // HOST_TRACE_H_
