// Who may write what, and where it goes; and what tests see of it.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/check.h"
#include "tests/fakes/github_answers.h"
#include "tests/fakes/github_server.h"
#include "tests/fakes/github_state.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

bool IsRead(const ServedRequest& request) {
  if (request.path == "/graphql") return !absl::StrContains(request.body, "mutation");
  return request.method == "GET" || request.method == "HEAD";
}

// What the write takes.
std::string PermissionFor(const std::string& path) {
  if (absl::StrContains(path, "/check-runs")) return "checks";
  return absl::StrContains(path, "/issues/") ? "issues" : "pull_requests";
}

bool IsContent(const ServedRequest& request) {
  const bool is_new = request.method == "POST" && request.path != "/graphql";
  return is_new || absl::StrContains(request.body, "addPullRequestReviewThreadReply");
}

}  // namespace

RequestMatcher IsCall(const std::string& method, const std::string& path_end) {
  return [=](const ServedRequest& request) {
    return request.method == method && absl::EndsWith(request.path, path_end);
  };
}

std::optional<ServedResponse> GitHubServer::RefuseWrite(const ServedRequest& request) {
  if (IsRead(request)) return std::nullopt;
  if (request.header("authorization").empty()) {
    return ErrorAnswer(401, "Requires authentication", "https://docs.github.com/rest");
  }
  const std::string permission = PermissionFor(request.path);
  const bool is_app = absl::EndsWith(options_.login, "[bot]");
  if (permission == "checks" && !is_app) {
    return ErrorAnswer(403, "You must authenticate via a GitHub App.",
                       "https://docs.github.com/rest/checks/runs");
  }
  if (options_.denied.count(permission) > 0) {
    if (request.path != "/graphql") return NotAccessible(absl::StrCat(permission, "=write"));
    return JsonAnswer(
        {{"data", nullptr},
         {"errors", Json::array({{{"type", "FORBIDDEN"},
                                  {"message", "Resource not accessible by integration"}}})}});
  }
  if (options_.max_content_per_minute == 0 || !IsContent(request)) return std::nullopt;
  const int64_t now = options_.now_seconds();
  const auto recent = std::count_if(content_times_.begin(), content_times_.end(),
                                    [now](int64_t time) { return time > now - 60; });
  if (recent >= options_.max_content_per_minute) return SecondaryLimit(60);
  content_times_.push_back(now);
  return std::nullopt;
}

std::optional<ServedResponse> GitHubServer::WriteSideRoute(const ServedRequest& request,
                                                           const std::string& rest) {
  const WriteCall call = CallOf(request);
  const PathParts path = absl::StrSplit(rest, '/');
  if (path.size() == 3 && path[0] == "collaborators" && path[2] == "permission") {
    const auto known = state_->permissions.find(path[1]);
    const std::string permission = known == state_->permissions.end() ? "read" : known->second;
    return JsonAnswer(
        {{"permission", permission}, {"role_name", permission}, {"user", UserJson(path[1])}});
  }
  if (std::optional<ServedResponse> answer = ChecksRoute(call, path, *state_)) return answer;
  if (path.size() >= 3 && path[0] == "pulls" && path[2] == "reviews") {
    for (auto& [number, pull] : state_->pulls) {
      if (absl::StrCat(number) == path[1]) return ReviewsRoute(call, path, pull);
    }
    return NotFoundAnswer();
  }
  if (path[0] != "pulls" && path[0] != "issues") return std::nullopt;
  return CommentsRoute(call, path, *state_);
}

ServedResponse GitHubServer::AppRoute(const ServedRequest& request) const {
  if (!absl::StartsWith(request.header("authorization"), "Bearer ")) {
    return ErrorAnswer(401, "A JSON web token could not be decoded");
  }
  if (request.method == "POST" && absl::EndsWith(request.path, "/access_tokens")) {
    return JsonAnswer(
        {{"token", options_.token.empty() ? "ghs_99_fake" : options_.token},
         {"expires_at", absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::Now() + absl::Hours(1),
                                         absl::UTCTimeZone())},
         {"permissions", {{"pull_requests", "write"}, {"checks", "write"}}},
         {"repository_selection", "selected"}},
        201);
  }
  if (request.path == "/app") {
    return JsonAnswer({{"id", options_.app_id},
                       {"slug", std::string(absl::StripSuffix(options_.login, "[bot]"))}});
  }
  if (request.path == "/app/hook/deliveries") return JsonAnswer(Json::array());
  if (absl::EndsWith(request.path, "/installation")) {
    return JsonAnswer({{"id", 77}, {"app_id", options_.app_id}});
  }
  return NotFoundAnswer();
}

ServedResponse GitHubServer::UserAnswer() const {
  if (absl::EndsWith(options_.login, "[bot]")) return NotAccessible("");
  return JsonAnswer(UserJson(options_.login));
}

WriteCall GitHubServer::CallOf(const ServedRequest& request) const {
  return {.request = request,
          .origin = origin(),
          .full_name = options_.full_name,
          .login = options_.login,
          .app_id = options_.app_id};
}

PageOrigin GitHubServer::origin() const {
  return {.base_url = http_->base_url(), .repository_id = options_.repository_id};
}

const FakePullRequest* GitHubServer::Find(int64_t number) const {
  const auto found = state_->pulls.find(number);
  return found == state_->pulls.end() ? nullptr : found->second.now.get();
}

void GitHubServer::Edit(int64_t number, const std::function<void(FakeConversation&)>& edit) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = state_->pulls.find(number);
  CHECK(found != state_->pulls.end()) << "no pull request " << number;
  edit(found->second.talk);
}

FakeConversation GitHubServer::conversation(int64_t number) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = state_->pulls.find(number);
  return found == state_->pulls.end() ? FakeConversation() : found->second.talk;
}

std::vector<FakeCheckRun> GitHubServer::check_runs() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return state_->check_runs;
}

void GitHubServer::SetPermission(const std::string& user, const std::string& permission) {
  std::lock_guard<std::mutex> lock(mutex_);
  state_->permissions[user] = permission;
}

void GitHubServer::SetDenied(std::set<std::string> permissions) {
  std::lock_guard<std::mutex> lock(mutex_);
  options_.denied = std::move(permissions);
}

FakePullRequest GitHubServer::pull_request(int64_t number) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const FakePullRequest* pull = Find(number);
  CHECK(pull != nullptr) << "no pull request " << number;
  return *pull;
}

std::vector<int64_t> GitHubServer::pull_requests() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<int64_t> numbers;
  for (const auto& [number, pull] : state_->pulls) numbers.push_back(number);
  return numbers;
}

void GitHubServer::SetControl(std::function<ServedResponse(const ServedRequest&)> control) {
  control_ = std::move(control);
}

}  // namespace allreview::fakes
