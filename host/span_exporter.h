#ifndef HOST_SPAN_EXPORTER_H_
#define HOST_SPAN_EXPORTER_H_

// Sends spans to somewhere slow, in batches, by a thread of its own.
//
//   SpanExporter exporter(send, &metrics);
//   exporter.Receive(span);          // Never waits for `send`.
//
// At most kMaxQueued spans wait; more are dropped. A batch that cannot be sent is not sent again.
// Both are counted: allreview_trace_spans_total{result="exported|dropped|failed"}.

#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "base/mutex.h"
#include "host/metrics.h"
#include "host/span.h"

namespace allreview::host {

class SpanExporter : public SpanSink {
 public:
  static constexpr size_t kMaxQueued = 4096;
  static constexpr size_t kMaxBatch = 512;

  using Send = std::function<absl::Status(absl::Span<const SpanRecord> spans)>;

  // `send` must come to an end by itself. `metrics` may be null and outlives this.
  SpanExporter(Send send, Metrics* metrics);
  // Sends what waits, for some seconds at most.
  ~SpanExporter() override;

  std::string Receive(SpanRecord span) override;

 private:
  void Run();
  std::vector<SpanRecord> TakeBatch();
  void Deliver(const std::vector<SpanRecord>& batch);
  void Count(const char* result, size_t spans);

  const Send send_;
  Metrics* const metrics_;
  bool is_failing_ = false;  // Of the thread: so that one outage is one line in the log.

  Mutex mutex_;
  ConditionVariable changed_;
  std::deque<SpanRecord> queue_ ABSL_GUARDED_BY(mutex_);
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Time end_ ABSL_GUARDED_BY(mutex_);  // Later nothing is sent any more.
  std::thread thread_;                      // Last: it uses all of the above.
};

}  // namespace allreview::host

#endif  // HOST_SPAN_EXPORTER_H_
