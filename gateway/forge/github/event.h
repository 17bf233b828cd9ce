#ifndef GATEWAY_FORGE_GITHUB_EVENT_H_
#define GATEWAY_FORGE_GITHUB_EVENT_H_

// What GitHub tells by a webhook, as far as AllReview cares. Plain data; see webhook.h.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct CommentFacts {
  int64_t id = 0;
  std::string body = {};
  std::string author = {};         // Login.
  bool is_review_comment = false;  // In the diff; otherwise in the conversation.
  int64_t app_id = 0;              // Of the App that wrote it. 0: none.
};

struct CheckFacts {
  int64_t app_id = 0;  // Whose check it is.
  std::string head = {};
  std::string external_id = {};
  std::string requested_action = {};        // Identifier of the button; empty: none.
  std::vector<int64_t> pull_requests = {};  // Empty for those from forks.
};

// Missing parts are empty or 0.
struct WebhookEvent {
  // SHA-256 of the body, the only thing that GitHub signs: it names the event wherever something is
  // remembered or done once.
  std::string body_digest = {};
  std::string delivery = {};               // GUID, which nobody signs: for the log alone.
  std::string name = {};                   // "pull_request", "issue_comment" …
  std::string action = {};                 // "opened" …; empty for ping and push.
  review::v1::Repository repository = {};  // With the installation's id.
  int64_t installation_id = 0;
  std::string sender = {};  // Login.
  bool is_sender_bot = false;

  // Of a pull request. Events about comments carry less than those about pull requests.
  int64_t number = 0;
  std::string head = {};
  std::string base = {};  // Tip of the base branch.
  bool is_open = true;
  bool is_draft = false;
  bool is_merged = false;
  absl::Time updated_at = absl::InfinitePast();  // By GitHub's clock.
  std::string before = {};                       // synchronize: the head before.
  std::string after = {};                        // synchronize: the head that was pushed.
  bool is_base_changed = false;                  // edited: another base branch.
  bool is_on_pull_request = true;                // False: a comment on an ordinary issue.

  CommentFacts comment = {};
  CheckFacts check = {};        // Of check_run and check_suite.
  std::string ref = {};         // push: "refs/heads/main".
  std::string merge_head = {};  // merge_group: what is to be checked.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_EVENT_H_
