#ifndef GITHUB_ERRORS_H_
#define GITHUB_ERRORS_H_

// From a refusal of GitHub to an error that says what to do next, and that callers can branch on.
//
//   absl::Status status = api.Send(review).status();
//   std::optional<ApiError> error = ApiErrorOf(status);
//   if (error.has_value() && error->status == 422 && error->Says("one pending review")) …
//
// Pure; rate limits and retries are decided elsewhere.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "github/http_client.h"

namespace allreview::github {

// One element of "errors". GitHub has two shapes: objects, and (for reviews) plain strings, which
// are the message of an element without the rest.
struct FieldError {
  std::string resource = {};
  std::string field = {};
  std::string code = {};  // "missing", "missing_field", "invalid", "already_exists", "custom" …
  std::string message = {};
};

// What GitHub said when it refused. Texts are GitHub's own, verbatim.
struct ApiError {
  int status = 0;  // Of HTTP; 200 for errors of GraphQL.
  std::string message = {};
  std::string documentation_url = {};
  std::vector<FieldError> errors = {};
  std::string accepted_permissions = {};  // X-Accepted-GitHub-Permissions; ',' is "and", ';' "or".

  bool has_code(absl::string_view code) const;
  // Whether the message or that of any error holds `part`, in any case.
  bool Says(absl::string_view part) const;
};

// Reads a JSON body. Never fails: a body that is not JSON has no message.
ApiError ParseApiError(absl::string_view body);

// The refusal behind an error of Api; none for other errors (connection, time, limits).
std::optional<ApiError> ApiErrorOf(const absl::Status& status);
absl::Status WithApiError(absl::Status status, const ApiError& error);

// Whether a write failed in a way that leaves open if GitHub did it: the connection broke after it
// was sent, or a server in between failed. It must not be repeated before looking.
bool IsArrivalUnknown(const absl::Status& status);
absl::Status WithArrivalUnknown(absl::Status status);

struct RefusalFacts {
  absl::string_view what;  // "pull request 7 of \"acme/train\"".
  const HttpHeaders& headers;
  const ApiError& error;  // With its status.
  bool has_token = false;
  bool is_write = false;
  absl::string_view api_base;
  absl::string_view api_version;
};

// For a status that is neither success nor a limit. Never OK; carries the ApiError.
absl::Status RefusalStatus(const RefusalFacts& facts);

// GitHub's own words, quoted, on one line and short.
std::string QuotedMessage(absl::string_view message);

}  // namespace allreview::github

#endif  // GITHUB_ERRORS_H_
