#include "tests/fakes/github_state.h"

#include "absl/strings/match.h"

namespace allreview::fakes {

using Json = nlohmann::json;

FakePull* GitHubState::PullOfComment(int64_t comment_id) {
  for (auto& [number, pull] : pulls) {
    if (FindComment(pull.talk, comment_id) != nullptr) return &pull;
  }
  return nullptr;
}

FakePull* GitHubState::PullOfIssueComment(int64_t comment_id) {
  for (auto& [number, pull] : pulls) {
    for (const FakeIssueComment& comment : pull.talk.issue_comments) {
      if (comment.id == comment_id) return &pull;
    }
  }
  return nullptr;
}

FakePull* GitHubState::PullOfThread(const std::string& thread_id) {
  for (auto& [number, pull] : pulls) {
    for (const FakeThread& thread : pull.talk.threads) {
      if (thread.id == thread_id) return &pull;
    }
  }
  return nullptr;
}

bool GitHubState::HasCommit(const std::string& sha) const {
  for (const auto& [number, pull] : pulls) {
    if (pull.versions.count(sha) > 0 || pull.now->base_sha() == sha) return true;
  }
  return false;
}

Json WriteCall::Body() const {
  Json body = Json::parse(request.body, nullptr, /*allow_exceptions=*/false);
  return body.is_object() ? body : Json::object();
}

Json UserJson(const std::string& login) {
  return {{"login", login}, {"type", absl::EndsWith(login, "[bot]") ? "Bot" : "User"}};
}

}  // namespace allreview::fakes
