#include "host/channel.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/loopback.h"
#include "base/status_macros.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"
#include "host/call_interceptor.h"
#include "host/limits.h"
#include "host/token_channel.h"

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
  // In gRPC this is the least time that a connection has to come up, TLS included.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5'000);
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

// Adds the token to what a call sends first.
class TokenInterceptor : public grpc::experimental::Interceptor {
 public:
  explicit TokenInterceptor(const std::string& value) : value_(value) {}

  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(
            grpc::experimental::InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      methods->GetSendInitialMetadata()->emplace("authorization", value_);
    }
    methods->Proceed();
  }

 private:
  const std::string& value_;  // Of the factory, which lives as long as the channel.
};

class TokenInterceptorFactory : public grpc::experimental::ClientInterceptorFactoryInterface {
 public:
  explicit TokenInterceptorFactory(const std::string& token)
      : value_(absl::StrCat("Bearer ", token)) {}

  grpc::experimental::Interceptor* CreateClientInterceptor(
      grpc::experimental::ClientRpcInfo*) override {
    return new TokenInterceptor(value_);
  }

 private:
  const std::string value_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectWithToken(const std::string& address,
                                                                const TlsFiles& tls,
                                                                const std::string& token) {
  if (address.empty()) return absl::InvalidArgumentError("empty address; wanted HOST:PORT");
  if (!token.empty() && tls.IsEmpty() && !IsLoopback(address)) {
    return absl::FailedPreconditionError(
        absl::StrCat("the token would travel to \"", address,
                     "\" in plain text; give --tls-ca=FILE, or an address of this machine"));
  }
  ASSIGN_OR_RETURN(const std::shared_ptr<grpc::ChannelCredentials> credentials, Credentials(tls));
  const bool has_scheme = absl::StrContains(address, ":///") ||
                          absl::StartsWith(address, "unix:") ||
                          absl::StartsWith(address, "ipv4:") || absl::StartsWith(address, "ipv6:");
  auto interceptors = NewCallInterceptors();
  if (!token.empty()) interceptors.push_back(std::make_unique<TokenInterceptorFactory>(token));
  return grpc::experimental::CreateCustomChannelWithInterceptors(
      has_scheme ? address : absl::StrCat("dns:///", address), credentials, Arguments(),
      std::move(interceptors));
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> Connect(const std::string& address,
                                                       const TlsFiles& tls) {
  return ConnectWithToken(address, tls, "");
}

}  // namespace allreview::host
