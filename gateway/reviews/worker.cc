#include "gateway/reviews/worker.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/timestamp.h"
#include "gateway/metrics/metrics.h"
#include "host/call.h"
#include "host/span.h"

namespace allreview::gateway {
namespace {

// How long one call waits for a job; also how long Stop may wait for an idle thread.
constexpr absl::Duration kWait = absl::Seconds(1);

// What is left of the limit of Stop for cancelled work to end.
absl::Duration ReserveOf(absl::Duration limit) { return std::min(absl::Seconds(5), limit / 2); }

std::string WorkName(const review::v1::Job& job) {
  switch (job.work_case()) {
    case review::v1::Job::kReview:
      return "review";
    case review::v1::Job::kCommand:
      return "command";
    case review::v1::Job::kSync:
      return "sync";
    case review::v1::Job::WORK_NOT_SET:
      break;
  }
  return "delivery";
}

std::string ResultName(WorkResult::Kind kind) {
  switch (kind) {
    case WorkResult::Kind::kDone:
      return "done";
    case WorkResult::Kind::kRetry:
      return "retried";
    case WorkResult::Kind::kPostpone:
      return "postponed";
    case WorkResult::Kind::kBury:
      return "buried";
    case WorkResult::Kind::kLost:
      break;
  }
  return "lost";
}

}  // namespace

Workers::Workers(WorkersOptions options) : options_(std::move(options)) {
  if (options_.metrics != nullptr) {
    options_.metrics->AddToGauge(metric::kWorkers, {}, options_.count);
  }
  running_ = options_.count;
  for (int i = 0; i < options_.count; ++i) {
    threads_.emplace_back([this, name = absl::StrCat(options_.name, "-", i + 1)] {
      Run(name);
      const MutexLock lock(mutex_);
      --running_;
      ended_.NotifyAll();
    });
  }
}

Workers::~Workers() {
  Stop(absl::ZeroDuration());
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::Stop(absl::Duration limit) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + absl::ToChronoNanoseconds(limit);
  is_stopping_ = true;
  MutexLock lock(mutex_);
  const auto wait_until = [&](Clock::time_point time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    while (running_ > 0 && ended_.WaitUntil(lock, time)) {
    }
    return running_ == 0;
  };
  if (wait_until(end - absl::ToChronoNanoseconds(ReserveOf(limit)))) return true;
  is_cut_off_ = true;
  for (LeaseKeeper* keeper : at_hand_) GiveBack(*keeper);
  return wait_until(end);
}

void Workers::GiveBack(LeaseKeeper& keeper) {
  if (keeper.is_lost()) return;
  const absl::Status status = keeper.GiveBack("the server that worked on it was stopped");
  if (status.ok() || absl::IsAborted(status) || absl::IsCancelled(status)) return;
  Log(LogLevel::kWarning, "job could not be given back; it waits for the end of its lease",
      {{"reason", std::string(status.message())}});
}

// What is thrown outside of the work itself (see Work) costs that job its lease, not this worker.
absl::StatusOr<bool> Workers::TakeAndDo(const std::string& name) {
  try {
    const absl::StatusOr<std::optional<Lease>> lease =
        options_.queue->Take(name, options_.lease, kWait);
    if (!lease.ok()) return lease.status();
    if (lease->has_value()) Do(**lease);
    return lease->has_value();
  } catch (const std::exception& exception) {
    return absl::InternalError(exception.what());
  }
}

void Workers::Run(const std::string& name) {
  bool is_reachable = true;
  while (!is_stopping_) {
    const absl::StatusOr<bool> lease = TakeAndDo(name);
    if (lease.ok()) {
      is_reachable = true;
      continue;
    }
    // Once for each outage, not once a second.
    if (std::exchange(is_reachable, false)) {
      Log(LogLevel::kError, "queue does not answer",
          {{"worker", name}, {"reason", std::string(lease.status().message())}});
    }
    absl::SleepFor(kWait);
  }
}

void Workers::Do(const Lease& lease) {
  const std::string work = WorkName(lease.job);
  const absl::Time start = options_.now();
  host::Metrics* metrics = options_.metrics;
  if (metrics != nullptr) {
    metrics->AddToGauge(metric::kWorkersBusy, {}, 1);
    metrics->Observe(metric::kJobWait, {{"work", work}}, start - ToTime(lease.job.queued_at()));
  }
  host::Span span(absl::StrCat("job ", work),
                  host::NewRequest(absl::ZeroDuration(), lease.job.trace_parent()).trace);
  const WorkResult result = Work(lease, work);
  span.SetAttribute("result", ResultName(result.kind));
  span.End();
  End(lease, result);
  const absl::Duration took = options_.now() - start;
  Log(LogLevel::kInfo, "job",
      {{"work", work},
       {"result", ResultName(result.kind)},
       {"key", lease.job.key()},
       {"attempt", absl::StrCat(lease.attempts)},
       {"took", absl::FormatDuration(took)},
       {"reason", result.reason}});
  if (metrics == nullptr) return;
  metrics->AddToGauge(metric::kWorkersBusy, {}, -1);
  metrics->Observe(metric::kJobDuration, {{"work", work}}, took);
  metrics->Count(metric::kJobs, {{"result", ResultName(result.kind)}, {"work", work}});
}

WorkResult Workers::Work(const Lease& lease, const std::string& work) {
  const WorkersOptions::Doer& doer = lease.job.has_review()    ? options_.do_review
                                     : lease.job.has_command() ? options_.do_command
                                     : lease.job.has_sync()    ? options_.do_sync
                                                               : options_.do_delivery;
  if (doer == nullptr) {
    return {WorkResult::Kind::kBury,
            absl::StrCat("this server does no work of kind \"", work, "\"")};
  }
  LeaseKeeper keeper(*options_.queue, lease, options_.lease);
  const auto leave = [&] {
    const MutexLock lock(mutex_);
    at_hand_.erase(&keeper);
  };
  const absl::Cleanup leave_at_last = leave;  // Also with an exception.
  {
    const MutexLock lock(mutex_);
    at_hand_.insert(&keeper);
    if (is_cut_off_) GiveBack(keeper);
  }
  WorkResult result;
  try {
    result = doer(lease, keeper);
  } catch (const std::bad_alloc&) {
    result = {WorkResult::Kind::kBury, "the work needs more memory than this server has"};
  } catch (const std::exception& error) {
    result = {WorkResult::Kind::kBury, absl::StrCat("the work failed: ", error.what())};
  }
  leave();  // Nobody gives it back any more, so it is lost now or never.
  if (keeper.is_lost() && !keeper.is_withdrawn()) result.kind = WorkResult::Kind::kLost;
  return result;
}

void Workers::End(const Lease& lease, const WorkResult& result) {
  absl::Status status;
  switch (result.kind) {
    case WorkResult::Kind::kDone:
      status = options_.queue->Complete(lease);
      break;
    case WorkResult::Kind::kRetry:
      status = options_.queue->Retry(lease, result.reason, result.delay);
      break;
    case WorkResult::Kind::kPostpone:
      status = options_.queue->Postpone(lease, result.reason, kPostponement);
      break;
    case WorkResult::Kind::kBury:
      status = options_.queue->Bury(lease, result.reason);
      break;
    case WorkResult::Kind::kLost:
      return;
  }
  if (status.ok() || absl::IsAborted(status) || absl::IsCancelled(status)) return;
  // The lease runs out, and the job is done again: that does no harm.
  Log(LogLevel::kWarning, "job could not be ended",
      {{"key", lease.job.key()}, {"reason", std::string(status.message())}});
}

}  // namespace allreview::gateway
