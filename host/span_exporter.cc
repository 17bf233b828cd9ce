#include "host/span_exporter.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/log.h"
#include "base/mutex.h"

namespace allreview::host {
namespace {

constexpr MetricInfo kSpans = {"allreview_trace_spans_total",
                               "Spans for the collector: exported, dropped or failed.",
                               MetricKind::kCounter, "result"};
// How long spans wait for company.
constexpr absl::Duration kGathering = absl::Milliseconds(500);
constexpr absl::Duration kLastChance = absl::Seconds(5);

}  // namespace

SpanExporter::SpanExporter(Send send, Metrics* metrics)
    : send_(std::move(send)), metrics_(metrics) {
  for (const char* result : {"exported", "dropped", "failed"}) Count(result, 0);
  thread_ = std::thread([this] { Run(); });
}

SpanExporter::~SpanExporter() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
    end_ = absl::Now() + kLastChance;
  }
  changed_.NotifyAll();
  thread_.join();
}

std::string SpanExporter::Receive(SpanRecord span) {
  bool is_full = false;
  {
    MutexLock lock(mutex_);
    is_full = queue_.size() >= kMaxQueued;
    if (!is_full) queue_.push_back(std::move(span));
    if (queue_.size() == 1 || queue_.size() == kMaxBatch) changed_.NotifyAll();
  }
  if (is_full) Count("dropped", 1);
  return "";
}

void SpanExporter::Run() {
  while (true) {
    const std::vector<SpanRecord> batch = TakeBatch();
    if (batch.empty()) break;
    Deliver(batch);
  }
}

// Empty: the end. What must be dropped at the end is counted.
std::vector<SpanRecord> SpanExporter::TakeBatch() {
  MutexLock lock(mutex_);
  changed_.Wait(lock, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return !queue_.empty() || is_ending_;
  });
  changed_.WaitFor(lock, kGathering, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return queue_.size() >= kMaxBatch || is_ending_;
  });
  if (is_ending_ && absl::Now() > end_) {
    Count("dropped", queue_.size());
    queue_.clear();
  }
  const size_t size = std::min(queue_.size(), kMaxBatch);
  std::vector<SpanRecord> batch(std::make_move_iterator(queue_.begin()),
                                std::make_move_iterator(queue_.begin() + size));
  queue_.erase(queue_.begin(), queue_.begin() + size);
  return batch;
}

void SpanExporter::Deliver(const std::vector<SpanRecord>& batch) {
  const absl::Status status = send_(batch);
  Count(status.ok() ? "exported" : "failed", batch.size());
  if (status.ok() == !is_failing_) return;
  is_failing_ = !status.ok();
  if (is_failing_) {
    Log(LogLevel::kWarning, "spans cannot be exported",
        {{"reason", std::string(status.message())}});
  } else {
    Log(LogLevel::kInfo, "spans are exported again");
  }
}

void SpanExporter::Count(const char* result, size_t spans) {
  if (metrics_ == nullptr) return;
  metrics_->Count(kSpans, {{"result", result}}, static_cast<double>(spans));
}

}  // namespace allreview::host
