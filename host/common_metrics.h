#ifndef HOST_COMMON_METRICS_H_
#define HOST_COMMON_METRICS_H_

// Metrics that several services count in the same way.

#include "host/metrics.h"

namespace allreview::host {

// `cache`: "facts" of file versions on this machine, "facts-redis" of those that replicas share,
// "numerics" of measurements.
inline constexpr MetricInfo kCacheLookups = {"allreview_cache_lookups_total",
                                             "Look-ups in caches: hit, miss or damaged.",
                                             MetricKind::kCounter, "cache,result"};
inline constexpr MetricInfo kCacheBytes = {"allreview_cache_bytes_total",
                                           "Bytes of facts: read from a cache or written to it.",
                                           MetricKind::kCounter, "cache,direction"};
inline constexpr MetricInfo kCacheFailures = {
    "allreview_cache_failures_total",
    "Times that a cache could not be used: get or put. Costs time, no review.",
    MetricKind::kCounter, "cache,operation"};

}  // namespace allreview::host

#endif  // HOST_COMMON_METRICS_H_
