#ifndef HOST_SPAN_H_
#define HOST_SPAN_H_

// One timed step of a trace.
//
//   Span span("understand", request.trace);
//   Request work = request;
//   work.trace = span.context();          // Calls made with it are children of the span.
//   …
//   span.End();                           // Or its destructor.
//
// Spans go to the sink of the process, as log lines go to standard error; without a sink they cost
// next to nothing and context() is the parent's. Each gRPC call has a span on either side by
// itself (host.h, channel.h). A Span belongs to one thread at a time; sinks are called from any.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "host/trace.h"

namespace allreview::host {

enum class SpanKind { kInternal, kServer, kClient };

struct SpanRecord {
  std::string name;
  SpanKind kind = SpanKind::kInternal;
  TraceContext context;   // Of the span itself.
  std::string parent_id;  // Empty: it is the root.
  absl::Time start;
  absl::Time end;
  std::string code;       // "OK", "UNAVAILABLE"…; empty: not said.
  bool is_error = false;  // The span failed, and it is not its caller's fault.
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string service = {};  // That made it. Empty: this process.
};

class SpanSink {
 public:
  virtual ~SpanSink() = default;
  // Never blocks. Returns what the answer of a call should carry back, for processes that may not
  // use the network: the caller gives it to ReceiveRelayed of its own sink. Empty: nothing.
  virtual std::string Receive(SpanRecord span) = 0;
  virtual void ReceiveRelayed(absl::string_view) {}
};

// Sets the sink of the process; null: spans are dropped. `sink` outlives its use: set null before
// it goes, when no span can end any more. Only main functions and tests call this.
void SetSpanSink(SpanSink* sink);
bool HasSpanSink();
// A span that came with an answer.
void RelaySpan(absl::string_view text);

class Span {
 public:
  // `parent` may be empty: then a new trace begins.
  Span(absl::string_view name, const TraceContext& parent, SpanKind kind = SpanKind::kInternal);
  ~Span() { End(); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

  const TraceContext& context() const { return record_.context; }

  // Values from small sets or ids; never code, titles or tokens.
  void SetAttribute(absl::string_view name, absl::string_view value);
  void SetStatus(const absl::Status& status);

  // Returns what SpanSink::Receive does; empty when it has ended before.
  std::string End();

 private:
  SpanRecord record_;
  bool is_recorded_ = false;
};

// Whether a code tells of a fault of the callee: INVALID_ARGUMENT or CANCELLED do not.
bool IsServerFault(absl::StatusCode code);

}  // namespace allreview::host

#endif  // HOST_SPAN_H_
