#ifndef SERVICES_PULL_REQUEST_PULL_REQUEST_SERVICE_H_
#define SERVICES_PULL_REQUEST_PULL_REQUEST_SERVICE_H_

// proto/pull_request/v1 over the sources of sources.h.
//
//   std::unique_ptr<grpc::Service> service = NewPullRequestService({.is_local_unrestricted =
//   true}); builder.RegisterService(service.get());
//
// Safe from any thread; nothing is kept between calls but answers of GitHub. A call holds one
// message of at most 1 MiB and, of a patch, its text. It ends soon after its deadline or
// cancellation, and what it started ends with it.

#include <memory>

#include "grpcpp/impl/service_type.h"
#include "services/pull_request/options.h"

namespace allreview {

std::unique_ptr<grpc::Service> NewPullRequestService(PullRequestOptions options);

}  // namespace allreview

#endif  // SERVICES_PULL_REQUEST_PULL_REQUEST_SERVICE_H_
