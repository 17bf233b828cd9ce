#include "services/pull_request/github_blobs.h"

#include <deque>
#include <future>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

absl::StatusOr<std::string> ReadBlob(GitHubApi& api, const std::string& id, int64_t max_bytes) {
  if (!IsObjectId(id)) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", ToDisplayText(id), "\" is not the full id of a blob"));
  }
  return api.Blob(id, max_bytes);
}

}  // namespace

absl::Status ReadBlobsInOrder(
    GitHubApi& api, const std::vector<std::string>& ids, const BlobReadOptions& options,
    const std::function<absl::Status(size_t index, absl::StatusOr<std::string> content)>& receive) {
  std::deque<std::future<absl::StatusOr<std::string>>> in_flight;
  size_t started = 0;
  for (size_t received = 0; received < ids.size(); ++received) {
    size_t width = static_cast<size_t>(std::max(options.concurrency, 1));
    while (started < ids.size() && in_flight.size() < width) {
      in_flight.push_back(std::async(std::launch::async, [&api, &ids, &options, i = started] {
        return ReadBlob(api, ids[i], options.max_bytes);
      }));
      ++started;
    }
    absl::StatusOr<std::string> content = in_flight.front().get();
    in_flight.pop_front();
    RETURN_IF_ERROR(receive(received, std::move(content)));
  }
  return absl::OkStatus();
}

}  // namespace allreview::pull_request
