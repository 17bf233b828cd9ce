#ifndef GATEWAY_ACCESS_RPC_H_
#define GATEWAY_ACCESS_RPC_H_

// Access for methods of the gRPC service.
//
//   absl::StatusOr<Caller> caller = access::CheckRpc(*access_, *context, "SubmitReview");
//   if (!caller.ok()) return host::ToGrpc(caller.status());

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/access/access.h"
#include "grpcpp/server_context.h"

namespace allreview::access {

inline constexpr char kAuthorizationKey[] = "authorization";

// Reads the token from the metadata entry kAuthorizationKey.
absl::StatusOr<Caller> CheckRpc(Access& access, const grpc::ServerContext& context,
                                absl::string_view rpc);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_RPC_H_
