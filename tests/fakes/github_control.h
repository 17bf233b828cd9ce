#ifndef TESTS_FAKES_GITHUB_CONTROL_H_
#define TESTS_FAKES_GITHUB_CONTROL_H_

// Steers a fake GitHub over HTTP, for tests of whole processes. Everything is JSON; an error is
// {"error": "…"} with 400.
//
//   GET  /_fake/state      all pull requests with reviews, comments, threads; check runs; counters
//   GET  /_fake/requests   [{"method", "target", "body"}] in order of arrival; ?bodies=0 leaves
//   them out POST /_fake/pulls      {"repository": "/path", "base", "head"} and, if wanted,
//   "number", "title",
//                          "body", "author", "fork", "state", "is_merged", "is_draft": adds the
//                          pull request, or moves its head. Without "repository" it changes the
//                          others
//   POST /_fake/people     {"number", "action", "comment_id", "user", "body"}; action: resolve,
//                          unresolve, delete, react (body: "-1"), reply, say, permission (body:
//                          "write")
//   POST /_fake/faults     {"method", "path_end", "skip", "times", "status", "body", "headers",
//                          "is_after", "is_cut", "hold"}: deviates from the usual answer. is_after:
//                          the request takes effect first. hold: waits for POST /_fake/release
//   POST /_fake/release    lets held requests go on
//   DELETE /_fake/faults   forgets faults that have not struck
//   POST /_fake/denied     {"permissions": ["checks"]}: writes that are refused from now on
//   POST /_fake/webhook    {"url", "secret", "event", "action", "number", …}: sends a delivery; see
//                          WebhookOptions for the other fields. Answers {"status", "body",
//                          "delivery"}. "signature" replaces the right one; "payload" is merged
//                          into the body

#include <memory>
#include <string>

#include "tests/fakes/github_server.h"

namespace allreview::fakes {

class GitHubControl {
 public:
  // `server` is borrowed, and must be new. `options` are those it was made with.
  GitHubControl(GitHubServer* server, GitHubServer::Options options);
  ~GitHubControl();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_CONTROL_H_
