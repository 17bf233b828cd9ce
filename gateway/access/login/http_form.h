#ifndef GATEWAY_ACCESS_LOGIN_HTTP_FORM_H_
#define GATEWAY_ACCESS_LOGIN_HTTP_FORM_H_

// The few ways in which OAuth speaks HTTP. For .cc files: includes the JSON library.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "github/http_client.h"
#include "github/json.h"

namespace allreview::access {

using FormFields = std::vector<std::pair<absl::string_view, std::string>>;

// "a=1&b=2", percent-encoded; fields with empty values are left out.
std::string EncodeForm(const FormFields& fields);
// The same as the query of `url`, which may have one.
std::string WithQuery(const std::string& url, const FormFields& fields);

// A client whose requests end within seconds: a person waits.
github::HttpClient LoginHttp(github::HttpConnections* connections);

// One JSON object. kUnavailable names the server where it does not answer; kFailedPrecondition, the
// status that is no success and, of an answer of OAuth, its error. `what` begins the text.
absl::StatusOr<github::Json> SendForJson(const github::HttpClient& http,
                                         const github::HttpRequest& request,
                                         absl::string_view what);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_LOGIN_HTTP_FORM_H_
