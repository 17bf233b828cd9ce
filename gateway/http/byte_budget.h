#ifndef GATEWAY_HTTP_BYTE_BUDGET_H_
#define GATEWAY_HTTP_BYTE_BUDGET_H_

// How many bytes of one kind the process holds at once, in all and for each address.
//
//   ByteBudget budget({.max_bytes = 256 << 20, .max_per_address = 64 << 20});
//   ByteBudget::Share share = budget.ShareOf("192.0.2.7");
//   if (!share.Hold(body.size())) refuse;   // Free again when it is released or destroyed.
//
// Something larger than max_per_address has its place as long as its address holds nothing else;
// nothing is larger than max_bytes. Safe from any thread, each share from one at a time; outlives
// its shares.

#include <cstdint>
#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"
#include "gateway/http/address_ranges.h"

namespace allreview::http {

struct ByteBudgetOptions {
  int64_t max_bytes = 0;
  int64_t max_per_address = 0;
  AddressRanges unlimited = {};  // Addresses without a limit of their own.
};

class ByteBudget {
 public:
  class Share {
   public:
    Share() = default;  // Holds nothing and never can.
    Share(ByteBudget* budget, std::string address);
    Share(Share&& other) noexcept;
    Share& operator=(Share&& other) noexcept;
    ~Share() { Release(); }

    // Holds `bytes` from now on, instead of what it held. False: nothing has changed.
    [[nodiscard]] bool Hold(int64_t bytes);
    void Release();

   private:
    ByteBudget* budget_ = nullptr;
    std::string address_;
    int64_t bytes_ = 0;
  };

  explicit ByteBudget(const ByteBudgetOptions& options);

  Share ShareOf(const std::string& address) { return Share(this, address); }
  int64_t bytes() const;

 private:
  bool Change(const std::string& address, int64_t from, int64_t to);

  const ByteBudgetOptions options_;
  mutable Mutex mutex_;
  int64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, int64_t> by_address_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_BYTE_BUDGET_H_
