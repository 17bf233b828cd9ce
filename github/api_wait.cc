#include <string>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "github/api.h"
#include "github/api_parts.h"

namespace allreview::github {
namespace {

constexpr absl::Duration kWorthALogLine = absl::Seconds(5);

absl::Status Named(absl::string_view what, const absl::Status& status) {
  absl::Status named(status.code(), absl::StrCat(what, ": ", status.message()));
  status.ForEachPayload([&named](absl::string_view url, const absl::Cord& payload) {
    named.SetPayload(url, payload);
  });
  return named;
}

std::string TimeText(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", time, absl::UTCTimeZone());
}

}  // namespace

absl::Status Api::WaitForPause(const ApiCall& call) {
  Account::Pause pause = account_->pause();
  absl::Duration wait = pause.until - options_.now();
  if (wait <= absl::ZeroDuration()) return absl::OkStatus();
  if (wait > options_.max_wait) {
    return absl::ResourceExhaustedError(
        absl::StrCat(call.what, ": GitHub's ", pause.reason, " is used up until ",
                     TimeText(pause.until), "; try again then, or ",
                     options_.credentials.token ? "review a local clone, which has none"
                                                : "give a token, which has a higher limit"));
  }
  Log(LogLevel::kWarning, "waiting for github",
      {{"reason", pause.reason}, {"wait", absl::FormatDuration(wait)}});
  return options_.sleep(wait);
}

absl::Status Api::WaitForBudget(const ApiCall& call, const Cost& cost) {
  for (;;) {
    absl::Time now = options_.now();
    Admission admission = account_->Admit(cost, now);
    if (admission.wait <= absl::ZeroDuration()) return absl::OkStatus();
    if (admission.wait > options_.max_wait) {
      return absl::ResourceExhaustedError(absl::StrCat(
          call.what, ": the budget \"", admission.limit, "\" that GitHub gives is used up until ",
          TimeText(now + admission.wait), "; try again then"));
    }
    if (admission.wait >= kWorthALogLine) {
      Log(LogLevel::kWarning, "waiting for a budget of github",
          {{"budget", std::string(admission.limit)},
           {"wait", absl::FormatDuration(admission.wait)}});
    }
    RETURN_IF_ERROR(options_.sleep(admission.wait));
  }
}

absl::StatusOr<HttpResponse> Api::SendAllowed(const ApiCall& call, const Prepared& prepared) {
  RETURN_IF_ERROR(WaitForPause(call));
  if (!prepared.cost.is_spaced) {
    RETURN_IF_ERROR(WaitForBudget(call, prepared.cost));
    return SendOnce(call, prepared);
  }
  ASSIGN_OR_RETURN(WriteTurn turn, account_->TakeWriteTurn(options_.control));
  // Whoever had the turn before may have met a limit.
  RETURN_IF_ERROR(WaitForPause(call));
  RETURN_IF_ERROR(WaitForBudget(call, prepared.cost));
  return SendOnce(call, prepared);
}

absl::StatusOr<HttpResponse> Api::SendOnce(const ApiCall& call, const Prepared& prepared) {
  absl::Time start = options_.now();
  absl::StatusOr<HttpResponse> response = http_.Send(prepared.http);
  requests_ += response.ok() ? response->sent : 1;
  Note(prepared, response, options_.now() - start);
  if (!response.ok()) return Named(call.what, response.status());
  return response;
}

void Api::NoteOther(ApiEvent::Kind kind, absl::string_view reason) const {
  if (!options_.observe) return;
  options_.observe({.kind = kind, .account = account_name_, .reason = reason});
}

void Api::Note(const Prepared& prepared, const absl::StatusOr<HttpResponse>& response,
               absl::Duration duration) {
  ApiEvent event{.account = account_name_,
                 .method = prepared.cost.is_graphql ? "GRAPHQL" : prepared.http.method,
                 .duration = duration};
  if (response.ok()) {
    event.status = response->status;
    int limit = 0, remaining = 0;
    absl::string_view resource = FindHeader(response->headers, "x-ratelimit-resource");
    if ((resource.empty() || resource == "core") &&
        absl::SimpleAtoi(FindHeader(response->headers, "x-ratelimit-limit"), &limit) &&
        absl::SimpleAtoi(FindHeader(response->headers, "x-ratelimit-remaining"), &remaining)) {
      account_->NotePrimary(limit, remaining);
    }
    absl::string_view sunset = FindHeader(response->headers, "sunset");
    if (!sunset.empty()) {
      MutexLock lock(mutex_);
      sunset_ = std::string(sunset);
    }
  }
  if (!options_.observe) return;
  event.budgets = account_->Uses(options_.now());
  options_.observe(event);
}

}  // namespace allreview::github
