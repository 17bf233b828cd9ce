#ifndef HOST_ALLOWED_CLIENTS_H_
#define HOST_ALLOWED_CLIENTS_H_

// Who may call a server with mutual TLS: those whose certificate names one of a list of URIs, such
// as spiffe://allreview/gateway. So the certificate of one service, taken from a process that was
// taken over, opens no other service.
//
//   credentials->SetAuthMetadataProcessor(NewAllowedClients({"spiffe://allreview/gateway"}));
//
// Others get PERMISSION_DENIED. Health checks are answered for every certificate of the authority.

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "grpcpp/security/auth_metadata_processor.h"

namespace allreview::host {

// kInvalidArgument for what is no URI.
absl::Status CheckAllowedClients(const std::vector<std::string>& uris);

std::shared_ptr<grpc::AuthMetadataProcessor> NewAllowedClients(std::vector<std::string> uris);

}  // namespace allreview::host

#endif  // HOST_ALLOWED_CLIENTS_H_
