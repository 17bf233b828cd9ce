// The fake's write side refuses what GitHub refuses, in GitHub's words.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/fakes/github_server.h"
#include "tests/fakes/github_state.h"
#include "tests/fakes/http_post.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string Numbered(int end) {
  std::string text;
  for (int i = 1; i < end; ++i) absl::StrAppend(&text, "line ", i, "\n");
  return text;
}

// Lines 3 to 9 of train.py are shown; line 6 is changed.
FakePullRequest OneHunk() {
  FakePullRequest pull;
  pull.before["train.py"] = {Numbered(20)};
  std::string after = Numbered(20);
  after.replace(after.find("line 6\n"), 7, "changed\n");
  pull.after["train.py"] = {after};
  return pull;
}

class Client {
 public:
  explicit Client(const GitHubServer& server) : base_(server.api_base()) {}

  Json Call(const std::string& method, const std::string& path, const Json& body) {
    absl::StatusOr<PostedAnswer> answer =
        PostTo(absl::StrCat(base_, path), {{"User-Agent", "test"}, {"Authorization", "Bearer x"}},
               body.is_null() ? "" : body.dump(), method);
    EXPECT_TRUE(answer.ok()) << answer.status();
    status = answer->status;
    return Json::parse(answer->body, nullptr, false);
  }
  Json Review(const Json& body) { return Call("POST", "/repos/acme/train/pulls/7/reviews", body); }

  int status = 0;

 private:
  std::string base_;
};

Json Comment(int line, const Json& more = Json::object()) {
  Json comment = {{"path", "train.py"}, {"body", "b"}, {"line", line}, {"side", "RIGHT"}};
  comment.update(more);
  return comment;
}

TEST(GitHubWriteSide, OneBadAnchorRefusesTheWholeReview) {
  const struct {
    const char* name;
    Json comment;
    const char* error;
  } kCases[] = {
      {"hidden", Comment(15), "Pull request review thread line must be part of the diff"},
      {"path", Comment(6, {{"path", "no.py"}}), "Pull request review thread path is invalid"},
      {"order", Comment(6, {{"start_line", 6}}),
       "Pull request review thread start line must precede the end line."},
      {"left", Comment(17, {{"side", "LEFT"}}),
       "Pull request review thread line must be part of the diff"},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.name);
    GitHubServer server;
    server.SetPullRequest(OneHunk());
    Client client(server);
    Json answer = client.Review({{"event", "COMMENT"},
                                 {"body", "b"},
                                 {"comments", Json::array({Comment(6), test.comment})}});
    EXPECT_EQ(client.status, 422);
    EXPECT_EQ(answer["errors"], Json::array({test.error}));
    EXPECT_THAT(server.conversation(7).comments, IsEmpty());
    EXPECT_THAT(server.conversation(7).reviews, IsEmpty());
  }
}

TEST(GitHubWriteSide, PendingReviewsBlockTheirAuthor) {
  GitHubServer server;
  server.SetPullRequest(OneHunk());
  Client client(server);
  const Json pending = client.Review({{"comments", Json::array({Comment(6)})}});
  EXPECT_EQ(pending["state"], "PENDING");
  EXPECT_EQ(client.Call("GET", "/repos/acme/train/pulls/7/comments", nullptr), Json::array());
  Json refused = client.Review({{"event", "COMMENT"}, {"body", "b"}});
  EXPECT_EQ(refused["errors"][0], "User can only have one pending review per pull request");
  const std::string one = absl::StrCat("/repos/acme/train/pulls/7/reviews/", pending["id"].dump());
  client.Call("DELETE", one, nullptr);
  EXPECT_EQ(client.status, 200);
  EXPECT_THAT(server.conversation(7).threads, IsEmpty());
  client.Review({{"event", "COMMENT"}, {"body", "b"}});
  EXPECT_EQ(client.status, 200);
}

TEST(GitHubWriteSide, NobodyApprovesTheirOwnPullRequest) {
  GitHubServer server({.login = "mara"});
  server.SetPullRequest(OneHunk());
  Client client(server);
  Json answer = client.Review({{"event", "REQUEST_CHANGES"}, {"body", "b"}});
  EXPECT_EQ(answer["errors"][0], "Can not request changes on your own pull request");
}

TEST(GitHubWriteSide, CountsCharactersOfBodies) {
  GitHubServer server;
  server.SetPullRequest(OneHunk());
  Client client(server);
  const std::string path = "/repos/acme/train/issues/7/comments";
  Json answer = client.Call("POST", path, {{"body", std::string(65'537, 'x')}});
  EXPECT_EQ(client.status, 422);
  EXPECT_EQ(answer["errors"][0]["message"], "Body is too long (maximum is 65536 characters)");
  client.Call("POST", path, {{"body", std::string(65'536, 'x')}});
  EXPECT_EQ(client.status, 201);
}

TEST(GitHubWriteSide, CommentsMoveWithTheirLinesOrAreOutdated) {
  GitHubServer server;
  FakePullRequest pull = OneHunk();
  server.SetPullRequest(pull);
  Client client(server);
  client.Review(
      {{"event", "COMMENT"}, {"body", "b"}, {"comments", Json::array({Comment(6), Comment(5)})}});
  pull.after["train.py"].content = "first\n" + pull.after["train.py"].content;
  pull.after["train.py"].content.replace(pull.after["train.py"].content.find("line 5"), 6, "five");
  server.SetPullRequest(pull);
  Json list = client.Call("GET", "/repos/acme/train/pulls/7/comments", nullptr);
  EXPECT_EQ(list[0]["line"], 7);
  EXPECT_EQ(list[0]["original_line"], 6);
  EXPECT_EQ(list[1]["line"], nullptr);
}

TEST(GitHubWriteSide, CheckRunsHaveLimitsAndCollectAnnotations) {
  GitHubServer server;
  FakePullRequest pull = OneHunk();
  server.SetPullRequest(pull);
  Client client(server);
  const Json annotation = {{"path", "train.py"},
                           {"start_line", 6},
                           {"end_line", 6},
                           {"annotation_level", "warning"},
                           {"message", "m"}};
  auto run = [&](int annotations) {
    return Json{{"name", "AllReview"},
                {"head_sha", pull.head_sha()},
                {"conclusion", "neutral"},
                {"output",
                 {{"title", "t"},
                  {"summary", "s"},
                  {"annotations", std::vector<Json>(annotations, annotation)}}}};
  };
  Json refused = client.Call("POST", "/repos/acme/train/check-runs", run(51));
  EXPECT_EQ(client.status, 422);
  EXPECT_THAT(refused["message"], HasSubstr("No more than 50 items are allowed; 51 were supplied"));
  Json made = client.Call("POST", "/repos/acme/train/check-runs", run(50));
  ASSERT_EQ(client.status, 201);
  client.Call("PATCH", absl::StrCat("/repos/acme/train/check-runs/", made["id"].dump()), run(1));
  EXPECT_THAT(server.check_runs(), SizeIs(1));
  EXPECT_EQ(server.check_runs()[0].annotations.size(), 51u);
}

TEST(GitHubWriteSide, ThreadsAreResolvedByGraphQl) {
  GitHubServer server;
  server.SetPullRequest(OneHunk());
  Client client(server);
  client.Review({{"event", "COMMENT"}, {"body", "b"}, {"comments", Json::array({Comment(6)})}});
  const std::string thread = server.conversation(7).threads[0].id;
  client.Call("POST", "/graphql",
              {{"query",
                "mutation($threadId:ID!){resolveReviewThread(input:{threadId:$threadId})"
                "{thread{id isResolved}}}"},
               {"variables", {{"threadId", thread}}}});
  EXPECT_TRUE(server.conversation(7).threads[0].is_resolved);
  Json threads =
      client.Call("POST", "/graphql",
                  {{"query",
                    "query{repository{pullRequest{reviewThreads(first:100){nodes{id isResolved "
                    "comments(first:1){nodes{databaseId author{login}}}}}}}}"},
                   {"variables", {{"number", 7}}}});
  const Json node = threads["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"][0];
  EXPECT_EQ(node["isResolved"], true);
  EXPECT_EQ(node["comments"]["nodes"][0]["databaseId"], server.conversation(7).comments[0].id);
  EXPECT_EQ(node["comments"]["nodes"][0]["author"]["login"], "allreview");
}

TEST(GitHubWriteSide, RefusesWhatATokenMayNotDo) {
  GitHubServer server({.denied = {"pull_requests"}, .max_content_per_minute = 2});
  server.SetPullRequest(OneHunk());
  Client client(server);
  Json answer = client.Review({{"event", "COMMENT"}, {"body", "b"}});
  EXPECT_EQ(client.status, 403);
  EXPECT_EQ(answer["message"], "Resource not accessible by integration");
  server.SetDenied({});
  for (int i = 0; i < 2; ++i) client.Review({{"event", "COMMENT"}, {"body", "b"}});
  EXPECT_EQ(client.status, 200);
  answer = client.Review({{"event", "COMMENT"}, {"body", "b"}});
  EXPECT_EQ(client.status, 403);
  EXPECT_THAT(answer["documentation_url"], HasSubstr("secondary-rate-limits"));
}

TEST(GitHubWriteSide, LosesAnAnswerAfterTheWrite) {
  GitHubServer server;
  server.SetPullRequest(OneHunk());
  server.Inject({.matches = IsCall("POST", "/reviews"),
                 .respond = Always({.status = 502}),
                 .is_after = true});
  Client client(server);
  client.Review({{"event", "COMMENT"}, {"body", "b"}});
  EXPECT_EQ(client.status, 502);
  EXPECT_THAT(server.conversation(7).reviews, SizeIs(1));
}

}  // namespace
}  // namespace allreview::fakes
