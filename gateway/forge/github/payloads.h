#ifndef GATEWAY_FORGE_GITHUB_PAYLOADS_H_
#define GATEWAY_FORGE_GITHUB_PAYLOADS_H_

// Webhooks as GitHub sends them, for tests.
//
//   http::HttpRequest request = Signed("pull_request", PullRequestPayload({.action = "opened"}));

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "gateway/forge/github/webhook.h"
#include "gateway/http/message.h"

namespace allreview::gateway {

inline constexpr char kSecret[] = "It's a Secret to Everybody";

struct PullRequestParts {
  std::string action = "opened";
  std::string head = std::string(40, 'a');
  std::string before = "";
  bool is_draft = false;
  bool is_merged = false;
  std::string state = "open";
  std::string updated_at = "2026-03-01T10:00:00Z";
  std::string sender_type = "User";
  std::string changes = "{}";
};

inline std::string RepositoryJson() {
  return R"("repository":{"id":4242,"full_name":"acme/train","default_branch":"main",)"
         R"("private":true},"installation":{"id":77})";
}

inline std::string PullRequestPayload(const PullRequestParts& parts) {
  return absl::StrCat(
      R"({"action":")", parts.action, R"(","number":7,"changes":)", parts.changes, R"(,"before":")",
      parts.before, R"(","after":")", parts.before.empty() ? "" : parts.head,
      R"(","pull_request":{"number":7,"state":")", parts.state, R"(","draft":)",
      parts.is_draft ? "true" : "false", R"(,"merged":)", parts.is_merged ? "true" : "false",
      R"(,"updated_at":")", parts.updated_at, R"(","head":{"sha":")", parts.head,
      R"("},"base":{"sha":")", std::string(40, 'b'), R"("}},)", RepositoryJson(),
      R"(,"sender":{"login":"mara","type":")", parts.sender_type, R"("}})");
}

struct CommentParts {
  std::string action = "created";
  std::string body = "/allreview help";  // As JSON text, without quotation marks.
  std::string author = "mara";
  std::string sender_type = "User";
  int64_t id = 900;
  int64_t app_id = 0;
  bool is_issue = false;
  std::string state = "open";
};

// From the comment to the end.
inline std::string CommentJson(const CommentParts& parts) {
  return absl::StrCat(R"("comment":{"id":)", parts.id, R"(,"body":")", parts.body,
                      R"(","user":{"login":")", parts.author, R"("},)",
                      R"("performed_via_github_app":)",
                      parts.app_id == 0 ? "null" : absl::StrCat(R"({"id":)", parts.app_id, "}"),
                      "},", RepositoryJson(), R"(,"sender":{"login":")", parts.author,
                      R"(","type":")", parts.sender_type, R"("}})");
}

// issue_comment.
inline std::string CommentPayload(const CommentParts& parts) {
  return absl::StrCat(R"({"action":")", parts.action, R"(","issue":{"number":7,"state":")",
                      parts.state, "\"", parts.is_issue ? "" : R"(,"pull_request":{"url":"u"})",
                      "},", CommentJson(parts));
}

// pull_request_review_comment.
inline std::string ReplyPayload(const CommentParts& parts) {
  return absl::StrCat(R"({"action":")", parts.action, R"(","pull_request":{"number":7,"state":")",
                      parts.state, R"("},)", CommentJson(parts));
}

// pull_request_review_thread.
inline std::string ThreadPayload(const std::string& action) {
  return absl::StrCat(R"({"action":")", action,
                      R"(","pull_request":{"number":7,"state":"open"},"thread":{"comments":[]},)",
                      RepositoryJson(), R"(,"sender":{"login":"mara","type":"User"}})");
}

struct CheckParts {
  std::string action = "rerequested";
  std::string button = "";  // With the action requested_action.
  std::string external_id = "";
  std::string pull_requests = "[]";
  int64_t app_id = 12345;
};

// check_run.
inline std::string CheckPayload(const CheckParts& parts) {
  return absl::StrCat(R"({"action":")", parts.action, R"(","check_run":{"head_sha":")",
                      std::string(40, 'a'), R"(","external_id":")", parts.external_id,
                      R"(","app":{"id":)", parts.app_id, R"(},"pull_requests":)",
                      parts.pull_requests, R"(},"requested_action":{"identifier":")", parts.button,
                      R"("},)", RepositoryJson(), "}");
}

inline http::HttpRequest Signed(const std::string& event, const std::string& body,
                                const std::string& delivery = "guid-1") {
  return {.method = "POST",
          .headers = {{"content-type", "application/json"},
                      {"x-github-event", event},
                      {"x-github-delivery", delivery},
                      {"x-hub-signature-256", WebhookSignature(kSecret, body)}},
          .body = body};
}

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_PAYLOADS_H_
