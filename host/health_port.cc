#include "host/health_port.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"

namespace allreview::host {

HealthPort::HealthPort() : nothing_else_(std::make_unique<grpc::CallbackGenericService>()) {}

HealthPort::~HealthPort() {
  if (server_ != nullptr) server_->Shutdown();
}

absl::StatusOr<std::unique_ptr<HealthPort>> HealthPort::Start(const std::string& address) {
  grpc::EnableDefaultHealthCheckService(true);
  std::unique_ptr<HealthPort> health(new HealthPort());
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  // gRPC starts no server without a service, and that of health does not count. This one answers
  // every method with UNIMPLEMENTED.
  builder.RegisterCallbackGenericService(health->nothing_else_.get());
  health->server_ = builder.BuildAndStart();
  if (health->server_ == nullptr || port == 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot answer health checks on \"", address,
                     "\"; wanted HOST:PORT of this machine that no other process listens on"));
  }
  health->address_ = absl::StrCat(address.substr(0, address.rfind(':')), ":", port);
  health->Set(kReadiness, true);
  return health;
}

void HealthPort::Set(absl::string_view name, bool is_serving) {
  server_->GetHealthCheckService()->SetServingStatus(std::string(name), is_serving);
}

void HealthPort::SetAll(bool is_serving) {
  server_->GetHealthCheckService()->SetServingStatus(is_serving);
}

}  // namespace allreview::host
