#include "gateway/http/connection_limits.h"

#include <utility>

#include "base/mutex.h"

namespace allreview::http {

ConnectionLimits::Place::Place(ConnectionLimits* limits, std::string address)
    : limits_(limits), address_(std::move(address)) {}

ConnectionLimits::Place::Place(Place&& other) noexcept
    : limits_(std::exchange(other.limits_, nullptr)), address_(std::move(other.address_)) {}

ConnectionLimits::Place::~Place() {
  if (limits_ != nullptr) limits_->Release(address_);
}

ConnectionLimits::ConnectionLimits(const ConnectionLimitOptions& options)
    : max_connections_(options.max_connections),
      max_per_address_(options.max_per_address),
      unlimited_(options.unlimited) {}

std::optional<ConnectionLimits::Place> ConnectionLimits::Take(const std::string& address) {
  const MutexLock lock(mutex_);
  if (count_ >= max_connections_) return std::nullopt;
  const auto found = by_address_.find(address);
  const int of_address = found == by_address_.end() ? 0 : found->second;
  if (of_address >= max_per_address_ && !unlimited_.Contain(address)) return std::nullopt;
  ++count_;
  ++by_address_[address];
  return Place(this, address);
}

int ConnectionLimits::count() const {
  const MutexLock lock(mutex_);
  return count_;
}

void ConnectionLimits::Release(const std::string& address) {
  const MutexLock lock(mutex_);
  --count_;
  const auto found = by_address_.find(address);
  if (--found->second == 0) by_address_.erase(found);
}

}  // namespace allreview::http
