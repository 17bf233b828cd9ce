#include "gateway/reviews/settler.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/proto_json.h"
#include "base/status_macros.h"

namespace allreview::gateway {
namespace {

using review::v1::Publication;
using review::v1::ReviewSummary;

// How a review ends whose job is in this state; none while somebody may still do it.
std::optional<Reviews::Ending> EndingFor(const std::optional<KeptJob>& job) {
  if (!job.has_value() || job->state == JobState::kDone) {
    return Reviews::Ending{.state = review::v1::REVIEW_STATE_FAILED,
                           .reason = "the queue has no job for it any more; ask for it again"};
  }
  switch (job->state) {
    case JobState::kDead:
      return Reviews::Ending{.state = review::v1::REVIEW_STATE_FAILED, .reason = job->reason};
    case JobState::kWithdrawn:
      return Reviews::Ending{.state = review::v1::REVIEW_STATE_SUPERSEDED,
                             .reason = "withdrawn before it was done"};
    default:
      return std::nullopt;
  }
}

}  // namespace

absl::Status Settler::Settle() {
  ASSIGN_OR_RETURN(const std::vector<ReviewSummary> open, options_.reviews->store().ListOpen());
  absl::Status last;
  std::map<std::string, Suspicion> earlier = std::exchange(suspicions_, {});
  for (const ReviewSummary& summary : open) {
    const auto found = earlier.find(summary.id());
    if (found != earlier.end()) suspicions_.insert(earlier.extract(found));
    const absl::Status status = Settle(summary);
    if (!status.ok()) last = status;
  }
  return last;
}

absl::Status Settler::Settle(const ReviewSummary& summary) {
  Reviews& reviews = *options_.reviews;
  if (HasEnded(summary.state()) && summary.state() != review::v1::REVIEW_STATE_DONE) {
    return EndPublication(summary);
  }
  ASSIGN_OR_RETURN(const std::optional<std::string> key, reviews.keys().KeyOf(summary.id()));
  std::optional<KeptJob> job;
  if (key.has_value()) {
    ASSIGN_OR_RETURN(job, reviews.queue().Find(*key));
  }
  std::optional<Reviews::Ending> ending = EndingFor(job);
  if (!ending.has_value()) {
    suspicions_.erase(summary.id());
    return absl::OkStatus();
  }
  const std::string seen = SerializeWithSortedMaps(summary);
  Suspicion& suspicion = suspicions_[summary.id()];
  const absl::Time now = reviews.options().now();
  if (suspicion.summary != seen) suspicion = {.summary = seen, .since = now};
  if (now - suspicion.since < options_.patience) return absl::OkStatus();
  ending->is_meant = [&seen](const ReviewSummary& stored) {
    return SerializeWithSortedMaps(stored) == seen;
  };
  ASSIGN_OR_RETURN(const std::optional<ReviewSummary> ended, reviews.End(summary.id(), *ending));
  suspicions_.erase(summary.id());
  if (!ended.has_value()) return absl::OkStatus();
  Log(LogLevel::kWarning, "review ended that no worker will end",
      {{"review", ended->id()},
       {"state", review::v1::ReviewState_Name(ended->state())},
       {"reason", ending->reason}});
  if (options_.on_ended != nullptr && ended->publication().state() == Publication::STATE_FAILED) {
    ReviewSummary told = *ended;
    if (told.state() == review::v1::REVIEW_STATE_DONE) {
      told.set_state(review::v1::REVIEW_STATE_FAILED);
      told.set_state_reason(absl::StrCat("publishing: ", ending->reason));
    }
    options_.on_ended(told);
  }
  return absl::OkStatus();
}

// Ends the publication of a review that somebody ended: nothing is left to publish; GitHub is told.
absl::Status Settler::EndPublication(const ReviewSummary& summary) {
  const bool is_failed = summary.state() == review::v1::REVIEW_STATE_FAILED;
  bool is_ended = false;
  ASSIGN_OR_RETURN(
      const ReviewSummary ended,
      options_.reviews->store().UpdateSummary(summary.id(), [&](ReviewSummary& stored) {
        is_ended = stored.state() == summary.state() &&
                   stored.publication().state() == Publication::STATE_PENDING;
        if (!is_ended) return false;
        stored.clear_publication();
        if (is_failed) {
          stored.mutable_publication()->set_state(Publication::STATE_FAILED);
          stored.mutable_publication()->set_reason(stored.state_reason());
        }
        return true;
      }));
  if (!is_ended) return absl::OkStatus();
  options_.reviews->options().progress->Wake(summary.id());
  const bool is_told = summary.state() != review::v1::REVIEW_STATE_SUPERSEDED;
  if (is_told && options_.on_ended != nullptr) options_.on_ended(ended);
  return absl::OkStatus();
}

}  // namespace allreview::gateway
