#include "github/api.h"

#include <algorithm>
#include <random>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "github/api_parts.h"
#include "github/link_header.h"
#include "host/libcurl.h"

namespace allreview::github {
namespace {

constexpr size_t kMaxCachedBytes = 32 << 20;

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

ApiOptions WithDefaults(ApiOptions options) {
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
  if (api_base.empty()) return std::string(kPublicApi);
  while (absl::ConsumeSuffix(&api_base, "/")) {
  }
  return std::string(api_base);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Api>> Api::Create(const ApiOptions& options, ApiState* state) {
  RETURN_IF_ERROR(LoadLibcurl());
  std::unique_ptr<Api> api(new Api(options, state));
  if (api->origin_.empty() || api->api_base_.find_first_of("?#") != std::string::npos) {
    return absl::InvalidArgumentError(
        "the GitHub API base is not a plain http or https URL; wanted https://api.github.com or "
        "https://HOST/api/v3");
  }
  bool is_clear = absl::StartsWith(api->origin_, "http:") && !IsLoopbackOrigin(api->origin_);
  if (is_clear && options.credentials.token) {
    return absl::FailedPreconditionError(
        absl::StrCat("the GitHub API base \"", api->api_base_,
                     "\" would send the token in the clear; use https, or no token"));
  }
  return api;
}

Api::Api(const ApiOptions& options, ApiState* state)
    : options_(WithDefaults(options)),
      state_(state),
      api_base_(CleanApiBase(options.api_base)),
      origin_(UrlOrigin(api_base_)),
      account_name_(options.credentials.account.empty() ? options.credentials.identity
                                                        : options.credentials.account),
      account_(&state->accounts.Find(absl::StrCat(api_base_, " ", account_name_))),
      http_(options.timeouts, options.control, &state->connections) {}

std::string Api::sunset() const {
  MutexLock lock(mutex_);
  return sunset_;
}

// A new token may be there each time: it may have ended while we waited for a limit.
absl::Status Api::Authorize(Prepared& prepared, const std::string& refused) const {
  // A link may lead elsewhere; the token may not.
  if (!options_.credentials.token || UrlOrigin(prepared.http.url) != origin_) {
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(prepared.token, options_.credentials.token(refused));
  RETURN_IF_ERROR(CheckToken(prepared.token));
  prepared.http.authorization = absl::StrCat("Bearer ", prepared.token);
  return absl::OkStatus();
}

ApiAnswer Api::ToKeptAnswer(Prepared prepared) {
  ++cached_;
  ApiAnswer answer{.status = 304, .cache_key = std::move(prepared.cache_key)};
  answer.next_url = NextLink(prepared.cached->link);
  answer.body = std::move(prepared.cached->body);
  return answer;
}

absl::StatusOr<ApiAnswer> Api::ToAnswer(const ApiCall& call, HttpResponse response,
                                        Prepared prepared) {
  if (response.status == 304) {
    if (prepared.cached.has_value()) return ToKeptAnswer(std::move(prepared));
    return absl::UnavailableError(
        absl::StrCat(call.what, ": GitHub answered 304 to an unconditional request"));
  }
  ApiAnswer answer{.status = response.status, .cache_key = prepared.cache_key};
  std::string link(FindHeader(response.headers, "link"));
  answer.next_url = NextLink(link);
  std::string etag(FindHeader(response.headers, "etag"));
  std::string modified(FindHeader(response.headers, "last-modified"));
  bool has_validator = !etag.empty() || !modified.empty();
  bool is_kept = !prepared.cache_key.empty() && has_validator && response.status == 200 &&
                 !call.is_prefix_enough && response.body.size() <= kMaxCachedBytes;
  if (is_kept) {
    state_->cache.Put(prepared.cache_key, {.etag = std::move(etag),
                                           .last_modified = std::move(modified),
                                           .link = std::move(link),
                                           .body = response.body});
  }
  answer.body = std::move(response.body);
  answer.headers = std::move(response.headers);
  return answer;
}

absl::StatusOr<ApiAnswer> Api::SendPrepared(const ApiCall& call, Prepared prepared) {
  for (Attempt attempt;;) {
    RETURN_IF_ERROR(Authorize(prepared, ""));
    absl::StatusOr<HttpResponse> response = SendAllowed(call, prepared);
    if (!response.ok()) {
      RETURN_IF_ERROR(HandleSilence(prepared, response.status(), attempt));
      continue;
    }
    if (response->status / 100 == 2 || response->status == 304) {
      return ToAnswer(call, *std::move(response), std::move(prepared));
    }
    if (call.method == "GET" && ParseApiError(response->body).has_code("too_large")) {
      ApiAnswer answer{.status = response->status, .is_too_large = true};
      answer.body = std::move(response->body);
      return answer;
    }
    RETURN_IF_ERROR(HandleFailure(call, *response, prepared, attempt));
  }
}

absl::StatusOr<ApiAnswer> Api::Send(const ApiCall& call) {
  Prepared prepared = Prepare(call);
  const bool is_known = call.is_immutable && prepared.cached.has_value() &&
                        static_cast<int64_t>(prepared.cached->body.size()) <= call.max_body_bytes;
  if (is_known) return ToKeptAnswer(std::move(prepared));
  return SendPrepared(call, std::move(prepared));
}

void Api::Forget(const ApiAnswer& answer) { state_->cache.Erase(answer.cache_key); }

}  // namespace allreview::github
