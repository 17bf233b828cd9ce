#ifndef GATEWAY_PIPELINE_OPEN_CHANGE_H_
#define GATEWAY_PIPELINE_OPEN_CHANGE_H_

// What a reference stands for, without its diff.
//
//   ASSIGN_OR_RETURN(const pull_request::v1::Opened opened,
//                    OpenChange(*stubs.pull_request, caller, ref, {}));

#include "absl/status/statusor.h"
#include "gateway/pipeline/fetch_session.h"
#include "host/call.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"

namespace allreview::gateway {

// Fails with the status of the pull_request service.
absl::StatusOr<pull_request::v1::Opened> OpenChange(
    pull_request::v1::PullRequestService::StubInterface& stub, const host::Request& caller,
    const change::v1::ChangeRef& ref, const FetchOptions& options);

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_OPEN_CHANGE_H_
