#ifndef SERVICES_PULL_REQUEST_GITHUB_ERRORS_H_
#define SERVICES_PULL_REQUEST_GITHUB_ERRORS_H_

// From a refusal of GitHub to an error that says what to do next. Pure; rate limits and retries are
// decided elsewhere.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "services/pull_request/github_json.h"
#include "services/pull_request/http_client.h"

namespace allreview::pull_request {

struct RefusalFacts {
  absl::string_view what;  // "pull request 7 of \"acme/train\"".
  int status = 0;
  const HttpHeaders& headers;
  const ApiErrorJson& error;
  bool has_token = false;
  absl::string_view api_base;
};

// For a status that is neither success nor a limit. Never OK.
absl::Status RefusalStatus(const RefusalFacts& facts);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_ERRORS_H_
