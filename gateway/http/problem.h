#ifndef GATEWAY_HTTP_PROBLEM_H_
#define GATEWAY_HTTP_PROBLEM_H_

// Errors as application/problem+json (RFC 9457).
//
//   return http::Problem({.status = 404, .detail = "there is no rule \"x\"",
//                         .request_id = request.request_id});
//   -> {"type":"about:blank","title":"Not Found","status":404,"detail":"there is no rule \"x\"",
//       "request_id":"9f86d081884c7d65"}

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gateway/http/message.h"

namespace allreview::http {

struct ProblemInfo {
  int status = 500;
  std::string detail = "";      // One sentence: what was found, what was wanted. No secrets.
  std::string request_id = "";  // Of the request.
  Fields headers = {};          // Besides the content type.
};

HttpResponse Problem(const ProblemInfo& info);

// A failed call as HTTP: kInvalidArgument is 400, kNotFound 404, kUnauthenticated 401 with
// WWW-Authenticate, kPermissionDenied 403, kFailedPrecondition 409, kResourceExhausted 429 and
// kUnavailable 503 with the Retry-After of host/retry_after.h, kDeadlineExceeded 504,
// kUnimplemented 501, kCancelled 499.
HttpResponse ProblemOf(const absl::Status& status, absl::string_view request_id);

// "Not Found"; "Status 299" for what has no name.
std::string ReasonPhrase(int status);

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_PROBLEM_H_
