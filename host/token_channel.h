#ifndef HOST_TOKEN_CHANNEL_H_
#define HOST_TOKEN_CHANNEL_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "grpcpp/channel.h"
#include "host/channel.h"

namespace allreview::host {

// As Connect, and each call carries "authorization: Bearer TOKEN"; nothing for an empty token,
// which else is printable ASCII without spaces. kFailedPrecondition: it would travel to another
// machine in plain text.
absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectWithToken(const std::string& address,
                                                                const TlsFiles& tls,
                                                                const std::string& token);

}  // namespace allreview::host

#endif  // HOST_TOKEN_CHANNEL_H_
