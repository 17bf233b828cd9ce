#include "gateway/store/store_gauges.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/metrics/metrics.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {
namespace {

constexpr absl::Duration kActiveSpan = absl::Hours(7 * 24);  // As metric::kActiveRepositories says.
constexpr int kPageSize = 200;

}  // namespace

absl::Status StoreGauges::Update(absl::Time now) {
  ASSIGN_OR_RETURN(const int64_t size, options_.keyed->SizeBytes());
  options_.metrics->Set(metric::kStoreBytes, {{"backend", options_.backend}},
                        static_cast<double>(size));
  RETURN_IF_ERROR(SetRepositories(now));
  return SetRulesOnProbation();
}

absl::Status StoreGauges::SetRepositories(absl::Time now) {
  int known = 0;
  std::vector<std::pair<absl::Time, std::string>> active;
  review::v1::ListRepositoriesRequest request;
  request.set_page_size(kPageSize);
  do {
    ASSIGN_OR_RETURN(const review::v1::ListRepositoriesResponse page,
                     options_.reviews->ListRepositories(request));
    known += page.repositories_size();
    for (const review::v1::RepositorySummary& repository : page.repositories()) {
      const absl::Time queued = ToTime(repository.latest().queued_at());
      if (queued <= now - kActiveSpan) continue;
      active.emplace_back(queued, repository.repository().full_name());
    }
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  options_.metrics->Set(metric::kKnownRepositories, {}, known);
  options_.metrics->Set(metric::kActiveRepositories, {}, static_cast<double>(active.size()));
  // A process names only so many: those that were active last.
  std::sort(active.begin(), active.end(), std::greater<>());
  active.resize(std::min(active.size(), size_t{host::Metrics::kMaxRepositories - 1}));
  for (const auto& [queued, name] : active) {
    if (!name.empty() && repositories_.insert(name).second) {
      DeclareRepository(*options_.metrics, name);
    }
  }
  return absl::OkStatus();
}

absl::Status StoreGauges::SetRulesOnProbation() {
  ASSIGN_OR_RETURN(const std::vector<review::v1::RuleStanding> standings,
                   options_.reviews->ListStandings(""));
  std::map<std::string, int> organisations;
  for (const std::string& rule : rules_) organisations[rule] = 0;
  for (const review::v1::RuleStanding& standing : standings) {
    if (standing.is_on_probation()) ++organisations[RuleLabel(standing.rule_id())];
  }
  for (const auto& [rule, count] : organisations) {
    rules_.insert(rule);
    options_.metrics->Set(metric::kRulesOnProbation, {{"rule", rule}}, count);
  }
  return absl::OkStatus();
}

}  // namespace allreview::gateway
