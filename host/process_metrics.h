#ifndef HOST_PROCESS_METRICS_H_
#define HOST_PROCESS_METRICS_H_

#include <vector>

#include "prometheus/metric_family.h"

namespace allreview::host {

// What Prometheus' client libraries say of any process, by the names that they share:
// process_cpu_seconds_total, process_resident_memory_bytes, process_virtual_memory_bytes,
// process_open_fds, process_max_fds, process_threads, process_start_time_seconds. Read from
// /proc/self; what cannot be read is left out.
std::vector<prometheus::MetricFamily> ProcessMetrics();

}  // namespace allreview::host

#endif  // HOST_PROCESS_METRICS_H_
