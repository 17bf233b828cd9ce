#ifndef GATEWAY_FORGE_GITHUB_WEBHOOK_HANDLER_H_
#define GATEWAY_FORGE_GITHUB_WEBHOOK_HANDLER_H_

// POST /webhooks/github: from a request to durable work.
//
//   WebhookHandler handler({.secrets = {secret}, .store = &store, .enqueue = …, .review_key = …});
//   for (http::Route& route : handler.Routes()) routes.push_back(std::move(route));
//
// An event is recorded as done only after its work is queued durably, so one that failed half-way
// may come again (GitHub's redeliveries have the same body) and is then done; one that is done is
// answered with 200 and nothing else happens. Two replicas that get the same event at once both
// queue it, under one key: one job. When work cannot be queued the answer is 503, and
// MissedDeliveries asks GitHub for it again.
//
// GitHub signs the body and nothing else. Records and keys are made of the body alone, so whoever
// sends one again under another delivery id causes nothing, and a forged id hides no other event.
//
// Order. GitHub does not deliver in order. A push whose `before` is the head that we know follows
// on from it; for any other the handler asks GitHub for the present head and reviews that, so an
// older push that comes last supersedes nothing. Should GitHub not answer in time, the newer
// `updated_at` (GitHub's clock) wins, and the older push is left out.
//
// Tenants of the queue are repositories within their installation: neither a busy repository nor a
// busy installation can starve another repository.

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gateway/forge/commands/jobs.h"
#include "gateway/forge/github/actions.h"
#include "gateway/forge/github/event.h"
#include "gateway/http/message.h"
#include "gateway/store/review_store.h"
#include "host/metrics.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct WebhookHandlerOptions {
  std::vector<std::string> secrets = {};  // One; while it is being replaced, two.
  std::string host = "github.com";
  HookPolicy policy = {};
  JobMaker jobs = {};
  ReviewStore* store = nullptr;      // Borrowed.
  host::Metrics* metrics = nullptr;  // Borrowed. May be null.

  // Makes the job durable before it returns; false: it was there already. A review's job also
  // withdraws the reviews of other heads of its pull request.
  std::function<absl::StatusOr<bool>(const review::v1::Job& job)> enqueue = nullptr;
  // Withdraws all reviews of a pull request that have not ended.
  std::function<absl::Status(int64_t repository_id, int64_t number)> withdraw = nullptr;
  // The present head of a pull request, from GitHub; must answer within a few seconds.
  std::function<absl::StatusOr<std::string>(const review::v1::Repository&, int64_t number)>
      current_head = nullptr;
  // Open pull requests with this head; for checks of forks, which name none. May be null.
  std::function<absl::StatusOr<std::vector<int64_t>>(const review::v1::Repository&,
                                                     const std::string& head)>
      pull_requests_of = nullptr;
  // A merge queue wants our check on `head`; `number`: of its pull request, 0 when not known.
  // Null: such events are ignored, and the queue waits if it requires the check.
  std::function<absl::Status(const review::v1::Repository&, const std::string& head,
                             int64_t number)>
      merge_group = nullptr;
};

class WebhookHandler {
 public:
  explicit WebhookHandler(WebhookHandlerOptions options) : options_(std::move(options)) {}

  // POST /webhooks/github. The handler outlives the server.
  std::vector<http::Route> Routes();

  // Safe from any thread.
  http::HttpResponse Handle(const http::HttpRequest& request);

 private:
  // A verified event, and what becomes of it on the way.
  struct Delivery {
    WebhookEvent event = {};
    HookAction action = {};
    std::string trace_parent = {};
  };

  http::HttpResponse Work(Delivery delivery, const std::string& request_id);
  absl::Status Perform(Delivery& delivery);
  absl::Status Review(Delivery& delivery);
  absl::Status DoCommand(Delivery& delivery);
  absl::Status Sync(Delivery& delivery);
  absl::Status Enqueue(const Delivery& delivery, review::v1::Job job);
  absl::Status FindNumber(WebhookEvent& event);
  absl::StatusOr<bool> FindNewestHead(WebhookEvent& event);
  absl::Status Remember(const WebhookEvent& event);
  void Count(absl::string_view event, absl::string_view result);

  const WebhookHandlerOptions options_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_WEBHOOK_HANDLER_H_
