#include "gateway/outgoing/courier.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/metrics/metrics.h"
#include "gateway/outgoing/message.h"
#include "gateway/store/store_update.h"

namespace allreview::gateway {
namespace {

using review::v1::Event;
using review::v1::WebhookState;

constexpr int kBatch = 100;
// Before the attempt after the first, the second…
constexpr absl::Duration kDelays[] = {absl::Seconds(10), absl::Minutes(1), absl::Minutes(10),
                                      absl::Hours(1)};
constexpr int64_t kMaxAnswerBytes = 4096;

std::string KeyOf(const std::string& webhook, int64_t event) {
  return absl::StrCat("delivery/", webhook, "/", event);
}

std::string StateKeyOf(const Webhook& webhook) { return absl::StrCat("webhook/", webhook.name); }

struct Delivery {
  std::string webhook = {};
  int64_t event = 0;
};

// What the key of a job says; none: it is no job of ours.
std::optional<Delivery> DeliveryOf(const review::v1::Job& job) {
  const std::vector<std::string> parts = absl::StrSplit(job.key(), '/');
  Delivery delivery;
  if (parts.size() != 3 || parts[0] != "delivery" || !absl::SimpleAtoi(parts[2], &delivery.event)) {
    return std::nullopt;
  }
  delivery.webhook = parts[1];
  return delivery;
}

bool IsUnderWay(const std::optional<KeptJob>& job) {
  return job.has_value() && (job->state == JobState::kWaiting || job->state == JobState::kDelayed ||
                             job->state == JobState::kRunning);
}

absl::Duration DelayAfter(int attempts, const absl::StatusOr<github::HttpResponse>& answer) {
  const int last = static_cast<int>(std::size(kDelays)) - 1;
  const absl::Duration delay = kDelays[std::clamp(attempts - 1, 0, last)];
  int64_t seconds = 0;
  if (!answer.ok() ||
      !absl::SimpleAtoi(github::FindHeader(answer->headers, "retry-after"), &seconds)) {
    return delay;
  }
  return std::clamp(absl::Seconds(seconds), delay, std::max(delay, kDelays[last]));
}

}  // namespace

Courier::Courier(CourierOptions options) : options_(std::move(options)) {
  for (const Webhook& webhook : options_.webhooks) {
    by_name_[webhook.name] = &webhook;
    for (const char* result : {"delivered", "failed", "given_up", "missed"}) {
      Count(webhook.name, result, 0);
    }
  }
}

absl::Status Courier::Dispatch() {
  absl::Status last;
  for (const Webhook& webhook : options_.webhooks) {
    const absl::Status status = Dispatch(webhook);
    if (!status.ok()) last = status;
  }
  return last;
}

absl::Status Courier::Dispatch(const Webhook& webhook) {
  StoreUpdate update(options_.keyed, StoreUpdate::Damage::kIsReplaced);
  const std::string key = StateKeyOf(webhook);
  ASSIGN_OR_RETURN(const std::optional<WebhookState> before, update.Get<WebhookState>(key));
  WebhookState state = before.value_or(WebhookState());
  if (!before) {
    ASSIGN_OR_RETURN(const int64_t last, options_.store->LastEvent());
    state.set_next_event(last + 1);
  }
  ASSIGN_OR_RETURN(const std::vector<int64_t> under_way, StillUnderWay(webhook, state));
  state.mutable_under_way()->Assign(under_way.begin(), under_way.end());
  ASSIGN_OR_RETURN(const std::vector<Event> events,
                   options_.store->ListEvents(state.next_event(), kBatch));
  for (const Event& event : events) {
    if (state.under_way_size() >= kMaxUnderWay) break;
    if (event.number() > state.next_event()) {
      Count(webhook.name, "missed", static_cast<double>(event.number() - state.next_event()));
      Log(LogLevel::kError, "events were removed before a webhook had got to them",
          {{"webhook", webhook.name},
           {"events", absl::StrCat(event.number() - state.next_event())}});
    }
    state.set_next_event(event.number() + 1);
    if (!IsWanted(webhook, event)) continue;
    RETURN_IF_ERROR(Enqueue(webhook, event));
    state.add_under_way(event.number());
  }
  if (options_.metrics != nullptr) {
    options_.metrics->Set(metric::kDeliveriesUnderWay, {{"webhook", webhook.name}},
                          state.under_way_size());
  }
  const bool is_same = before.has_value() && before->next_event() == state.next_event() &&
                       before->under_way_size() == state.under_way_size();
  if (is_same) return absl::OkStatus();
  update.Put(key, state);
  const absl::Status written = update.Commit();
  // Another replica was quicker, and made the same jobs.
  return absl::IsAborted(written) ? absl::OkStatus() : written;
}

absl::StatusOr<std::vector<int64_t>> Courier::StillUnderWay(const Webhook& webhook,
                                                            const WebhookState& state) {
  std::vector<int64_t> numbers;
  for (const int64_t number : state.under_way()) {
    ASSIGN_OR_RETURN(const std::optional<KeptJob> job,
                     options_.queue->Find(KeyOf(webhook.name, number)));
    if (IsUnderWay(job)) numbers.push_back(number);
  }
  return numbers;
}

absl::Status Courier::Enqueue(const Webhook& webhook, const Event& event) {
  review::v1::Job job;
  job.set_key(KeyOf(webhook.name, event.number()));
  job.set_tenant(absl::StrCat("webhook/", webhook.name));
  *job.mutable_repository() = RepositoryOf(event);
  job.set_number(event.has_feedback() ? event.feedback().number() : event.review().number());
  return options_.queue->Enqueue(job).status();
}

WorkResult Courier::Deliver(const Lease& lease, LeaseKeeper& keeper) {
  const std::optional<Delivery> work = DeliveryOf(lease.job);
  if (!work) return {WorkResult::Kind::kBury, "the job says no work that this server knows"};
  const auto webhook = by_name_.find(work->webhook);
  if (webhook == by_name_.end()) {
    return {WorkResult::Kind::kBury,
            absl::StrCat("there is no webhook \"", work->webhook, "\" in this configuration")};
  }
  const absl::StatusOr<std::vector<Event>> events = options_.store->ListEvents(work->event, 1);
  if (!events.ok()) return {WorkResult::Kind::kRetry, std::string(events.status().message())};
  if (events->empty() || events->front().number() != work->event) {
    return {WorkResult::Kind::kBury, absl::StrCat("event ", work->event, " is not kept any more")};
  }
  return Judge({.webhook = *webhook->second, .event = work->event, .attempts = lease.attempts},
               Send(*webhook->second, events->front(), keeper));
}

absl::StatusOr<github::HttpResponse> Courier::Send(const Webhook& webhook, const Event& event,
                                                   LeaseKeeper& keeper) {
  github::HttpRequest request = {.method = "POST",
                                 .url = webhook.url,
                                 .body = MessageBody(webhook, event, PageOf(event)),
                                 .max_body_bytes = kMaxAnswerBytes,
                                 .is_prefix_enough = true};
  request.headers = MessageHeaders(webhook, event, request.body, options_.now());
  const CallControl control = {
      .deadline = std::chrono::steady_clock::now() + absl::ToChronoSeconds(kDeliveryTime),
      .is_cancelled = [&keeper] { return keeper.is_lost(); }};
  return github::HttpClient({}, control, &connections_).Send(request);
}

// Reasons stand in logs and on the page of operators. They name the webhook, never its address.
WorkResult Courier::Judge(const Attempt& attempt,
                          const absl::StatusOr<github::HttpResponse>& answer) const {
  const Webhook& webhook = attempt.webhook;
  if (answer.ok() && answer->status / 100 == 2) {
    Count(webhook.name, "delivered");
    return {WorkResult::Kind::kDone};
  }
  Count(webhook.name, "failed");
  const bool is_gone = answer.ok() && answer->status == 410;
  const std::string what =
      answer.ok() ? absl::StrCat("the receiver answered ", answer->status)
                  : absl::StrCat("the receiver did not answer (",
                                 absl::StatusCodeToString(answer.status().code()), ")");
  const std::string reason =
      absl::StrCat("webhook \"", webhook.name, "\", event ", attempt.event, ": ", what);
  if (is_gone || attempt.attempts >= options_.max_attempts) {
    Count(webhook.name, "given_up");
    return {WorkResult::Kind::kBury, reason};
  }
  return {WorkResult::Kind::kRetry, reason, DelayAfter(attempt.attempts, answer)};
}

std::string Courier::PageOf(const Event& event) const {
  if (!options_.page) return "";
  if (event.has_review()) return options_.page(absl::StrCat("/reviews/", event.review().id()));
  // Rules of other tools have no page.
  if (absl::StrContains(event.feedback().rule_id(), '/')) return "";
  return options_.page(absl::StrCat("/rules/", event.feedback().rule_id()));
}

void Courier::Count(const std::string& webhook, absl::string_view result, double count) const {
  if (options_.metrics == nullptr) return;
  options_.metrics->Count(metric::kDeliveries,
                          {{"result", std::string(result)}, {"webhook", webhook}}, count);
}

}  // namespace allreview::gateway
