#include "github/errors.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/utf8.h"
#include "github/json.h"

namespace allreview::github {
namespace {

constexpr size_t kMaxMessageBytes = 200;
constexpr size_t kMaxErrorsShown = 3;
constexpr char kErrorPayload[] = "allreview/github-error";
constexpr char kArrivalPayload[] = "allreview/arrival-unknown";

FieldError ToFieldError(const Json& json) {
  if (json.is_string()) return {.message = json.get_ref<const std::string&>()};
  return {.resource = Text(json, "resource"),
          .field = Text(json, "field"),
          .code = Text(json, "code"),
          .message = Text(json, "message")};
}

bool ContainsInAnyCase(absl::string_view text, absl::string_view part) {
  return absl::StrContains(absl::AsciiStrToLower(text), absl::AsciiStrToLower(part));
}

std::string Permissions(const RefusalFacts& facts) {
  absl::string_view accepted = facts.error.accepted_permissions;
  if (accepted.empty()) {
    return facts.is_write ? "that this call needs (pull_requests=write, checks=write)"
                          : "contents=read and pull_requests=read";
  }
  return absl::StrReplaceAll(accepted, {{"; ", " or "}, {";", " or "}, {",", " and "}});
}

absl::Status PermissionStatus(const RefusalFacts& facts, absl::string_view found) {
  absl::string_view sso = FindHeader(facts.headers, "x-github-sso");
  if (absl::StartsWith(sso, "required")) {
    return absl::PermissionDeniedError(absl::StrCat(
        found,
        "; authorise the token for the organisation's single sign-on in the token settings"));
  }
  if (!facts.has_token) {
    return absl::PermissionDeniedError(absl::StrCat(found, "; give a token that may read it"));
  }
  return absl::PermissionDeniedError(
      absl::StrCat(found, "; give the token the permission ", Permissions(facts)));
}

absl::Status NotFoundStatus(const RefusalFacts& facts, absl::string_view found) {
  return absl::NotFoundError(absl::StrCat(
      found, "; check owner, repository and number",
      facts.has_token ? ", and that the token may read this repository: GitHub hides private ones"
                      : ", and give a token if the repository is private: GitHub hides those"));
}

// What is wrong with the request, as far as GitHub tells.
std::string ErrorList(const ApiError& error) {
  std::string text;
  for (size_t i = 0; i < error.errors.size() && i < kMaxErrorsShown; ++i) {
    const FieldError& field = error.errors[i];
    absl::StrAppend(&text, i == 0 ? ": " : ", ", field.field, field.field.empty() ? "" : " ",
                    QuotedMessage(field.message.empty() ? field.code : field.message));
  }
  if (error.errors.size() > kMaxErrorsShown) {
    absl::StrAppend(&text, " and ", error.errors.size() - kMaxErrorsShown, " more");
  }
  return text;
}

bool IsAboutVersion(const ApiError& error) {
  return error.status == 410 || (error.status == 400 && error.Says("version"));
}

absl::Status OtherStatus(const RefusalFacts& facts, absl::string_view found) {
  if (facts.error.status == 422) {
    return absl::InvalidArgumentError(absl::StrCat(found, ErrorList(facts.error)));
  }
  if (facts.error.status == 409) return absl::AbortedError(absl::StrCat(found, "; read it anew"));
  if (facts.error.status >= 500) {
    return absl::UnavailableError(absl::StrCat(found, "; try again later",
                                               facts.is_write ? "" : ", or review a local clone"));
  }
  return absl::FailedPreconditionError(
      absl::StrCat(found, "; check that ", facts.api_base,
                   " is the API of a GitHub server (https://HOST/api/v3)"));
}

absl::Status PlainRefusal(const RefusalFacts& facts) {
  std::string found = absl::StrCat(facts.what, ": GitHub answered ", facts.error.status, " ",
                                   QuotedMessage(facts.error.message));
  if (IsAboutVersion(facts.error)) {
    return absl::FailedPreconditionError(
        absl::StrCat(found, "; its API version ", facts.api_version, " is not served at ",
                     facts.api_base, ": update AllReview or the server"));
  }
  switch (facts.error.status) {
    case 401:
      return absl::UnauthenticatedError(
          absl::StrCat(found, facts.has_token ? "; give a token that is valid and not expired"
                                              : "; give a token"));
    case 403:
      return PermissionStatus(facts, found);
    case 404:
      return NotFoundStatus(facts, found);
    default:
      return OtherStatus(facts, found);
  }
}

}  // namespace

std::string QuotedMessage(absl::string_view message) {
  std::string text = ToDisplayText(message.substr(0, kMaxMessageBytes));
  for (char& c : text) {
    if (absl::ascii_iscntrl(c)) c = ' ';
  }
  return text.empty() ? "no message" : absl::StrCat("\"", text, "\"");
}

bool ApiError::has_code(absl::string_view code) const {
  return std::any_of(errors.begin(), errors.end(),
                     [code](const FieldError& error) { return error.code == code; });
}

bool ApiError::Says(absl::string_view part) const {
  return ContainsInAnyCase(message, part) ||
         std::any_of(errors.begin(), errors.end(), [part](const FieldError& error) {
           return ContainsInAnyCase(error.message, part);
         });
}

ApiError ParseApiError(absl::string_view body) {
  ApiError error;
  absl::StatusOr<Json> json = ParseJson(body, Json::value_t::object);
  if (!json.ok()) return error;
  error.message = Text(*json, "message");
  error.documentation_url = Text(*json, "documentation_url");
  const Json& errors = At(*json, "errors");
  for (size_t i = 0; errors.is_array() && i < errors.size(); ++i) {
    error.errors.push_back(ToFieldError(errors[i]));
  }
  return error;
}

absl::Status WithApiError(absl::Status status, const ApiError& error) {
  Json errors = Json::array();
  for (const FieldError& field : error.errors) {
    errors.push_back({{"resource", field.resource},
                      {"field", field.field},
                      {"code", field.code},
                      {"message", field.message}});
  }
  status.SetPayload(kErrorPayload,
                    absl::Cord(ToText({{"http_status", error.status},
                                       {"message", error.message},
                                       {"documentation_url", error.documentation_url},
                                       {"errors", std::move(errors)},
                                       {"permissions", error.accepted_permissions}})));
  return status;
}

std::optional<ApiError> ApiErrorOf(const absl::Status& status) {
  auto payload = status.GetPayload(kErrorPayload);
  if (!payload.has_value()) return std::nullopt;
  std::string text(*payload);
  ApiError error = ParseApiError(text);
  absl::StatusOr<Json> json = ParseJson(text, Json::value_t::object);
  if (!json.ok()) return std::nullopt;
  error.status = static_cast<int>(Number(*json, "http_status"));
  error.accepted_permissions = Text(*json, "permissions");
  return error;
}

bool IsArrivalUnknown(const absl::Status& status) {
  return status.GetPayload(kArrivalPayload).has_value();
}

absl::Status WithArrivalUnknown(absl::Status status) {
  status.SetPayload(kArrivalPayload, absl::Cord("1"));
  return status;
}

absl::Status RefusalStatus(const RefusalFacts& facts) {
  return WithApiError(PlainRefusal(facts), facts.error);
}

}  // namespace allreview::github
