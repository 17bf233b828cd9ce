#include "host/host.h"

#include <future>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/resource_quota.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "host/allowed_clients.h"
#include "host/call_interceptor.h"
#include "host/limits.h"
#include "host/request_interceptor.h"

namespace allreview::host {
namespace {

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> Credentials(
    const TlsFiles& tls, const std::vector<std::string>& allowed_clients) {
  RETURN_IF_ERROR(CheckAllowedClients(allowed_clients));
  if (!allowed_clients.empty() && tls.ca.empty()) {
    return absl::InvalidArgumentError(
        "--allowed-clients knows clients by their certificates, which only --tls-ca asks for");
  }
  if (tls.IsEmpty()) return grpc::InsecureServerCredentials();
  if (tls.certificate.empty() || tls.key.empty()) {
    return absl::InvalidArgumentError("a TLS server needs both --tls-cert and --tls-key");
  }
  grpc::SslServerCredentialsOptions options(
      tls.ca.empty() ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                     : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  grpc::SslServerCredentialsOptions::PemKeyCertPair pair;
  ASSIGN_OR_RETURN(pair.cert_chain, ReadFile(tls.certificate));
  ASSIGN_OR_RETURN(pair.private_key, ReadFile(tls.key));
  options.pem_key_cert_pairs.push_back(std::move(pair));
  if (!tls.ca.empty()) {
    ASSIGN_OR_RETURN(options.pem_root_certs, ReadFile(tls.ca));
  }
  const std::shared_ptr<grpc::ServerCredentials> credentials = grpc::SslServerCredentials(options);
  if (!allowed_clients.empty()) {
    credentials->SetAuthMetadataProcessor(NewAllowedClients(allowed_clients));
  }
  return credentials;
}

void SetLimits(grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  builder.SetMaxSendMessageSize(kMaxMessageBytes);
  // One completion queue with few pollers: a call in flight has a thread of its own anyway.
  builder.SetSyncServerOption(grpc::ServerBuilder::NUM_CQS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::MIN_POLLERS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::MAX_POLLERS, 2);
}

// Holds requests back until it is opened.
class Gate : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  explicit Gate(std::shared_future<void> opening) : opening_(std::move(opening)) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo*) override {
    opening_.wait();
    return nullptr;  // Nothing to intercept.
  }

 private:
  const std::shared_future<void> opening_;
};

using InterceptorFactories =
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>>;

// What only a server on a network needs.
void SetNetwork(grpc::ServerBuilder& builder, const HostOptions& options) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  // Two servers on one port would share its connections without a word.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000);
  // So that clients learn of new replicas behind a name.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS, 300'000);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS, 900'000);
  if (options.max_calls > 0) {
    constexpr int kPollers = 3;
    grpc::ResourceQuota quota;
    quota.SetMaxThreads(options.max_calls + kPollers);
    builder.SetResourceQuota(quota);
  }
}

}  // namespace

Host::Host() = default;

Host::~Host() {
  // A call that begins inside the process while gRPC 1.51 shuts down jumps to address 0: what was
  // cancelled ends first.
  constexpr absl::Duration kEndOfCancelledCalls = absl::Seconds(5);
  if (port_ == 0 && server_ != nullptr) in_flight_.WaitUntilNone(kEndOfCancelledCalls);
  Drain(absl::ZeroDuration());
}

absl::StatusOr<std::unique_ptr<Host>> Host::Start(
    std::vector<std::unique_ptr<grpc::Service>> services, const HostOptions& options) {
  std::unique_ptr<Host> host(new Host());
  host->services_ = std::move(services);
  grpc::ServerBuilder builder;
  SetLimits(builder);
  InterceptorFactories interceptors;
  std::promise<void> opening;
  interceptors.push_back(std::make_unique<Gate>(opening.get_future().share()));
  interceptors.push_back(host->in_flight_.NewFactory());
  if (!options.address.empty()) {
    ASSIGN_OR_RETURN(const std::shared_ptr<grpc::ServerCredentials> credentials,
                     Credentials(options.tls, options.allowed_clients));
    SetNetwork(builder, options);
    builder.AddListeningPort(options.address, credentials, &host->port_);
  }
  host->is_observed_ = !options.address.empty() || options.metrics != nullptr;
  if (host->is_observed_) interceptors.push_back(NewRequestInterceptorFactory(options.metrics));
  for (const std::unique_ptr<grpc::Service>& service : host->services_) {
    builder.RegisterService(service.get());
  }
  builder.experimental().SetInterceptorCreators(std::move(interceptors));
  if (!options.health_address.empty()) {
    ASSIGN_OR_RETURN(host->health_, HealthPort::Start(options.health_address));
  }
  host->server_ = builder.BuildAndStart();
  if (host->server_ == nullptr || (!options.address.empty() && host->port_ == 0)) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on \"", options.address,
                     "\"; wanted HOST:PORT of this machine that no other process listens on"));
  }
  if (host->port_ != 0) {
    host->address_ =
        absl::StrCat(options.address.substr(0, options.address.rfind(':')), ":", host->port_);
    host->SetReady(true);
  }
  const absl::Status status =
      options.before_requests ? options.before_requests() : absl::OkStatus();
  opening.set_value();
  RETURN_IF_ERROR(status);
  return host;
}

std::shared_ptr<grpc::Channel> Host::InProcessChannel() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetMaxSendMessageSize(kMaxMessageBytes);
  // Nobody asked for spans, and calls inside the process stay as cheap as they are.
  if (!is_observed_) return server_->InProcessChannel(arguments);
  return server_->experimental().InProcessChannelWithInterceptors(arguments, NewCallInterceptors());
}

std::string Host::health_address() const { return health_ == nullptr ? "" : health_->address(); }

void Host::SetReady(bool is_ready) {
  if (grpc::HealthCheckServiceInterface* health = server_->GetHealthCheckService()) {
    health->SetServingStatus(std::string(kReadiness), is_ready);
  }
  if (health_ != nullptr) health_->Set(kReadiness, is_ready);
}

void Host::Drain(absl::Duration limit) {
  if (server_ == nullptr) return;
  const absl::Time end = absl::Now() + limit;
  if (health_ != nullptr) health_->SetAll(false);
  if (grpc::HealthCheckServiceInterface* health = server_->GetHealthCheckService()) {
    health->SetServingStatus(false);
  }
  // A server that shuts down closes each connection with its last call, although the kernel may
  // still hold the end of the answer. What the client sends meanwhile (window updates) then resets
  // the connection, and the end is lost. So the calls end first: a connection without calls is
  // closed only when its client has acknowledged all that came before.
  in_flight_.WaitUntilNone(limit / 2);
  server_->Shutdown(absl::ToChronoTime(end));
  server_->Wait();
}

}  // namespace allreview::host
