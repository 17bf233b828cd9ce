#include "gateway/access/login/http_form.h"

#include <chrono>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/call_control.h"
#include "gateway/http/target.h"

namespace allreview::access {
namespace {

using github::Json;
using github::Text;

constexpr size_t kMaxErrorBytes = 300;

// "invalid_grant: the code was used"; empty: it says nothing.
std::string OAuthError(const Json& json) {
  std::string text = Text(json, "error");
  const std::string description = Text(json, "error_description");
  if (!description.empty()) absl::StrAppend(&text, text.empty() ? "" : ": ", description);
  return absl::CHexEscape(text.substr(0, kMaxErrorBytes));
}

}  // namespace

std::string EncodeForm(const FormFields& fields) {
  std::string text;
  for (const auto& [name, value] : fields) {
    if (value.empty()) continue;
    absl::StrAppend(&text, text.empty() ? "" : "&", name, "=", http::PercentEncode(value));
  }
  return text;
}

std::string WithQuery(const std::string& url, const FormFields& fields) {
  return absl::StrCat(url, absl::StrContains(url, '?') ? "&" : "?", EncodeForm(fields));
}

github::HttpClient LoginHttp(github::HttpConnections* connections) {
  return github::HttpClient(
      {.connect = std::chrono::seconds(5), .transfer = std::chrono::seconds(10)}, CallControl{},
      connections);
}

absl::StatusOr<Json> SendForJson(const github::HttpClient& http, const github::HttpRequest& request,
                                 absl::string_view what) {
  github::HttpRequest bounded = request;
  bounded.max_body_bytes = 1 << 20;
  bounded.headers.emplace_back("Accept", "application/json");
  const absl::StatusOr<github::HttpResponse> response = http.Send(bounded);
  if (!response.ok()) {
    return absl::UnavailableError(absl::StrCat(what, ": ", response.status().message()));
  }
  absl::StatusOr<Json> json = github::ParseJson(response->body, Json::value_t::object);
  const std::string error = json.ok() ? OAuthError(*json) : "";
  const bool is_success = response->status >= 200 && response->status < 300;
  if (is_success && json.ok() && Text(*json, "error").empty()) return json;
  if (response->status >= 500 || response->status == 429) {
    return absl::UnavailableError(
        absl::StrCat(what, ": the server answers ", response->status, "; try again in a minute"));
  }
  if (is_success && error.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(what, ": the answer is no JSON object"));
  }
  if (absl::StartsWith(error, "invalid_grant") ||
      absl::StartsWith(error, "bad_verification_code")) {
    return absl::UnauthenticatedError(
        absl::StrCat(what, ": the login was used before or took too long (", error, ")"));
  }
  return absl::FailedPreconditionError(absl::StrCat(
      what, ": the server refuses with ", response->status, error.empty() ? "" : ": ", error));
}

}  // namespace allreview::access
