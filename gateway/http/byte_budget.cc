#include "gateway/http/byte_budget.h"

#include <utility>

#include "base/mutex.h"

namespace allreview::http {

ByteBudget::Share::Share(ByteBudget* budget, std::string address)
    : budget_(budget), address_(std::move(address)) {}

ByteBudget::Share::Share(Share&& other) noexcept { *this = std::move(other); }

ByteBudget::Share& ByteBudget::Share::operator=(Share&& other) noexcept {
  if (this == &other) return *this;
  Release();
  budget_ = other.budget_;
  address_ = std::move(other.address_);
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

bool ByteBudget::Share::Hold(int64_t bytes) {
  if (budget_ == nullptr || !budget_->Change(address_, bytes_, bytes)) return bytes <= bytes_;
  bytes_ = bytes;
  return true;
}

void ByteBudget::Share::Release() {
  if (bytes_ > 0) budget_->Change(address_, std::exchange(bytes_, 0), 0);
}

ByteBudget::ByteBudget(const ByteBudgetOptions& options) : options_(options) {}

int64_t ByteBudget::bytes() const {
  const MutexLock lock(mutex_);
  return bytes_;
}

bool ByteBudget::Change(const std::string& address, int64_t from, int64_t to) {
  const MutexLock lock(mutex_);
  const auto found = by_address_.find(address);
  const int64_t others = (found == by_address_.end() ? 0 : found->second) - from;
  const bool is_within_address =
      others == 0 || others + to <= options_.max_per_address || options_.unlimited.Contain(address);
  const bool is_within_all = bytes_ - from + to <= options_.max_bytes;
  if (to > from && !(is_within_address && is_within_all)) return false;
  bytes_ += to - from;
  if (others + to > 0) {
    by_address_[address] = others + to;
  } else if (found != by_address_.end()) {
    by_address_.erase(found);
  }
  return true;
}

}  // namespace allreview::http
