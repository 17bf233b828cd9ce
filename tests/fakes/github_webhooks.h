#ifndef TESTS_FAKES_GITHUB_WEBHOOKS_H_
#define TESTS_FAKES_GITHUB_WEBHOOKS_H_

// Deliveries as GitHub sends them: payload, headers and signature.
//
//   WebhookDelivery delivery = MakeDelivery(server.pull_request(7), {.action = "synchronize"});
//   ASSIGN_OR_RETURN(PostedAnswer answer, Deliver(delivery,
//   "http://127.0.0.1:8080/webhooks/github"));

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "tests/fakes/github_repository.h"
#include "tests/fakes/http_post.h"

namespace allreview::fakes {

struct WebhookOptions {
  std::string full_name = "acme/train";
  int64_t repository_id = 4242;
  int64_t installation_id = 77;
  std::string event = "pull_request";
  std::string action = "opened";
  std::string sender = "mara";
  std::string before = {};  // Head before a synchronize; commit before a push.
  int64_t comment_id = 0;   // Of issue_comment and pull_request_review_comment.
  std::string comment_body = {};
  int64_t check_run_id = 0;      // Of check_run.
  std::string external_id = {};  // Of that run.
  std::string identifier = {};   // Of the button of a requested_action.
  std::string secret = {};       // Empty: unsigned.
  std::string delivery = {};     // GUID. Empty: made of the payload.
};

struct WebhookDelivery {
  std::string event;
  std::string guid;
  std::string signature;  // Value of X-Hub-Signature-256; empty: none.
  std::string body;
};

WebhookDelivery MakeDelivery(const FakePullRequest& pull, const WebhookOptions& options);
absl::StatusOr<PostedAnswer> Deliver(const WebhookDelivery& delivery, const std::string& url);

// "sha256=" and 64 hexadecimal digits.
std::string SignatureOf(const std::string& secret, const std::string& body);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_WEBHOOKS_H_
