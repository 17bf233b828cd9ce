#ifndef HOST_COMMON_METRICS_H_
#define HOST_COMMON_METRICS_H_

// Metrics that several services count in the same way.

#include "host/metrics.h"

namespace allreview::host {

// `cache`: "facts" of file versions, "numerics" of measurements.
inline constexpr MetricInfo kCacheLookups = {"allreview_cache_lookups_total",
                                             "Look-ups in caches: hit or miss.",
                                             MetricKind::kCounter, "cache,result"};

}  // namespace allreview::host

#endif  // HOST_COMMON_METRICS_H_
