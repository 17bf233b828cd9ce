#ifndef GATEWAY_PLATFORM_RULE_COUNTERS_H_
#define GATEWAY_PLATFORM_RULE_COUNTERS_H_

// Starts the counters of rules at 0, so that the first finding of a rule is an increase, and tells
// which rules are in use.
//
//   RuleCounters counters(&metrics, [&] { return host::Call(*stubs.analysis, …); });
//   counters.Note(done.rules_hash());    // After each review.
//   RETURN_IF_ERROR(counters.Update());  // Now and then.
//
// Analysis is asked until it has answered once, and again after a review by rules that no answer
// has named, as those of a newer engine. Safe from any thread.

#include <functional>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/mutex.h"
#include "host/metrics.h"
#include "proto/analysis/v1/analysis.pb.h"

namespace allreview::gateway {

class RuleCounters {
 public:
  using Ask = std::function<absl::StatusOr<analysis::v1::ListRulesResponse>()>;

  // `metrics` is borrowed.
  RuleCounters(host::Metrics* metrics, Ask ask) : metrics_(metrics), ask_(std::move(ask)) {}

  // Never waits.
  void Note(const std::string& rules_hash);
  // Errors are those of `ask`.
  absl::Status Update();

 private:
  // Rules of repositories make hashes of their own; so many are told apart.
  static constexpr size_t kMaxHashes = 1000;

  host::Metrics* const metrics_;
  const Ask ask_;
  Mutex mutex_;
  std::string present_ ABSL_GUARDED_BY(mutex_);  // Hash of the last answer.
  bool is_wanted_ ABSL_GUARDED_BY(mutex_) = true;
  std::set<std::string> hashes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_RULE_COUNTERS_H_
