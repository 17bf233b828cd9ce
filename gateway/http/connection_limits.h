#ifndef GATEWAY_HTTP_CONNECTION_LIMITS_H_
#define GATEWAY_HTTP_CONNECTION_LIMITS_H_

// How many connections there are, in all and from each address; also streams of events, which are
// longer connections.
//
//   std::optional<ConnectionLimits::Place> place = limits.Take("192.0.2.7");
//   if (!place) refuse;   // The place is free again when it is destroyed.
//
// Safe from any thread; outlives its places.

#include <map>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"
#include "gateway/http/address_ranges.h"

namespace allreview::http {

struct ConnectionLimitOptions {
  int max_connections = 4096;
  int max_per_address = 256;
  AddressRanges unlimited = {};  // Addresses without a limit of their own.
};

class ConnectionLimits {
 public:
  class Place {
   public:
    Place(ConnectionLimits* limits, std::string address);
    Place(Place&& other) noexcept;
    Place& operator=(Place&&) = delete;
    ~Place();

   private:
    ConnectionLimits* limits_;
    std::string address_;
  };

  explicit ConnectionLimits(const ConnectionLimitOptions& options);

  std::optional<Place> Take(const std::string& address);
  int count() const;

 private:
  void Release(const std::string& address);

  const int max_connections_;
  const int max_per_address_;
  const AddressRanges unlimited_;
  mutable Mutex mutex_;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, int> by_address_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_CONNECTION_LIMITS_H_
