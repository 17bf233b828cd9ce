#ifndef HOST_COLLECTOR_H_
#define HOST_COLLECTOR_H_

// The HTTP side of talking to an OpenTelemetry collector.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace allreview::host {

// Once, before the first post. kFailedPrecondition: libcurl is missing.
absl::Status PrepareCollector();

// Takes three seconds at most. Errors hold neither headers nor a query string.
absl::Status PostToCollector(const std::string& url,
                             const std::vector<std::pair<std::string, std::string>>& headers,
                             const std::string& json);

}  // namespace allreview::host

#endif  // HOST_COLLECTOR_H_
