#include "services/pull_request/github_errors.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/utf8.h"
#include "services/pull_request/github_client.h"

namespace allreview::pull_request {
namespace {

constexpr size_t kMaxMessageBytes = 200;

// GitHub's own words, quoted, on one line and short.
std::string Quoted(absl::string_view message) {
  std::string text = ToDisplayText(message.substr(0, kMaxMessageBytes));
  for (char& c : text) {
    if (absl::ascii_iscntrl(c)) c = ' ';
  }
  return text.empty() ? "no message" : absl::StrCat("\"", text, "\"");
}

// "contents=read; pull_requests=read,issues=read" in words: ';' parts are alternatives.
std::string WantedPermissions(const HttpHeaders& headers) {
  absl::string_view accepted = FindHeader(headers, "x-accepted-github-permissions");
  if (accepted.empty()) return "contents=read and pull_requests=read";
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
      absl::StrCat(found, "; give the token the permission ", WantedPermissions(facts.headers)));
}

absl::Status NotFoundStatus(const RefusalFacts& facts, absl::string_view found) {
  return absl::NotFoundError(absl::StrCat(
      found, "; check owner, repository and number",
      facts.has_token ? ", and that the token may read this repository: GitHub hides private ones"
                      : ", and give a token if the repository is private: GitHub hides those"));
}

}  // namespace

absl::Status RefusalStatus(const RefusalFacts& facts) {
  std::string found = absl::StrCat(facts.what, ": GitHub answered ", facts.status, " ",
                                   Quoted(facts.error.message));
  bool is_version = facts.status == 410 ||
                    (facts.status == 400 &&
                     absl::StrContains(absl::AsciiStrToLower(facts.error.message), "version"));
  if (is_version) {
    return absl::FailedPreconditionError(
        absl::StrCat(found, "; its API version ", kGitHubApiVersion, " is not served at ",
                     facts.api_base, ": update AllReview or the server"));
  }
  switch (facts.status) {
    case 401:
      return absl::UnauthenticatedError(
          absl::StrCat(found, facts.has_token ? "; give a token that is valid and not expired"
                                              : "; give a token"));
    case 403:
      return PermissionStatus(facts, found);
    case 404:
      return NotFoundStatus(facts, found);
    default:
      break;
  }
  if (facts.status >= 500) {
    return absl::UnavailableError(
        absl::StrCat(found, "; try again later, or review a local clone"));
  }
  return absl::FailedPreconditionError(
      absl::StrCat(found, "; check that ", facts.api_base,
                   " is the API of a GitHub server (https://HOST/api/v3)"));
}

}  // namespace allreview::pull_request
