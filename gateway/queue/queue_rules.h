#ifndef GATEWAY_QUEUE_QUEUE_RULES_H_
#define GATEWAY_QUEUE_QUEUE_RULES_H_

// What both queues must do and say alike. Pure.

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/queue/job_queue.h"

namespace allreview::gateway {

// kInvalidArgument: no key or tenant, or one that is too long.
absl::Status CheckJob(const review::v1::Job& job);

// Options with everything that they leave open.
JobQueueOptions WithDefaults(JobQueueOptions options);

// Whether `Withdraw` means the job: a review of another head. One without a head reviews whatever
// the head is, so only a withdrawal of all heads means it.
bool IsWithdrawn(const review::v1::Job& job, absl::string_view except_head);

// Why a lease can no longer end its job. `state` is the job's; kDone also stands for none.
absl::Status LeaseLost(absl::string_view key, JobState state);

// Why a job whose workers kept vanishing was given up.
std::string WorkersGone(int attempts, absl::string_view last_worker);

// How long another attempt waits: at least `least`.
absl::Duration DelayOf(const JobQueueOptions& options, int attempts, absl::Duration least);

// QueueDepth::pace is that of at most so many jobs, none older than the window.
inline constexpr int64_t kPaceJobs = 20;
inline constexpr absl::Duration kPaceWindow = absl::Minutes(10);
struct DoneLately {
  int64_t count = 0;
  absl::Time first = {};  // When the oldest of them was done.
  absl::Time now = {};
};
absl::Duration PaceOf(const DoneLately& done);

absl::Status NoSuchJob(absl::string_view key);
absl::Status NoSuchLetter(absl::string_view id);

// Logs that a job is given up because what is kept of it cannot be read.
void NoteUnreadable(absl::string_view key);

// A kept job of which only the key is known.
review::v1::Job BareJob(absl::string_view key, absl::string_view tenant);

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_QUEUE_RULES_H_
