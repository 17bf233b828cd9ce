#include "gateway/pipeline/open_change.h"

#include <utility>

#include "base/status_macros.h"

namespace allreview::gateway {

absl::StatusOr<pull_request::v1::Opened> OpenChange(
    pull_request::v1::PullRequestService::StubInterface& stub, const host::Request& caller,
    const change::v1::ChangeRef& ref, const FetchOptions& options) {
  FetchSession fetch(stub, caller, ref, options);
  pull_request::v1::FetchChangeResponse response;
  if (!fetch.Read(&response)) RETURN_IF_ERROR(fetch.Finish());
  if (!response.has_opened()) {
    return absl::DataLossError("the answer did not begin with the change");
  }
  return std::move(*response.mutable_opened());
}

}  // namespace allreview::gateway
