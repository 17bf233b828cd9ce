#ifndef SERVICES_PULL_REQUEST_GITHUB_BLOBS_H_
#define SERVICES_PULL_REQUEST_GITHUB_BLOBS_H_

// Several blobs at once, handed over in order.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/pull_request/github_api.h"

namespace allreview::pull_request {

struct BlobReadOptions {
  int64_t max_bytes = 4 << 20;
  int concurrency = 4;  // Requests in flight.
};

// Calls `receive` in the order of `ids`, from the calling thread. Stops at its first error. What is
// not an object id is kInvalidArgument for that blob.
absl::Status ReadBlobsInOrder(
    GitHubApi& api, const std::vector<std::string>& ids, const BlobReadOptions& options,
    const std::function<absl::Status(size_t index, absl::StatusOr<std::string> content)>& receive);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_BLOBS_H_
