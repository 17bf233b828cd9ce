#ifndef SERVICES_PULL_REQUEST_GITHUB_CLIENT_H_
#define SERVICES_PULL_REQUEST_GITHUB_CLIENT_H_

// GET requests to GitHub's REST API by its rules: headers and version, conditional requests, rate
// limits, retries, and errors that say what to do. Knows no endpoint; see github_api.h.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<GitHubClient> client, GitHubClient::Create(options, state));
//   ASSIGN_OR_RETURN(ApiAnswer answer, client->Get({.url = "/repos/acme/train/pulls/7",
//                                                  .what = "pull request 7 of \"acme/train\""}));
//
// Errors:
//   kUnauthenticated     the token is not accepted
//   kPermissionDenied    the token may not do this; never retried
//   kNotFound            not there, or not for this token (GitHub does not say which)
//   kResourceExhausted   a rate limit that lasts longer than max_wait (names its end); a body over
//                        its limit
//   kFailedPrecondition  the API version, a redirect or a certificate
//   kUnavailable, kDeadlineExceeded   after all attempts
//   kCancelled           by the caller
//
// Safe from any number of threads.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "services/pull_request/github_limits.h"
#include "services/pull_request/github_options.h"
#include "services/pull_request/http_client.h"

namespace allreview::pull_request {

inline constexpr absl::string_view kPublicGitHubApi = "https://api.github.com";
inline constexpr absl::string_view kGitHubApiVersion = "2022-11-28";
inline constexpr absl::string_view kAcceptJson = "application/vnd.github+json";
inline constexpr absl::string_view kAcceptDiff = "application/vnd.github.diff";
inline constexpr absl::string_view kAcceptRaw = "application/vnd.github.raw+json";

struct ApiRequest {
  std::string url = {};  // A path that begins with '/', below the API base; or a link of an answer.
  absl::string_view accept = kAcceptJson;
  std::string what = {};  // For errors: "pull request 7 of \"acme/train\"".
  int64_t max_body_bytes = 64 << 20;
  bool is_prefix_enough = false;  // See HttpRequest.
  bool is_cached = true;
};

struct ApiAnswer {
  // GitHub says that this is too large to be given in this form (errors[].code, whatever the
  // status): the body is its explanation.
  bool is_too_large = false;
  std::string body;
  std::string next_url;   // Of the next page; empty on the last one.
  std::string cache_key;  // For Forget.
};

class GitHubClient {
 public:
  // Checks the API base and the token. `state` is borrowed.
  static absl::StatusOr<std::unique_ptr<GitHubClient>> Create(const GitHubOptions& options,
                                                              GitHubState* state);

  absl::StatusOr<ApiAnswer> Get(const ApiRequest& request);

  // To be called when the body turned out to be malformed: a cached one would stay so.
  void Forget(const ApiAnswer& answer);

  const std::string& api_base() const { return api_base_; }
  int requests() const { return requests_; }
  int cached() const { return cached_; }  // Answered with 304.
  // When the API version that we ask for will end; empty when GitHub has not said so.
  std::string sunset() const;

 private:
  struct Attempt;

  GitHubClient(const GitHubOptions& options, GitHubState* state);
  HttpRequest ToHttp(const ApiRequest& request) const;
  absl::StatusOr<HttpResponse> SendAllowed(const ApiRequest& request, const HttpRequest& http);
  absl::Status HandleFailure(const ApiRequest& request, const HttpResponse& response,
                             Attempt& attempt);
  absl::Status HandleLimit(const ApiRequest& request, const LimitVerdict& verdict,
                           Attempt& attempt);
  absl::Status BackOff(const absl::Status& cause, absl::Duration at_least, Attempt& attempt);
  absl::Status WaitForPause(const ApiRequest& request);
  absl::StatusOr<ApiAnswer> ToAnswer(const ApiRequest& request, HttpResponse response,
                                     std::optional<CachedAnswer> cached, std::string cache_key);

  GitHubOptions options_;
  GitHubState* state_;
  std::string api_base_;
  std::string origin_;
  std::string identity_;
  std::string account_;
  HttpClient http_;
  std::atomic<int> requests_ = 0;
  std::atomic<int> cached_ = 0;
  mutable std::mutex mutex_;  // Guards what follows.
  std::string sunset_;
};

// The URL of rel="next" in a Link header; empty when there is none.
std::string NextLink(absl::string_view link);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_CLIENT_H_
