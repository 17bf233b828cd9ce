#ifndef GITHUB_API_H_
#define GITHUB_API_H_

// Calls to GitHub's REST and GraphQL API by its rules: headers and version, conditional requests,
// budgets, rate limits, retries, redirects, and errors that say what to do. Knows no endpoint.
//
//   github::ApiState state("");                                // One for the process.
//   ASSIGN_OR_RETURN(Credentials credentials, StaticCredentials(token));
//   ASSIGN_OR_RETURN(std::unique_ptr<Api> api, Api::Create({.credentials = credentials}, &state));
//   ASSIGN_OR_RETURN(ApiAnswer pull, api->Send({.path_or_url = "/repos/acme/train/pulls/7",
//                                               .what = "pull request 7 of \"acme/train\""}));
//   absl::Status status = api->Send({.method = "POST",
//                                    .path_or_url = "/repos/acme/train/pulls/7/reviews",
//                                    .body_json = body,
//                                    .what = "the review of pull request 7"}).status();
//
// Writes of content of one account go one at a time, a second apart, within GitHub's limits for
// new content (account.h). What may be sent again: GET, HEAD, PUT and DELETE, whatever happened;
// other methods only when GitHub certainly did not act on them (no connection, a rate limit, 401, a
// redirect of kind 307 or 308, which is followed with the body), or when the call says that it is
// idempotent. A write of which nobody knows whether it arrived fails with IsArrivalUnknown(status):
// look first.
//
// Errors; ApiErrorOf(status) gives GitHub's own words for those that are refusals:
//   kUnauthenticated     the token is not accepted, even after it was made anew
//   kPermissionDenied    the token may not do this; never retried; names the permission
//   kNotFound            not there, or not for this token (GitHub does not say which)
//   kInvalidArgument     422: the request is refused; its errors are in ApiErrorOf
//   kAborted             409: something changed meanwhile
//   kResourceExhausted   a limit that lasts longer than max_wait (names its end); a body over its
//                        limit
//   kFailedPrecondition  the API version, a redirect or a certificate
//   kUnavailable, kDeadlineExceeded   after all attempts
//   kUnknown             IsArrivalUnknown
//   kCancelled           by the caller; IsArrivalUnknown tells of a write that was under way
// No token ever appears in errors or logs. Safe from any number of threads.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/call_control.h"
#include "base/mutex.h"
#include "github/account.h"
#include "github/credentials.h"
#include "github/errors.h"
#include "github/http_client.h"
#include "github/limits.h"
#include "github/state.h"

namespace allreview::github {

inline constexpr absl::string_view kPublicApi = "https://api.github.com";
inline constexpr absl::string_view kApiVersion = "2022-11-28";
inline constexpr absl::string_view kAcceptJson = "application/vnd.github+json";
inline constexpr absl::string_view kAcceptDiff = "application/vnd.github.diff";
inline constexpr absl::string_view kAcceptRaw = "application/vnd.github.raw+json";

// What metrics want to know.
struct ApiEvent {
  enum class Kind {
    kSent,   // A request was answered, or was not: `status` 0.
    kLimit,  // An answer told to wait.
    kRetry,  // A request is sent again.
  };
  Kind kind = Kind::kSent;
  std::string account = {};
  std::string method = {};  // Of kSent; "GRAPHQL" for that.
  int status = 0;           // Of kSent.
  absl::Duration duration = {};
  absl::string_view reason = {};  // Of kLimit: "primary", "retry_after", "secondary". Of kRetry:
                                  // "connection", "timeout", "server_error", "token", "limit".
  std::vector<BudgetUse> budgets = {};  // Of kSent.
};

struct ApiOptions {
  // Empty: kPublicApi. With a token it must be https, except on this machine.
  std::string api_base = {};
  Credentials credentials = {};
  HttpTimeouts timeouts = {};
  CallControl control = {};
  int max_attempts = 4;                               // For each call, the first included.
  absl::Duration max_wait = absl::Minutes(3);         // For a limit; a longer one is an error.
  std::function<void(const ApiEvent&)> observe = {};  // May be called from any thread.

  // For tests. Defaults: the system's clock, a wait that heeds `control`, and random numbers in
  // [0, 1) for the spread of retries.
  std::function<absl::Time()> now = {};
  std::function<absl::Status(absl::Duration)> sleep = {};
  std::function<double()> random = {};
};

struct ApiCall {
  std::string method = "GET";    // GET, HEAD, POST, PATCH, PUT, DELETE.
  std::string path_or_url = {};  // A path that begins with '/', below the API base; or a link of an
                                 // answer. Its parts are URL-encoded by the caller.
  std::string body_json = {};
  absl::string_view accept = kAcceptJson;
  std::string what = {};  // For errors: "pull request 7 of \"acme/train\"".
  int64_t max_body_bytes = 64 << 20;
  bool is_prefix_enough = false;  // See HttpRequest.
  bool is_cached = true;          // GET only.
  // The address names its content by a hash: what was kept for this identity is not asked for
  // again, which costs neither the rate limit nor the points of a minute.
  bool is_immutable = false;
  // POST and PATCH only: doing it twice does no harm, so it may be repeated like a PUT.
  bool is_idempotent = false;
  // Writes only: makes or changes what people see, so it goes one at a time, a second apart, and
  // counts against the limits of new content. False for tokens and the like.
  bool is_content = true;
};

struct ApiAnswer {
  int status = 0;  // 2xx; 304 shows as the answer that was kept.
  // GET only: GitHub says that this is too large to be given in this form (errors[].code, whatever
  // the status): the body is its explanation.
  bool is_too_large = false;
  std::string body = {};
  std::string next_url = {};   // Of the next page; empty on the last one.
  HttpHeaders headers = {};    // Names in lower case. Empty where the answer was kept.
  std::string cache_key = {};  // For Forget.
};

class Api {
 public:
  // Checks the API base. `state` is borrowed. Needs libcurl (kFailedPrecondition).
  static absl::StatusOr<std::unique_ptr<Api>> Create(const ApiOptions& options, ApiState* state);

  absl::StatusOr<ApiAnswer> Send(const ApiCall& call);

  // The "data" of the answer as JSON. `variables_json` is an object. Queries are repeated like a
  // GET, mutations like a POST. Errors of GraphQL, which come with status 200, are errors here.
  struct GraphQlCall {
    std::string query = {};
    std::string variables_json = "{}";
    std::string what = {};
    bool is_idempotent = false;  // Of a mutation.
  };
  absl::StatusOr<std::string> GraphQl(const GraphQlCall& call);

  // To be called when the body turned out to be malformed: a cached one would stay so.
  void Forget(const ApiAnswer& answer);

  const std::string& api_base() const { return api_base_; }
  int requests() const { return requests_; }
  int cached() const { return cached_; }  // Answered with 304, or not asked.
  // When the API version that we ask for will end; empty when GitHub has not said so.
  std::string sunset() const;

 private:
  struct Attempt;
  struct Prepared;

  Api(const ApiOptions& options, ApiState* state);
  absl::StatusOr<ApiAnswer> SendPrepared(const ApiCall& call, Prepared prepared);
  Prepared Prepare(const ApiCall& call) const;
  Prepared PrepareGraphQl(const GraphQlCall& call, const ApiCall& as_call) const;
  absl::Status Authorize(Prepared& prepared, const std::string& refused) const;
  absl::Status WaitForPause(const ApiCall& call);
  absl::Status WaitForBudget(const ApiCall& call, const Cost& cost);
  absl::StatusOr<HttpResponse> SendAllowed(const ApiCall& call, const Prepared& prepared);
  absl::StatusOr<HttpResponse> SendOnce(const ApiCall& call, const Prepared& prepared);
  void Note(const Prepared& prepared, const absl::StatusOr<HttpResponse>& response,
            absl::Duration duration);
  void NoteOther(ApiEvent::Kind kind, absl::string_view reason) const;
  absl::Status HandleSilence(const Prepared& prepared, const absl::Status& status,
                             Attempt& attempt);
  absl::Status HandleFailure(const ApiCall& call, const HttpResponse& response, Prepared& prepared,
                             Attempt& attempt);
  absl::Status HandleLimit(const ApiCall& call, const LimitVerdict& verdict, Attempt& attempt);
  absl::Status BackOff(const absl::Status& cause, absl::Duration at_least, Attempt& attempt);
  ApiAnswer ToKeptAnswer(Prepared prepared);
  absl::StatusOr<ApiAnswer> ToAnswer(const ApiCall& call, HttpResponse response, Prepared prepared);

  ApiOptions options_;
  ApiState* state_;
  std::string api_base_;
  std::string origin_;
  std::string account_name_;
  Account* account_;
  HttpClient http_;
  std::atomic<int> requests_ = 0;
  std::atomic<int> cached_ = 0;
  mutable Mutex mutex_;
  std::string sunset_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::github

#endif  // GITHUB_API_H_
