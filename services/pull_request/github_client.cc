#include "services/pull_request/github_client.h"

#include <algorithm>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "services/pull_request/github_errors.h"
#include "services/pull_request/github_json.h"
#include "services/pull_request/github_limits.h"

namespace allreview::pull_request {
namespace {

constexpr absl::Duration kFirstBackOff = absl::Seconds(1);
constexpr absl::Duration kMaxBackOff = absl::Seconds(30);
constexpr int64_t kMaxCachedBytes = 32 << 20;

absl::Status SleepHeeding(const CallControl& control, absl::Duration duration) {
  absl::Time end = absl::Now() + duration;
  for (;;) {
    RETURN_IF_ERROR(control.Check());
    absl::Duration left = end - absl::Now();
    if (left <= absl::ZeroDuration()) return absl::OkStatus();
    std::this_thread::sleep_for(
        control.NextWait(absl::ToChronoMilliseconds(std::min(left, absl::Milliseconds(50))) +
                         std::chrono::milliseconds(1)));
  }
}

double RandomFraction() {
  static thread_local std::minstd_rand generator{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

GitHubOptions WithDefaults(GitHubOptions options) {
  if (!options.now) options.now = absl::Now;
  if (!options.sleep) {
    options.sleep = [control = options.control](absl::Duration duration) {
      return SleepHeeding(control, duration);
    };
  }
  if (!options.random) options.random = RandomFraction;
  return options;
}

std::string CleanApiBase(absl::string_view api_base) {
  if (api_base.empty()) return std::string(kPublicGitHubApi);
  while (absl::ConsumeSuffix(&api_base, "/")) {
  }
  return std::string(api_base);
}

bool IsTransient(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status);
}

absl::Status Named(absl::string_view what, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(what, ": ", status.message()));
}

}  // namespace

// Of one request: what was tried so far.
struct GitHubClient::Attempt {
  int number = 1;
  int limit_waits = 0;
};

std::string NextLink(absl::string_view link) {
  while (true) {
    size_t open = link.find('<');
    if (open == link.npos) return "";
    size_t close = link.find('>', open);
    if (close == link.npos) return "";
    absl::string_view url = link.substr(open + 1, close - open - 1);
    size_t next = link.find('<', close);
    absl::string_view parameters =
        link.substr(close + 1, next == link.npos ? next : next - close - 1);
    for (absl::string_view parameter : absl::StrSplit(parameters, absl::ByAnyChar(";,"))) {
      parameter = absl::StripAsciiWhitespace(parameter);
      if (parameter == "rel=\"next\"" || parameter == "rel=next") return std::string(url);
    }
    if (next == link.npos) return "";
    link.remove_prefix(next);
  }
}

absl::StatusOr<std::unique_ptr<GitHubClient>> GitHubClient::Create(const GitHubOptions& options,
                                                                   GitHubState* state) {
  std::unique_ptr<GitHubClient> client(new GitHubClient(options, state));
  if (client->origin_.empty() || client->api_base_.find_first_of("?#") != std::string::npos) {
    return absl::InvalidArgumentError(
        "the GitHub API base is not a plain http or https URL; wanted https://api.github.com or "
        "https://HOST/api/v3");
  }
  bool is_clear = absl::StartsWith(client->origin_, "http:") && !IsLoopbackOrigin(client->origin_);
  if (is_clear && !options.token.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the GitHub API base \"", client->api_base_,
                     "\" would send the token in the clear; use https, or no token"));
  }
  for (unsigned char c : options.token) {
    if (c <= 0x20 || c >= 0x7F) {
      return absl::InvalidArgumentError(
          "the GitHub token holds a space or a control character; give the token alone, without "
          "\"Bearer\" and line breaks");
    }
  }
  return client;
}

GitHubClient::GitHubClient(const GitHubOptions& options, GitHubState* state)
    : options_(WithDefaults(options)),
      state_(state),
      api_base_(CleanApiBase(options.api_base)),
      origin_(UrlOrigin(api_base_)),
      identity_(TokenIdentity(options.token)),
      account_(absl::StrCat(api_base_, " ", identity_)),
      http_(options.timeouts, options.control, &state->connections) {}

std::string GitHubClient::sunset() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return sunset_;
}

HttpRequest GitHubClient::ToHttp(const ApiRequest& request) const {
  HttpRequest http;
  http.url =
      absl::StartsWith(request.url, "/") ? absl::StrCat(api_base_, request.url) : request.url;
  http.headers = {{"Accept", std::string(request.accept)},
                  {"User-Agent", absl::StrCat("AllReview/", kEngineVersion)},
                  {"X-GitHub-Api-Version", std::string(kGitHubApiVersion)}};
  // A link may lead elsewhere; the token may not.
  if (!options_.token.empty() && UrlOrigin(http.url) == origin_) {
    http.authorization = absl::StrCat("Bearer ", options_.token);
  }
  http.max_body_bytes = request.max_body_bytes;
  http.is_prefix_enough = request.is_prefix_enough;
  return http;
}

absl::Status GitHubClient::WaitForPause(const ApiRequest& request) {
  GitHubState::Pause pause = state_->pause(account_);
  absl::Duration wait = pause.until - options_.now();
  if (wait <= absl::ZeroDuration()) return absl::OkStatus();
  if (wait > options_.max_wait) {
    return absl::ResourceExhaustedError(
        absl::StrCat(request.what, ": GitHub's ", pause.reason, " is used up until ",
                     absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", pause.until, absl::UTCTimeZone()),
                     "; try again then, or ",
                     options_.token.empty() ? "give a token, which has a higher limit"
                                            : "review a local clone, which has none"));
  }
  Log(LogLevel::kWarning, "waiting for github",
      {{"reason", pause.reason}, {"wait", absl::FormatDuration(wait)}});
  return options_.sleep(wait);
}

absl::StatusOr<HttpResponse> GitHubClient::SendAllowed(const ApiRequest& request,
                                                       const HttpRequest& http) {
  RETURN_IF_ERROR(WaitForPause(request));
  absl::StatusOr<HttpResponse> response = http_.Send(http);
  requests_ += response.ok() ? response->sent : 1;
  if (!response.ok()) return Named(request.what, response.status());
  absl::string_view sunset = FindHeader(response->headers, "sunset");
  if (!sunset.empty()) {
    std::lock_guard<std::mutex> lock(mutex_);
    sunset_ = std::string(sunset);
  }
  return response;
}

// OK: to be tried again.
absl::Status GitHubClient::BackOff(const absl::Status& cause, absl::Duration at_least,
                                   Attempt& attempt) {
  if (attempt.number >= options_.max_attempts || at_least > options_.max_wait) return cause;
  RETURN_IF_ERROR(options_.control.Check());
  absl::Duration wait =
      std::min(kFirstBackOff * (1 << std::min(attempt.number - 1, 10)), kMaxBackOff);
  ++attempt.number;
  return options_.sleep(std::max(wait * (0.5 + options_.random()), at_least));
}

// OK: to be tried again, after the pause that this sets.
absl::Status GitHubClient::HandleLimit(const ApiRequest& request, const LimitVerdict& verdict,
                                       Attempt& attempt) {
  GitHubState::Pause pause{.until = options_.now() + verdict.wait,
                           .reason = std::string(LimitName(verdict.kind))};
  state_->set_pause(account_, pause);
  ++attempt.limit_waits;
  if (++attempt.number > options_.max_attempts) {
    return absl::ResourceExhaustedError(absl::StrCat(request.what, ": GitHub's ", pause.reason,
                                                     " was met ", attempt.limit_waits,
                                                     " times in a row; try again later"));
  }
  return absl::OkStatus();
}

// OK: to be tried again.
absl::Status GitHubClient::HandleFailure(const ApiRequest& request, const HttpResponse& response,
                                         Attempt& attempt) {
  ApiErrorJson error = ParseApiError(response.body);
  LimitVerdict verdict = JudgeLimit({.status = response.status,
                                     .headers = response.headers,
                                     .message = error.message,
                                     .documentation_url = error.documentation_url,
                                     .waits = attempt.limit_waits,
                                     .now = options_.now()});
  if (verdict.is_limit()) return HandleLimit(request, verdict, attempt);
  absl::Status refusal = RefusalStatus({.what = request.what,
                                        .status = response.status,
                                        .headers = response.headers,
                                        .error = error,
                                        .has_token = !options_.token.empty(),
                                        .api_base = api_base_});
  if (!IsTransient(refusal)) return refusal;
  return BackOff(refusal, RetryAfter(response.headers, options_.now()), attempt);
}

absl::StatusOr<ApiAnswer> GitHubClient::ToAnswer(const ApiRequest& request, HttpResponse response,
                                                 std::optional<CachedAnswer> cached,
                                                 std::string cache_key) {
  ApiAnswer answer;
  answer.cache_key = std::move(cache_key);
  if (response.status == 304) {
    if (!cached.has_value()) {
      return absl::UnavailableError(
          absl::StrCat(request.what, ": GitHub answered 304 to an unconditional request"));
    }
    ++cached_;
    answer.next_url = NextLink(cached->link);
    answer.body = std::move(cached->body);
    return answer;
  }
  std::string link(FindHeader(response.headers, "link"));
  answer.next_url = NextLink(link);
  std::string etag(FindHeader(response.headers, "etag"));
  std::string last_modified(FindHeader(response.headers, "last-modified"));
  bool has_validator = !etag.empty() || !last_modified.empty();
  if (request.is_cached && has_validator && !request.is_prefix_enough &&
      static_cast<int64_t>(response.body.size()) <= kMaxCachedBytes) {
    state_->cache.Put(answer.cache_key, {.etag = std::move(etag),
                                         .last_modified = std::move(last_modified),
                                         .link = std::move(link),
                                         .body = response.body});
  }
  answer.body = std::move(response.body);
  return answer;
}

absl::StatusOr<ApiAnswer> GitHubClient::Get(const ApiRequest& request) {
  HttpRequest http = ToHttp(request);
  std::string key =
      GitHubCacheKey(api_base_, identity_, http.url, request.accept, kGitHubApiVersion);
  std::optional<CachedAnswer> cached;
  if (request.is_cached) cached = state_->cache.Find(key);
  if (cached.has_value() && !cached->etag.empty()) {
    http.headers.emplace_back("If-None-Match", cached->etag);
  } else if (cached.has_value()) {
    http.headers.emplace_back("If-Modified-Since", cached->last_modified);
  }
  for (Attempt attempt;;) {
    absl::StatusOr<HttpResponse> response = SendAllowed(request, http);
    if (!response.ok()) {
      if (!IsTransient(response.status())) return response.status();
      RETURN_IF_ERROR(BackOff(response.status(), absl::ZeroDuration(), attempt));
      continue;
    }
    if (response->status == 200 || response->status == 304) {
      return ToAnswer(request, *std::move(response), std::move(cached), std::move(key));
    }
    if (ParseApiError(response->body).has_code("too_large")) {
      ApiAnswer answer;
      answer.is_too_large = true;
      answer.body = std::move(response->body);
      return answer;
    }
    RETURN_IF_ERROR(HandleFailure(request, *response, attempt));
  }
}

void GitHubClient::Forget(const ApiAnswer& answer) { state_->cache.Erase(answer.cache_key); }

}  // namespace allreview::pull_request
