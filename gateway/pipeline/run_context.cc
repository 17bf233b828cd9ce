#include "gateway/pipeline/run_context.h"

namespace allreview::gateway {
namespace {

// Enough for a service that works.
constexpr absl::Duration kFairBudget = absl::Minutes(1);

}  // namespace

bool EventSender::Send(const review::v1::ReviewEvent& event) {
  const MutexLock lock(mutex_);
  return receiver_(event);
}

void EventSender::Progress(absl::string_view stage, absl::string_view message, int64_t done,
                           int64_t total) {
  review::v1::ReviewEvent event;
  review::v1::Progress* progress = event.mutable_progress();
  progress->set_stage(std::string(stage));
  progress->set_message(std::string(message));
  progress->set_done(done);
  progress->set_total(total);
  progress->set_request_id(caller_.id);
  Send(event);
}

host::Request CircuitCalls::RequestTo(absl::string_view service, const host::Request& request) {
  if (circuits_ == nullptr) return request;
  const absl::Status allowed = circuits_->Check(service);
  if (allowed.ok()) return request;
  refused_[std::string(service)] = allowed;
  host::Request over = request;
  over.deadline = absl::UnixEpoch();
  return over;
}

absl::Status CircuitCalls::Note(absl::string_view service, const absl::Status& status) {
  if (circuits_ == nullptr) return status;
  const auto refused = refused_.find(std::string(service));
  if (refused != refused_.end()) return refused->second;
  // A caller in a hurry must not have the service left alone for everybody.
  if (!absl::IsDeadlineExceeded(status) || budget_ >= kFairBudget) circuits_->Note(service, status);
  return status;
}

}  // namespace allreview::gateway
