// Reviews::WatchEvents: what happens on the server, for whoever follows it.

#include <algorithm>
#include <vector>

#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "gateway/reviews/reviews.h"

namespace allreview::gateway {
namespace {

using review::v1::Event;

constexpr int kBatch = 100;
// How often a watcher looks at the store: another replica may have written.
constexpr absl::Duration kLookInterval = absl::Seconds(1);
// How soon it sees that the caller has gone; also the pause between batches, so that a reader which
// catches up is not flooded.
constexpr absl::Duration kStep = absl::Milliseconds(50);

const review::v1::Repository& RepositoryOf(const Event& event) {
  return event.has_feedback() ? event.feedback().repository() : event.review().repository();
}

bool IsWanted(const review::v1::WatchEventsRequest& request, const RepositoryFilter& may_see,
              const Event& event) {
  const auto& types = request.types();
  if (!types.empty() && std::find(types.begin(), types.end(), event.type()) == types.end()) {
    return false;
  }
  const review::v1::Repository& repository = RepositoryOf(event);
  if (request.repository_id() != 0 && request.repository_id() != repository.id()) return false;
  return !may_see || may_see(repository.full_name());
}

void WaitWhileWatched(const host::Request& caller, absl::Duration duration) {
  for (; duration > absl::ZeroDuration() && !caller.IsCancelled(); duration -= kStep) {
    absl::SleepFor(kStep);
  }
}

}  // namespace

absl::Status Reviews::WatchEvents(const review::v1::WatchEventsRequest& request,
                                  const RepositoryFilter& may_see, const host::Request& caller,
                                  const EventReceiver& send) {
  if (request.first() < 0) return absl::InvalidArgumentError("first is negative, wanted 0 or more");
  int64_t next = request.first();
  if (next == 0) {
    ASSIGN_OR_RETURN(next, store().LastEvent());
    ++next;
  }
  while (!caller.IsCancelled() && options_.now() < caller.deadline) {
    ASSIGN_OR_RETURN(const std::vector<Event> events, store().ListEvents(next, kBatch));
    for (const Event& event : events) {
      next = event.number() + 1;
      if (IsWanted(request, may_see, event) && !send(event)) return absl::OkStatus();
    }
    WaitWhileWatched(caller, events.empty() ? kLookInterval : kStep);
  }
  return absl::CancelledError("the watch has ended; watch again from the last event's number on");
}

}  // namespace allreview::gateway
