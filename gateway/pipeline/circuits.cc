#include "gateway/pipeline/circuits.h"

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/mutex.h"
#include "gateway/metrics/metrics.h"
#include "host/status.h"

namespace allreview::gateway {

absl::Status Circuits::Check(absl::string_view service) {
  MutexLock lock(mutex_);
  Circuit& circuit = circuits_[std::string(service)];
  if (circuit.failures < options_.failures) return absl::OkStatus();
  const absl::Time now = options_.now();
  if (now >= circuit.closed_until) {
    // This caller tries; the others wait for what it finds.
    circuit.closed_until = now + options_.pause;
    return absl::OkStatus();
  }
  return absl::UnavailableError(
      absl::StrCat("it failed ", circuit.failures, " times in a row and is not asked for another ",
                   absl::FormatDuration(absl::Ceil(circuit.closed_until - now, absl::Seconds(1))),
                   "; the last time: ", circuit.reason));
}

void Circuits::Note(absl::string_view service, const absl::Status& status) {
  MutexLock lock(mutex_);
  Circuit& circuit = circuits_[std::string(service)];
  const bool was_open = circuit.failures >= options_.failures;
  if (host::IsFault(status)) {
    ++circuit.failures;
    circuit.reason = std::string(status.message());
    if (circuit.failures >= options_.failures) {
      circuit.closed_until = options_.now() + options_.pause;
    }
  } else if (!absl::IsCancelled(status)) {
    circuit.failures = 0;
  }
  const bool is_open = circuit.failures >= options_.failures;
  if (is_open == was_open) return;
  Log(LogLevel::kWarning, is_open ? "circuit opened" : "circuit closed",
      {{"service", std::string(service)}, {"reason", circuit.reason}});
  if (options_.metrics == nullptr) return;
  options_.metrics->Set(metric::kCircuitOpen, {{"service", std::string(service)}}, is_open ? 1 : 0);
}

}  // namespace allreview::gateway
