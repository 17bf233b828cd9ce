#include "gateway/queue/queue_rules.h"

#include <algorithm>

#include "absl/random/random.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/log.h"

namespace allreview::gateway {
namespace {

constexpr size_t kMaxNameBytes = 1024;

absl::Status CheckName(absl::string_view what, absl::string_view name) {
  if (!name.empty() && name.size() <= kMaxNameBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("queue: the ", what, " of a job has ", name.size(),
                                                 " bytes, wanted 1 to ", kMaxNameBytes));
}

}  // namespace

absl::Status CheckJob(const review::v1::Job& job) {
  const absl::Status key = CheckName("key", job.key());
  return key.ok() ? CheckName("tenant", job.tenant()) : key;
}

JobQueueOptions WithDefaults(JobQueueOptions options) {
  if (!options.random) {
    options.random = [] {
      absl::BitGen random;
      return absl::Uniform(random, 0.0, 1.0);
    };
  }
  return options;
}

bool IsWithdrawn(const review::v1::Job& job, absl::string_view except_head) {
  if (!job.has_review()) return false;
  if (except_head.empty()) return true;
  return !job.head_commit().empty() && job.head_commit() != except_head;
}

absl::Status LeaseLost(absl::string_view key, JobState state) {
  if (state == JobState::kWithdrawn) {
    return absl::CancelledError(absl::StrCat("job '", key, "' was withdrawn"));
  }
  return absl::AbortedError(
      absl::StrCat("the lease of job '", key, "' was lost: it ran out, or the job has ended"));
}

std::string WorkersGone(int attempts, absl::string_view last_worker) {
  return absl::StrCat("no worker came back with it in ", attempts,
                      attempts == 1 ? " attempt" : " attempts", "; the last was '", last_worker,
                      "'");
}

absl::Duration DelayOf(const JobQueueOptions& options, int attempts, absl::Duration least) {
  return std::max(least, RetryDelay(options, attempts, options.random()));
}

absl::Duration PaceOf(const DoneLately& done) {
  if (done.count == 0) return absl::InfiniteDuration();
  return std::max(done.now - done.first, absl::Milliseconds(1)) / done.count;
}

absl::Status NoSuchJob(absl::string_view key) {
  return absl::NotFoundError(absl::StrCat("no job '", key, "' waits or runs"));
}

absl::Status NoSuchLetter(absl::string_view id) {
  return absl::NotFoundError(absl::StrCat("there is no dead letter '", id, "'"));
}

void NoteUnreadable(absl::string_view key) {
  Log(LogLevel::kError, "job cannot be read and is a dead letter now", {{"key", std::string(key)}});
}

review::v1::Job BareJob(absl::string_view key, absl::string_view tenant) {
  review::v1::Job job;
  job.set_key(std::string(key));
  job.set_tenant(std::string(tenant));
  return job;
}

}  // namespace allreview::gateway
