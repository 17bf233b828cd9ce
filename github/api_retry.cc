#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "github/api.h"
#include "github/api_parts.h"

namespace allreview::github {
namespace {

constexpr absl::Duration kFirstBackOff = absl::Seconds(1);
constexpr absl::Duration kMaxBackOff = absl::Seconds(30);

bool IsTransient(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status);
}

// The error for a write that must not be repeated, and that GitHub may have done.
absl::Status ArrivalUnknown(const absl::Status& status) {
  absl::StatusCode code = IsTransient(status) ? absl::StatusCode::kUnknown : status.code();
  absl::Status unknown(
      code, absl::StrCat(status.message(),
                         "; it is not known whether GitHub did it: look before trying again"));
  if (std::optional<ApiError> error = ApiErrorOf(status)) {
    unknown = WithApiError(std::move(unknown), *error);
  }
  return WithArrivalUnknown(std::move(unknown));
}

absl::string_view RetryReason(const absl::Status& cause) {
  if (ApiErrorOf(cause).has_value()) return "server_error";
  return absl::IsDeadlineExceeded(cause) ? "timeout" : "connection";
}

absl::string_view LimitLabel(LimitVerdict::Kind kind) {
  if (kind == LimitVerdict::Kind::kPrimary) return "primary";
  return kind == LimitVerdict::Kind::kRetryAfter ? "retry_after" : "secondary";
}

}  // namespace

// OK: to be tried again.
absl::Status Api::BackOff(const absl::Status& cause, absl::Duration at_least, Attempt& attempt) {
  if (attempt.number >= options_.max_attempts || at_least > options_.max_wait) return cause;
  RETURN_IF_ERROR(options_.control.Check());
  absl::Duration wait =
      std::min(kFirstBackOff * (1 << std::min(attempt.number - 1, 10)), kMaxBackOff);
  ++attempt.number;
  NoteOther(ApiEvent::Kind::kRetry, RetryReason(cause));
  return options_.sleep(std::max(wait * (0.5 + options_.random()), at_least));
}

// OK: to be tried again. No answer came.
absl::Status Api::HandleSilence(const Prepared& prepared, const absl::Status& status,
                                Attempt& attempt) {
  if (!prepared.is_repeatable && MayHaveArrived(status)) return ArrivalUnknown(status);
  if (!IsTransient(status)) return status;
  return BackOff(status, absl::ZeroDuration(), attempt);
}

// OK: to be tried again, after the pause that this sets.
absl::Status Api::HandleLimit(const ApiCall& call, const LimitVerdict& verdict, Attempt& attempt) {
  Account::Pause pause{.until = options_.now() + verdict.wait,
                       .reason = std::string(LimitName(verdict.kind))};
  account_->set_pause(pause);
  NoteOther(ApiEvent::Kind::kLimit, LimitLabel(verdict.kind));
  ++attempt.limit_waits;
  if (++attempt.number > options_.max_attempts) {
    return absl::ResourceExhaustedError(absl::StrCat(call.what, ": GitHub's ", pause.reason,
                                                     " was met ", attempt.limit_waits,
                                                     " times in a row; try again later"));
  }
  NoteOther(ApiEvent::Kind::kRetry, "limit");
  return absl::OkStatus();
}

// OK: to be tried again.
absl::Status Api::HandleFailure(const ApiCall& call, const HttpResponse& response,
                                Prepared& prepared, Attempt& attempt) {
  if (response.status == 401 && !prepared.token.empty() && !attempt.is_refreshed) {
    attempt.is_refreshed = true;
    std::string refused = prepared.token;
    RETURN_IF_ERROR(Authorize(prepared, refused));
    if (prepared.token != refused) {
      NoteOther(ApiEvent::Kind::kRetry, "token");
      return absl::OkStatus();
    }
  }
  ApiError error = ParseApiError(response.body);
  error.status = response.status;
  error.accepted_permissions =
      std::string(FindHeader(response.headers, "x-accepted-github-permissions"));
  LimitVerdict verdict = JudgeLimit({.status = response.status,
                                     .headers = response.headers,
                                     .message = error.message,
                                     .documentation_url = error.documentation_url,
                                     .waits = attempt.limit_waits,
                                     .now = options_.now()});
  if (verdict.is_limit()) return HandleLimit(call, verdict, attempt);
  absl::Status refusal = RefusalStatus({.what = call.what,
                                        .headers = response.headers,
                                        .error = error,
                                        .has_token = !prepared.token.empty(),
                                        .is_write = call.method != "GET" && call.method != "HEAD",
                                        .api_base = api_base_,
                                        .api_version = kApiVersion});
  if (!IsTransient(refusal)) return refusal;
  if (!prepared.is_repeatable) return ArrivalUnknown(refusal);
  return BackOff(refusal, RetryAfter(response.headers, options_.now()), attempt);
}

}  // namespace allreview::github
