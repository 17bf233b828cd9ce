#ifndef HOST_RATE_LIMIT_H_
#define HOST_RATE_LIMIT_H_

// How much more a caller may ask for, as trailing metadata of a call and as headers of HTTP: the
// fields of draft-ietf-httpapi-ratelimit-headers before it made one of them.

#include <array>

namespace allreview::host {

struct RateLimitField {
  const char* key;     // Of the trailing metadata.
  const char* header;  // Of HTTP.
};

inline constexpr RateLimitField kRateLimit = {"ratelimit-limit", "RateLimit-Limit"};
inline constexpr RateLimitField kRateLimitRemaining = {"ratelimit-remaining",
                                                       "RateLimit-Remaining"};
// Seconds until there is room again.
inline constexpr RateLimitField kRateLimitReset = {"ratelimit-reset", "RateLimit-Reset"};

inline constexpr std::array kRateLimitFields = {kRateLimit, kRateLimitRemaining, kRateLimitReset};

}  // namespace allreview::host

#endif  // HOST_RATE_LIMIT_H_
