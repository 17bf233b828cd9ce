#include "services/host/channel.h"

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"
#include "services/host/call_interceptor.h"
#include "services/host/limits.h"

namespace allreview::host {
namespace {

// Retries and nothing else: a call that fails before the server has answered anything is sent
// again.
constexpr char kServiceConfig[] = R"json({
  "methodConfig": [{
    "name": [{}],
    "retryPolicy": {
      "maxAttempts": 3,
      "initialBackoff": "0.05s",
      "maxBackoff": "0.5s",
      "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }],
  "retryThrottling": {"maxTokens": 20, "tokenRatio": 0.5}
})json";

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetMaxSendMessageSize(kMaxMessageBytes);
  arguments.SetLoadBalancingPolicyName("round_robin");
  arguments.SetServiceConfigJSON(kServiceConfig);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  // Services may start in any order, so a name that did not answer is tried again soon.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 5'000);
  return arguments;
}

absl::StatusOr<std::string> ReadPem(const std::string& path) {
  if (path.empty()) return std::string();
  return ReadFile(path);
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> Credentials(const TlsFiles& tls) {
  if (tls.IsEmpty()) return grpc::InsecureChannelCredentials();
  if (tls.certificate.empty() != tls.key.empty()) {
    return absl::InvalidArgumentError("a TLS certificate and its key are only useful together");
  }
  grpc::SslCredentialsOptions options;
  ASSIGN_OR_RETURN(options.pem_root_certs, ReadPem(tls.ca));
  ASSIGN_OR_RETURN(options.pem_cert_chain, ReadPem(tls.certificate));
  ASSIGN_OR_RETURN(options.pem_private_key, ReadPem(tls.key));
  return grpc::SslCredentials(options);
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> Connect(const std::string& address,
                                                       const TlsFiles& tls) {
  if (address.empty()) return absl::InvalidArgumentError("empty address; wanted HOST:PORT");
  ASSIGN_OR_RETURN(const std::shared_ptr<grpc::ChannelCredentials> credentials, Credentials(tls));
  const bool has_scheme = absl::StrContains(address, ":///") ||
                          absl::StartsWith(address, "unix:") ||
                          absl::StartsWith(address, "ipv4:") || absl::StartsWith(address, "ipv6:");
  return grpc::experimental::CreateCustomChannelWithInterceptors(
      has_scheme ? address : absl::StrCat("dns:///", address), credentials, Arguments(),
      NewCallInterceptors());
}

}  // namespace allreview::host
