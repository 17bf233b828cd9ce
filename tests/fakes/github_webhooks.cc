#include "tests/fakes/github_webhooks.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

Json UserOf(const std::string& login) {
  return {{"login", login}, {"type", absl::EndsWith(login, "[bot]") ? "Bot" : "User"}};
}

Json RepositoryOf(const WebhookOptions& options, const FakePullRequest& pull) {
  return {{"id", options.repository_id},
          {"full_name", options.full_name},
          {"default_branch", pull.base_ref},
          {"private", false}};
}

Json PullOf(const FakePullRequest& pull, const WebhookOptions& options) {
  const std::string head_name = pull.fork.empty() ? options.full_name : pull.fork;
  Json head_repository = {{"id", options.repository_id + (pull.fork.empty() ? 0 : 1)},
                          {"full_name", head_name},
                          {"fork", !pull.fork.empty()}};
  if (pull.is_fork_gone) head_repository = nullptr;
  return {
      {"number", pull.number},
      {"title", pull.title},
      {"body", pull.body},
      {"draft", pull.is_draft},
      {"state", pull.state},
      {"merged", pull.is_merged},
      {"user", UserOf(pull.author)},
      {"author_association", "CONTRIBUTOR"},
      {"created_at", "2026-01-01T00:00:00Z"},
      {"html_url",
       absl::StrCat("https://github.example/", options.full_name, "/pull/", pull.number)},
      {"labels", Json::array()},
      {"head", {{"ref", pull.head_ref}, {"sha", pull.head_sha()}, {"repo", head_repository}}},
      {"base",
       {{"ref", pull.base_ref}, {"sha", pull.base_sha()}, {"repo", RepositoryOf(options, pull)}}}};
}

void AddEvent(const FakePullRequest& pull, const WebhookOptions& options, Json& payload) {
  const Json comment = {{"id", options.comment_id},
                        {"body", options.comment_body},
                        {"user", UserOf(options.sender)},
                        {"author_association", "CONTRIBUTOR"}};
  if (options.event == "pull_request") {
    payload["number"] = pull.number;
    payload["pull_request"] = PullOf(pull, options);
    if (options.action == "synchronize") {
      payload["before"] = options.before;
      payload["after"] = pull.head_sha();
    }
  } else if (options.event == "issue_comment") {
    payload["issue"] = {{"number", pull.number},
                        {"state", pull.state},
                        {"user", UserOf(pull.author)},
                        {"pull_request", {{"url", absl::StrCat("/pulls/", pull.number)}}}};
    payload["comment"] = comment;
  } else if (options.event == "pull_request_review_thread") {
    payload["pull_request"] = PullOf(pull, options);
    payload["thread"] = {{"comments", {comment}}};
  } else if (absl::StartsWith(options.event, "pull_request_review")) {
    payload["pull_request"] = PullOf(pull, options);
    payload["comment"] = comment;
  } else if (options.event == "check_run") {
    payload["check_run"] = {{"id", options.check_run_id},
                            {"head_sha", pull.head_sha()},
                            {"external_id", options.external_id},
                            {"name", "AllReview"},
                            {"app", {{"id", 99}}},
                            {"pull_requests", {{{"number", pull.number}}}}};
    if (!options.identifier.empty()) {
      payload["requested_action"] = {{"identifier", options.identifier}};
    }
  } else if (options.event == "push") {
    payload.erase("action");
    payload["ref"] = absl::StrCat("refs/heads/", pull.base_ref);
    payload["before"] = options.before;
    payload["after"] = pull.base_sha();
  } else if (options.event == "installation") {
    payload["installation"]["account"] =
        UserOf(options.full_name.substr(0, options.full_name.find('/')));
    payload.erase("repository");
  }
}

}  // namespace

std::string SignatureOf(const std::string& secret, const std::string& body) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(body.data()), body.size(), digest, &size);
  return absl::StrCat("sha256=", absl::BytesToHexString(absl::string_view(
                                     reinterpret_cast<const char*>(digest), size)));
}

WebhookDelivery MakeDelivery(const FakePullRequest& pull, const WebhookOptions& options) {
  Json payload = {{"action", options.action},
                  {"installation", {{"id", options.installation_id}}},
                  {"repository", RepositoryOf(options, pull)},
                  {"sender", UserOf(options.sender)}};
  AddEvent(pull, options, payload);
  WebhookDelivery delivery{.event = options.event,
                           .guid = options.delivery,
                           .signature = {},
                           .body = payload.dump(-1, ' ', false, Json::error_handler_t::replace)};
  if (delivery.guid.empty()) {
    const std::string id = FakeId(absl::StrCat(options.event, delivery.body));
    delivery.guid = absl::StrCat(id.substr(0, 8), "-", id.substr(8, 4), "-", id.substr(12, 4), "-",
                                 id.substr(16, 4), "-", id.substr(20, 12));
  }
  if (!options.secret.empty()) delivery.signature = SignatureOf(options.secret, delivery.body);
  return delivery;
}

absl::StatusOr<PostedAnswer> Deliver(const WebhookDelivery& delivery, const std::string& url) {
  std::vector<std::pair<std::string, std::string>> headers = {
      {"Content-Type", "application/json"},
      {"User-Agent", "GitHub-Hookshot/fake"},
      {"X-GitHub-Event", delivery.event},
      {"X-GitHub-Delivery", delivery.guid}};
  if (!delivery.signature.empty()) {
    headers.emplace_back("X-Hub-Signature-256", delivery.signature);
  }
  return PostTo(url, headers, delivery.body);
}

}  // namespace allreview::fakes
