#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "gateway/forge/github/webhook.h"
#include "github/json.h"

namespace allreview::gateway {
namespace {

using github::At;
using github::Bool;
using github::Json;
using github::Number;
using github::Text;

absl::Time TimeOf(const Json& json, const char* name) {
  absl::Time time = absl::InfinitePast();
  absl::ParseTime(absl::RFC3339_full, Text(json, name), &time, nullptr);
  return time;
}

void ReadRepository(const Json& json, WebhookEvent& event) {
  event.repository.set_forge(change::v1::FORGE_GITHUB);
  event.repository.set_id(Number(json, "id"));
  event.repository.set_full_name(Text(json, "full_name"));
  event.repository.set_default_branch(Text(json, "default_branch"));
  event.repository.set_is_private(Bool(json, "private"));
  event.repository.set_installation_id(event.installation_id);
}

void ReadPullRequest(const Json& json, WebhookEvent& event) {
  event.number = Number(json, "number", event.number);
  event.is_open = Text(json, "state") != "closed";
  event.is_draft = Bool(json, "draft");
  event.is_merged = Bool(json, "merged");
  event.head = Text(At(json, "head"), "sha");
  event.base = Text(At(json, "base"), "sha");
  event.updated_at = TimeOf(json, "updated_at");
}

void ReadIssue(const Json& json, WebhookEvent& event) {
  event.number = Number(json, "number");
  event.is_open = Text(json, "state") != "closed";
  event.is_draft = Bool(json, "draft");
  event.is_on_pull_request = At(json, "pull_request").is_object();
}

void ReadComment(const Json& json, WebhookEvent& event) {
  event.comment.id = Number(json, "id");
  event.comment.body = Text(json, "body");
  event.comment.author = Text(At(json, "user"), "login");
  event.comment.app_id = Number(At(json, "performed_via_github_app"), "id");
}

void ReadCheck(const Json& json, WebhookEvent& event) {
  event.check.app_id = Number(At(json, "app"), "id");
  event.check.head = Text(json, "head_sha");
  event.check.external_id = Text(json, "external_id");
  const Json& pulls = At(json, "pull_requests");
  for (size_t i = 0; pulls.is_array() && i < pulls.size(); ++i) {
    if (int64_t number = Number(pulls[i], "number")) event.check.pull_requests.push_back(number);
  }
  if (!event.check.pull_requests.empty()) event.number = event.check.pull_requests.front();
}

// "refs/heads/gh-readonly-queue/main/pr-123-0123abcd" tells the number.
int64_t NumberOfMergeGroup(absl::string_view ref) {
  size_t at = ref.rfind("/pr-");
  if (at == absl::string_view::npos) return 0;
  int64_t number = 0;
  for (char c : ref.substr(at + 4, 12)) {
    if (c < '0' || c > '9') return c == '-' ? number : 0;
    number = number * 10 + (c - '0');
  }
  return 0;
}

void ReadDetails(const Json& json, WebhookEvent& event) {
  event.before = Text(json, "before");
  event.after = Text(json, "after");
  event.number = Number(json, "number");
  if (At(json, "issue").is_object()) ReadIssue(At(json, "issue"), event);
  if (At(json, "pull_request").is_object()) ReadPullRequest(At(json, "pull_request"), event);
  if (At(json, "comment").is_object()) ReadComment(At(json, "comment"), event);
  event.comment.is_review_comment = event.name == "pull_request_review_comment";
  if (At(json, "check_run").is_object()) ReadCheck(At(json, "check_run"), event);
  if (At(json, "check_suite").is_object()) ReadCheck(At(json, "check_suite"), event);
  event.check.requested_action = Text(At(json, "requested_action"), "identifier");
  event.is_base_changed = At(At(json, "changes"), "base").is_object();
  event.ref = Text(json, "ref");
  const Json& group = At(json, "merge_group");
  event.merge_head = Text(group, "head_sha");
  if (group.is_object()) event.number = NumberOfMergeGroup(Text(group, "head_ref"));
}

// X-GitHub-Event is not signed, either. These members tell the events apart that we act on.
constexpr const char* kMarks[] = {"check_run",    "check_suite", "comment", "issue", "merge_group",
                                  "pull_request", "ref",         "review",  "thread"};

struct EventShape {
  absl::string_view name;
  std::set<absl::string_view> marks;
};

const std::vector<EventShape>& Shapes() {
  static const auto* const shapes =
      new std::vector<EventShape>{{"check_run", {"check_run"}},
                                  {"check_suite", {"check_suite"}},
                                  {"installation", {}},
                                  {"installation_repositories", {}},
                                  {"issue_comment", {"comment", "issue"}},
                                  {"merge_group", {"merge_group"}},
                                  {"pull_request", {"pull_request"}},
                                  {"pull_request_review_comment", {"comment", "pull_request"}},
                                  {"pull_request_review_thread", {"pull_request", "thread"}},
                                  {"push", {"ref"}}};
  return *shapes;
}

// Whether the body is one of the event `name`. Of events that we ignore it may be any.
bool IsBodyOf(absl::string_view name, const Json& json) {
  std::set<absl::string_view> found;
  for (const char* mark : kMarks) {
    if (!At(json, mark).is_null()) found.insert(mark);
  }
  for (const EventShape& shape : Shapes()) {
    if (shape.name == name) return shape.marks == found;
  }
  return true;
}

}  // namespace

std::variant<WebhookEvent, WebhookRefusal> ParseWebhook(absl::string_view name,
                                                        absl::string_view json) {
  absl::StatusOr<Json> parsed = github::ParseJsonMembers(
      json, {"action", "after", "before", "changes", "check_run", "check_suite", "comment",
             "installation", "issue", "merge_group", "number", "pull_request", "ref", "repository",
             "requested_action", "review", "sender", "thread"});
  if (!parsed.ok()) {
    return WebhookRefusal{400, "json", absl::StrCat("the body: ", parsed.status().message())};
  }
  WebhookEvent event;
  event.name = std::string(name);
  event.action = Text(*parsed, "action");
  event.installation_id = Number(At(*parsed, "installation"), "id");
  ReadRepository(At(*parsed, "repository"), event);
  event.sender = Text(At(*parsed, "sender"), "login");
  event.is_sender_bot = Text(At(*parsed, "sender"), "type") == "Bot";
  ReadDetails(*parsed, event);
  bool needs_repository =
      name != "ping" && name != "installation" && !absl::StartsWith(name, "installation_");
  if (needs_repository && event.repository.id() <= 0) {
    return WebhookRefusal{400, "fields", "repository.id is missing"};
  }
  if (!IsBodyOf(name, *parsed)) {
    return WebhookRefusal{400, "event",
                          "X-GitHub-Event names another event than the signed body holds"};
  }
  return event;
}

}  // namespace allreview::gateway
