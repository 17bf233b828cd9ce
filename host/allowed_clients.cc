#include "host/allowed_clients.h"

#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "grpc/grpc_security_constants.h"

namespace allreview::host {
namespace {

constexpr char kPath[] = ":path";
constexpr absl::string_view kHealth = "/grpc.health.v1.Health/";

class AllowedClients : public grpc::AuthMetadataProcessor {
 public:
  explicit AllowedClients(std::vector<std::string> uris) : uris_(uris.begin(), uris.end()) {}

  bool IsBlocking() const override { return false; }

  grpc::Status Process(const InputMetadata& metadata, grpc::AuthContext* context, OutputMetadata*,
                       OutputMetadata*) override {
    if (IsHealthCheck(metadata)) return grpc::Status::OK;
    for (const char* property : {GRPC_PEER_SPIFFE_ID_PROPERTY_NAME, GRPC_PEER_URI_PROPERTY_NAME}) {
      for (const grpc::string_ref& name : context->FindPropertyValues(property)) {
        if (uris_.count(std::string(name.data(), name.size())) > 0) return grpc::Status::OK;
      }
    }
    return grpc::Status(grpc::StatusCode::PERMISSION_DENIED,
                        "the client's certificate names none of this server's --allowed-clients");
  }

 private:
  static bool IsHealthCheck(const InputMetadata& metadata) {
    const auto path = metadata.find(kPath);
    return path != metadata.end() &&
           absl::StartsWith(absl::string_view(path->second.data(), path->second.size()), kHealth);
  }

  const std::set<std::string> uris_;
};

}  // namespace

absl::Status CheckAllowedClients(const std::vector<std::string>& uris) {
  for (const std::string& uri : uris) {
    if (absl::StrContains(uri, "://")) continue;
    return absl::InvalidArgumentError(absl::StrCat("--allowed-clients: found \"", uri,
                                                   "\", wanted a URI as in a certificate, such as "
                                                   "spiffe://allreview/gateway"));
  }
  return absl::OkStatus();
}

std::shared_ptr<grpc::AuthMetadataProcessor> NewAllowedClients(std::vector<std::string> uris) {
  return std::make_shared<AllowedClients>(std::move(uris));
}

}  // namespace allreview::host
