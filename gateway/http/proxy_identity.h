#ifndef GATEWAY_HTTP_PROXY_IDENTITY_H_
#define GATEWAY_HTTP_PROXY_IDENTITY_H_

// Who a proxy in front says that somebody is, as oauth2-proxy does with X-Forwarded-User.
//
//   ProxyIdentity identity = {.user_header = "x-forwarded-user",
//                             .groups_header = "x-forwarded-groups", .vouch = …};
//
// Believed only where the other end of the socket is a trusted proxy.

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/http/message.h"

namespace allreview::http {

struct ProxyIdentity {
  std::string user_header = "";    // In lower case. Empty: proxies name nobody.
  std::string groups_header = "";  // In lower case. Its value has commas between groups.
  // The authorization of that person. Called on a thread that serves sockets: it must not wait.
  // An error refuses the request.
  std::function<absl::StatusOr<std::string>(const std::string& user,
                                            const std::vector<std::string>& groups)>
      vouch = nullptr;
};

// Turns what a trusted proxy says of the person into the header authorization. What anybody else
// says of it is dropped, and so is what comes beside an API token ("Bearer art_…"), which says
// more. Names of `headers` are in lower case. kInvalidArgument: a header is there twice, so that
// one of them may be a client's own; or vouch refuses.
absl::Status ReadProxyIdentity(const ProxyIdentity& identity, bool is_trusted, Fields& headers);

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_PROXY_IDENTITY_H_
