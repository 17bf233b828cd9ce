#include "gateway/access/rpc.h"

namespace allreview::access {

absl::StatusOr<Caller> CheckRpc(Access& access, const grpc::ServerContext& context,
                                absl::string_view rpc) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(kAuthorizationKey);
  if (found == metadata.end()) return access.Check({.authorization = "", .rpc = rpc});
  return access.Check(
      {.authorization = absl::string_view(found->second.data(), found->second.size()), .rpc = rpc});
}

}  // namespace allreview::access
