#ifndef HOST_STATUS_H_
#define HOST_STATUS_H_

// absl::Status <-> grpc::Status. The only file that knows both; codes map one to one.

#include "absl/status/status.h"
#include "grpcpp/support/status.h"

namespace allreview::host {

grpc::Status ToGrpc(const absl::Status& status);
absl::Status FromGrpc(const grpc::Status& status);

// The service itself failed, or could not be reached: not what it was asked, and no limit.
bool IsFault(const absl::Status& status);

}  // namespace allreview::host

#endif  // HOST_STATUS_H_
