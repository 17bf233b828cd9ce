#ifndef TESTS_FAKES_GITHUB_STATE_H_
#define TESTS_FAKES_GITHUB_STATE_H_

// What the write side of the fake GitHub keeps, and what its parts are told of a request. Guarded
// by the server.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "tests/fakes/github_answers.h"
#include "tests/fakes/github_conversation.h"
#include "tests/fakes/github_repository.h"
#include "tests/fakes/http_server.h"

namespace allreview::fakes {

struct FakePull {
  std::shared_ptr<const FakePullRequest> now;
  // Every state that was ever pushed, by head.
  std::map<std::string, std::shared_ptr<const FakePullRequest>> versions;
  FakeConversation talk;
};

struct FakeCheckRun {
  int64_t id = 0;
  std::string head_sha;
  nlohmann::json fields = {};  // As sent: name, status, conclusion, details_url, external_id…
  nlohmann::json annotations = nlohmann::json::array();
  int writes = 0;  // Requests that made and changed it.
};

struct GitHubState {
  std::map<int64_t, FakePull> pulls;
  std::vector<FakeCheckRun> check_runs;
  std::map<std::string, std::string> permissions;  // By user. Others: "read".
  int64_t next_check_run = 500;

  // The pull request with that review comment; null when there is none.
  FakePull* PullOfComment(int64_t comment_id);
  FakePull* PullOfIssueComment(int64_t comment_id);
  FakePull* PullOfThread(const std::string& thread_id);
  bool HasCommit(const std::string& sha) const;
};

// One request and who sent it.
struct WriteCall {
  const ServedRequest& request;
  PageOrigin origin;
  std::string full_name;
  std::string login;  // Of the sender.
  int64_t app_id = 0;

  // The body as an object; empty when it is none.
  nlohmann::json Body() const;
};

// {"login", "type"}; a login that ends in "[bot]" is a Bot.
nlohmann::json UserJson(const std::string& login);

// The request's path below the repository, split. Routes return none when they do not know it.
using PathParts = std::vector<std::string>;

// Reviews: pulls/N/reviews…
std::optional<ServedResponse> ReviewsRoute(const WriteCall& call, const PathParts& path,
                                           FakePull& pull);
// Comments: pulls/N/comments…, pulls/comments/ID…, issues/N/comments, issues/comments/ID…
std::optional<ServedResponse> CommentsRoute(const WriteCall& call, const PathParts& path,
                                            GitHubState& state);
// Check runs: check-runs…, commits/REF/check-runs
std::optional<ServedResponse> ChecksRoute(const WriteCall& call, const PathParts& path,
                                          GitHubState& state);
// POST /graphql: review threads and who one is.
ServedResponse GraphQlAnswer(const WriteCall& call, GitHubState& state);

// A review comment, as REST shows it.
nlohmann::json CommentJson(const WriteCall& call, const FakePull& pull, const FakeComment& comment);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_STATE_H_
