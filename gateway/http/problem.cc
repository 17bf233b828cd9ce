#include "gateway/http/problem.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "host/retry_after.h"
#include "nlohmann/json.hpp"

namespace allreview::http {
namespace {

struct Phrase {
  int status;
  absl::string_view text;
};

constexpr Phrase kPhrases[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {499, "Client Closed Request"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
};

int StatusOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return 200;
    case absl::StatusCode::kCancelled:
      return 499;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
      return 400;
    case absl::StatusCode::kDeadlineExceeded:
      return 504;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kAborted:
    case absl::StatusCode::kFailedPrecondition:
      return 409;
    case absl::StatusCode::kPermissionDenied:
      return 403;
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kUnimplemented:
      return 501;
    case absl::StatusCode::kUnavailable:
      return 503;
    default:
      return 500;
  }
}

}  // namespace

std::string ReasonPhrase(int status) {
  const auto* found = std::find_if(std::begin(kPhrases), std::end(kPhrases),
                                   [status](const Phrase& p) { return p.status == status; });
  return found == std::end(kPhrases) ? absl::StrCat("Status ", status) : std::string(found->text);
}

HttpResponse Problem(const ProblemInfo& info) {
  const nlohmann::ordered_json json = {
      {"type", "about:blank"}, {"title", ReasonPhrase(info.status)}, {"status", info.status},
      {"detail", info.detail}, {"request_id", info.request_id},
  };
  // What is not UTF-8 came from outside and is replaced: a problem must never fail itself.
  return {.status = info.status,
          .content_type = "application/problem+json",
          .headers = info.headers,
          .body = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"};
}

HttpResponse ProblemOf(const absl::Status& status, absl::string_view request_id) {
  ProblemInfo info = {.status = StatusOf(status.code()),
                      .detail = std::string(status.message()),
                      .request_id = std::string(request_id)};
  if (info.status == 401) info.headers = {{"WWW-Authenticate", "Bearer realm=\"allreview\""}};
  if (info.status == 429 || info.status == 503) {
    info.headers = {{"Retry-After", host::RetryAfterText(status)}};
  }
  return Problem(info);
}

}  // namespace allreview::http
