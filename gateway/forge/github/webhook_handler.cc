#include "gateway/forge/github/webhook_handler.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/forge/github/webhook.h"
#include "gateway/http/problem.h"
#include "gateway/metrics/metrics.h"
#include "github/json.h"
#include "host/retry_after.h"
#include "host/trace.h"

namespace allreview::gateway {
namespace {

using Kind = HookAction::Kind;

// Labels of metrics come from here only.
constexpr absl::string_view kKnownEvents[] = {"check_run",
                                              "check_suite",
                                              "installation",
                                              "installation_repositories",
                                              "issue_comment",
                                              "merge_group",
                                              "ping",
                                              "pull_request",
                                              "pull_request_review_comment",
                                              "pull_request_review_thread",
                                              "push"};

std::string EventLabel(absl::string_view name) {
  bool is_known =
      std::find(std::begin(kKnownEvents), std::end(kKnownEvents), name) != std::end(kKnownEvents);
  return is_known ? std::string(name) : "other";
}

http::HttpResponse Answer(int status, absl::string_view result, absl::string_view reason) {
  return {
      .status = status,
      .content_type = "application/json",
      .body = github::ToText({{"result", std::string(result)}, {"reason", std::string(reason)}})};
}

// Whether the same delivery may end better when it comes again.
bool IsWorthRedelivery(const absl::Status& status) {
  return !absl::IsNotFound(status) && !absl::IsInvalidArgument(status);
}

std::string HeaderOf(const http::HttpRequest& request, absl::string_view name) {
  const std::string* value = request.Header(name);
  return value == nullptr ? "" : *value;
}

}  // namespace

std::vector<http::Route> WebhookHandler::Routes() {
  return {{.method = "POST",
           .pattern = "/webhooks/github",
           .handler = [this](const http::HttpRequest& request) { return Handle(request); },
           .max_body_bytes = kMaxWebhookBytes}};
}

void WebhookHandler::Count(absl::string_view event, absl::string_view result) {
  if (options_.metrics == nullptr) return;
  options_.metrics->Count(metric::kWebhooks,
                          {{"event", EventLabel(event)}, {"result", std::string(result)}});
}

http::HttpResponse WebhookHandler::Handle(const http::HttpRequest& request) {
  std::variant<WebhookEvent, WebhookRefusal> read = ReadWebhook({.headers = request.headers,
                                                                 .body = request.body,
                                                                 .secrets = options_.secrets,
                                                                 .host = options_.host});
  if (auto* refusal = std::get_if<WebhookRefusal>(&read)) {
    Count(HeaderOf(request, "x-github-event"), "refused");
    if (options_.metrics != nullptr) {
      options_.metrics->Count(metric::kWebhookRefusals, {{"reason", std::string(refusal->reason)}});
    }
    Log(LogLevel::kWarning, "webhook refused",
        {{"reason", std::string(refusal->reason)}, {"peer", request.peer}});
    return http::Problem(
        {.status = refusal->status, .detail = refusal->message, .request_id = request.request_id});
  }
  Delivery delivery{.event = std::get<WebhookEvent>(std::move(read))};
  delivery.action = ActionFor(delivery.event, options_.policy);
  delivery.trace_parent =
      host::FormatTraceParent(host::TraceFrom(HeaderOf(request, host::kTraceParentKey)));
  return Work(std::move(delivery), request.request_id);
}

http::HttpResponse WebhookHandler::Work(Delivery delivery, const std::string& request_id) {
  const std::string guid = delivery.event.delivery;
  const std::string digest = delivery.event.body_digest;
  const std::string name = delivery.event.name;
  if (delivery.action.kind == Kind::kIgnore) {
    Count(name, "ignored");
    return Answer(200, "ignored", delivery.action.reason);
  }
  absl::StatusOr<bool> is_done = options_.store->IsDelivered(digest);
  if (is_done.ok() && *is_done) {
    Count(name, "duplicate");
    return Answer(200, "duplicate", "this event has been taken already");
  }
  absl::Status status = is_done.ok() ? Perform(delivery) : is_done.status();
  if (!status.ok() && IsWorthRedelivery(status)) {
    Count(name, "failed");
    Log(LogLevel::kError, "webhook not queued",
        {{"delivery", guid}, {"event", name}, {"error", std::string(status.message())}});
    return http::Problem(
        {.status = 503,
         .detail = "the work could not be queued; deliver it again",
         .request_id = request_id,
         .headers = {{"Retry-After", host::SaidRetryAfter(status).value_or("30")}}});
  }
  if (status.ok()) {
    // Only now: until here a redelivery must do the work. Without the mark it is done twice under
    // one key, that is once.
    if (absl::Status marked = options_.store->MarkDelivered(digest); !marked.ok()) {
      Log(LogLevel::kWarning, "webhook queued but not marked as done",
          {{"delivery", guid}, {"error", std::string(marked.message())}});
    }
  } else {
    // Nothing was done, so nothing is remembered: somebody may ask for the same again.
    delivery.action = {.reason = std::string(status.message())};
  }
  bool is_ignored = delivery.action.kind == Kind::kIgnore;
  Count(name, is_ignored ? "ignored" : "accepted");
  Log(LogLevel::kInfo, "webhook",
      {{"delivery", guid},
       {"event", name},
       {"action", std::string(ActionName(delivery.action.kind))},
       {"repository", delivery.event.repository.full_name()},
       {"number", absl::StrCat(delivery.event.number)}});
  return Answer(is_ignored ? 200 : 202, ActionName(delivery.action.kind), delivery.action.reason);
}

absl::Status WebhookHandler::Perform(Delivery& delivery) {
  const WebhookEvent& event = delivery.event;
  switch (delivery.action.kind) {
    case Kind::kReview:
      return Review(delivery);
    case Kind::kCommand:
      return DoCommand(delivery);
    case Kind::kSync:
    case Kind::kClose:
      return Sync(delivery);
    case Kind::kWithdraw:
      return options_.withdraw(event.repository.id(), event.number);
    case Kind::kReloadPolicy:  // Each review reads the policy of its own base commit.
    case Kind::kInstallation:  // Tokens are asked for again when GitHub refuses them.
      return absl::OkStatus();
    case Kind::kMergeGroup:
      if (!options_.merge_group) {
        delivery.action = {.reason = "checks of merge queues are not set up here"};
        return absl::OkStatus();
      }
      return options_.merge_group(event.repository, event.merge_head, event.number);
    case Kind::kIgnore:
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::Status WebhookHandler::Enqueue(const Delivery& delivery, review::v1::Job job) {
  job.set_trace_parent(delivery.trace_parent);
  return options_.enqueue(job).status();
}

absl::Status WebhookHandler::Review(Delivery& delivery) {
  WebhookEvent& event = delivery.event;
  RETURN_IF_ERROR(FindNumber(event));
  if (event.head.empty()) event.head = event.check.head;
  ASSIGN_OR_RETURN(bool is_newest, FindNewestHead(event));
  if (!is_newest) {
    delivery.action = {.reason = "a newer push of this pull request is known"};
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(Remember(event));
  return Enqueue(delivery, options_.jobs.Review({.repository = event.repository,
                                                 .number = event.number,
                                                 .head = event.head,
                                                 .nonce = delivery.action.nonce,
                                                 .is_requested = delivery.action.is_requested,
                                                 .requested_by = event.sender}));
}

absl::Status WebhookHandler::DoCommand(Delivery& delivery) {
  WebhookEvent& event = delivery.event;
  RETURN_IF_ERROR(FindNumber(event));
  std::string author = event.comment.author.empty() ? event.sender : event.comment.author;
  return Enqueue(delivery,
                 options_.jobs.Command({.repository = event.repository,
                                        .number = event.number,
                                        .command = delivery.action.command,
                                        .author = author,
                                        .comment_id = event.comment.id,
                                        .is_review_comment = event.comment.is_review_comment,
                                        .body_digest = event.body_digest}));
}

absl::Status WebhookHandler::Sync(Delivery& delivery) {
  const WebhookEvent& event = delivery.event;
  review::v1::Job job = options_.jobs.Sync(event.repository, event.number, event.body_digest);
  if (delivery.action.kind == Kind::kClose) {
    job.mutable_sync()->set_is_closed(true);
    job.mutable_sync()->set_is_merged(event.is_merged);
    RETURN_IF_ERROR(options_.withdraw(event.repository.id(), event.number));
    RETURN_IF_ERROR(Remember(event));
  }
  return Enqueue(delivery, std::move(job));
}

// Checks of forks name no pull request; ours carry the id of their review.
absl::Status WebhookHandler::FindNumber(WebhookEvent& event) {
  if (event.number > 0) return absl::OkStatus();
  if (!event.check.external_id.empty()) {
    absl::StatusOr<review::v1::ReviewSummary> review =
        options_.store->GetSummary(event.check.external_id);
    if (review.ok() && review->repository().id() == event.repository.id()) {
      event.number = review->number();
      return absl::OkStatus();
    }
  }
  if (options_.pull_requests_of && !event.check.head.empty()) {
    ASSIGN_OR_RETURN(std::vector<int64_t> numbers,
                     options_.pull_requests_of(event.repository, event.check.head));
    if (!numbers.empty()) event.number = numbers.front();
  }
  if (event.number > 0) return absl::OkStatus();
  return absl::NotFoundError("the event belongs to no open pull request");
}

// Whether the event's head is to be reviewed; it may become the present one. See the header.
absl::StatusOr<bool> WebhookHandler::FindNewestHead(WebhookEvent& event) {
  ASSIGN_OR_RETURN(VersionedPullRequest known,
                   options_.store->GetPullRequest(event.repository.id(), event.number));
  const std::string& head = known.state.head_commit();
  if (head.empty() || head == event.head || head == event.before) return true;
  absl::StatusOr<std::string> present = options_.current_head(event.repository, event.number);
  if (present.ok()) {
    event.head = *std::move(present);
    return true;
  }
  Log(LogLevel::kWarning, "cannot ask github which push is the newest",
      {{"repository", event.repository.full_name()},
       {"number", absl::StrCat(event.number)},
       {"error", std::string(present.status().message())}});
  return event.updated_at > ToTime(known.state.head_seen_at());
}

// Deliveries for one pull request may come to several gateways at once: each changes what the
// others have written.
absl::Status WebhookHandler::Remember(const WebhookEvent& event) {
  return options_.store->UpdatePullRequest(
      event.repository.id(), event.number, [&](review::v1::PullRequestState& state) {
        *state.mutable_repository() = event.repository;
        state.set_is_open(event.is_open);
        if (!event.head.empty()) state.set_head_commit(event.head);
        if (event.updated_at > ToTime(state.head_seen_at())) {
          *state.mutable_head_seen_at() = ToTimestamp(event.updated_at);
        }
      });
}

}  // namespace allreview::gateway
