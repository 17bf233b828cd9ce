#include "gateway/platform/rule_counters.h"

#include "base/status_macros.h"
#include "gateway/metrics/metrics.h"

namespace allreview::gateway {

void RuleCounters::Note(const std::string& rules_hash) {
  const MutexLock lock(mutex_);
  if (rules_hash.empty() || hashes_.size() >= kMaxHashes) return;
  if (hashes_.insert(rules_hash).second) is_wanted_ = true;
}

absl::Status RuleCounters::Update() {
  {
    const MutexLock lock(mutex_);
    if (!is_wanted_) return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const analysis::v1::ListRulesResponse rules, ask_());
  for (const analysis::v1::RuleInfo& rule : rules.rules()) DeclareRule(*metrics_, rule);
  const MutexLock lock(mutex_);
  if (!present_.empty()) metrics_->Set(metric::kRulesInfo, {{"rules", present_}}, 0);
  present_ = rules.rules_hash();
  metrics_->Set(metric::kRulesInfo, {{"rules", present_}}, 1);
  hashes_.insert(present_);
  is_wanted_ = false;
  return absl::OkStatus();
}

}  // namespace allreview::gateway
