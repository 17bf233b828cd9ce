#include "gateway/platform/readiness.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/mutex.h"

namespace allreview::gateway {

Readiness::Readiness(ReadinessOptions options) : options_(std::move(options)) {
  upkeep_ = std::make_unique<Upkeep>(std::vector<Chore>{
      {.name = "readiness", .interval = options_.interval, .work = [this] { return Look(); }}});
}

Readiness::~Readiness() = default;

absl::Status Readiness::Get() const {
  const absl::Time now = options_.now();
  const MutexLock lock(mutex_);
  const absl::Duration waited = now - look_began_;
  if (waited <= options_.patience) return last_;
  return absl::UnavailableError(
      absl::StrCat("the store has not answered for ", absl::ToInt64Seconds(waited), " seconds"));
}

absl::Status Readiness::Look() {
  {
    const MutexLock lock(mutex_);
    look_began_ = options_.now();
  }
  absl::Status status = options_.look();
  {
    const MutexLock lock(mutex_);
    look_began_ = absl::InfiniteFuture();
    last_ = status;
  }
  if (options_.on_look) options_.on_look(status);
  return status;
}

}  // namespace allreview::gateway
