// The fake GitHub as a process: two commits of a real repository become a pull request that can be
// fetched, reviewed, steered and told about by webhooks.

#include <sys/stat.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/fakes/github_webhooks.h"
#include "tests/fakes/http_post.h"
#include "tests/fakes/http_server.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

constexpr absl::string_view kBinary = "tests/fakes/github_server_main";

std::string MakeRepository() {
  std::string folder = absl::StrCat(testing::TempDir(), "/repository");
  const std::string script = absl::StrCat(
      "set -e; rm -rf ", folder, "; mkdir ", folder, "; cd ", folder,
      "; git init -q -b main; git config user.name M; git config user.email m@mail.example",
      "; mkdir core; seq 1 40 > core/step.py; echo gone > old.py; git add -A; git commit -qm Base",
      "; sed -i 's/^3$/three/; s/^35$/thirty-five/' core/step.py; git mv old.py new.py",
      "; git add -A; git commit -qm 'Fuse the step\n\nSaves launches.'");
  absl::StatusOr<CommandResult> result = RunCommand(
      {.argv = {"sh", "-c", script}, .environment = {"PATH=/usr/bin:/bin", "HOME=/"}}, {});
  EXPECT_TRUE(result.ok() && result->exit.ok()) << result->error_text;
  return folder;
}

class Process {
 public:
  explicit Process(const std::vector<std::string>& flags) {
    SubprocessOptions options{
        .argv = {std::string(kBinary)}, .environment = {"PATH=/usr/bin:/bin"}, .has_input = true};
    options.argv.insert(options.argv.end(), flags.begin(), flags.end());
    process_ = *Subprocess::Start(options);
    std::string line;
    while (line.find('\n') == std::string::npos) {
      absl::StatusOr<absl::string_view> piece = process_->Read({});
      if (!piece.ok() || piece->empty()) break;
      absl::StrAppend(&line, *piece);
    }
    EXPECT_THAT(line, StartsWith("listening on http://127.0.0.1:"));
    base_ = line.substr(13, line.find('\n') - 13);
  }

  Json Call(const std::string& method, const std::string& path, const Json& body = nullptr,
            const std::string& accept = "") {
    absl::StatusOr<PostedAnswer> answer =
        PostTo(absl::StrCat(base_, path),
               {{"User-Agent", "test"}, {"Authorization", "Bearer x"}, {"Accept", accept}},
               body.is_null() ? "" : body.dump(), method);
    EXPECT_TRUE(answer.ok()) << answer.status();
    Json json = Json::parse(answer->body, nullptr, false);
    return json.is_discarded() ? Json(answer->body) : json;
  }

 private:
  std::unique_ptr<Subprocess> process_;
  std::string base_;
};

TEST(GitHubServerMain, ServesTwoCommitsAsAPullRequest) {
  const std::string folder = MakeRepository();
  Process github({absl::StrCat("--repository=", folder)});
  Json pull = github.Call("GET", "/repos/acme/train/pulls/7");
  EXPECT_EQ(pull["title"], "Fuse the step");
  EXPECT_EQ(pull["head"]["sha"].get<std::string>().size(), 40u);
  const std::string diff =
      github.Call("GET", "/repos/acme/train/pulls/7", nullptr, "application/vnd.github.diff");
  EXPECT_THAT(diff, HasSubstr("@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+three\n"));
  EXPECT_THAT(diff, HasSubstr("-35\n+thirty-five\n"));
  EXPECT_THAT(diff, HasSubstr("rename from old.py\nrename to new.py\n"));
}

TEST(GitHubServerMain, ActsForPeopleAndSendsWebhooks) {
  const std::string folder = MakeRepository();
  Process github({});
  Json pull = github.Call("POST", "/_fake/pulls",
                          {{"repository", folder}, {"number", 12}, {"title", "Mine"}});
  EXPECT_EQ(pull["number"], 12);
  const Json review = {
      {"event", "COMMENT"},
      {"body", "b"},
      {"comments", Json::array({{{"path", "core/step.py"}, {"line", 3}, {"body", "why"}}})}};
  github.Call("POST", "/repos/acme/train/pulls/12/reviews", review);
  Json state = github.Call("GET", "/_fake/state");
  const Json comment = state["pulls"][0]["comments"][0];
  github.Call("POST", "/_fake/people",
              {{"number", 12}, {"action", "resolve"}, {"comment_id", comment["id"]}});
  state = github.Call("GET", "/_fake/state");
  EXPECT_EQ(state["pulls"][0]["threads"][0]["resolved_by"], "mara");

  HttpServer receiver([](const ServedRequest&) { return ServedResponse{.status = 202}; });
  Json sent = github.Call("POST", "/_fake/webhook",
                          {{"url", receiver.base_url() + "/webhooks/github"},
                           {"secret", "It's a Secret to Everybody"},
                           {"number", 12},
                           {"action", "synchronize"}});
  EXPECT_EQ(sent["status"], 202);
  const ServedRequest delivery = receiver.requests()[0];
  EXPECT_EQ(delivery.header("x-hub-signature-256"),
            SignatureOf("It's a Secret to Everybody", delivery.body));
  EXPECT_EQ(Json::parse(delivery.body)["pull_request"]["head"]["sha"], pull["head"]);
}

TEST(GitHubServerMain, InjectsFaults) {
  const std::string folder = MakeRepository();
  Process github({absl::StrCat("--repository=", folder)});
  github.Call("POST", "/_fake/faults",
              {{"method", "GET"}, {"path_end", "/pulls/7"}, {"status", 502}, {"body", "down"}});
  EXPECT_EQ(github.Call("GET", "/repos/acme/train/pulls/7"), "down");
  EXPECT_EQ(github.Call("GET", "/repos/acme/train/pulls/7")["number"], 7);
  EXPECT_EQ(github.Call("GET", "/_fake/state")["faults_left"], 0);
}

TEST(GitHubWebhooks, SignsAsGitHubDoes) {
  EXPECT_EQ(SignatureOf("It's a Secret to Everybody", "Hello, World!"),
            "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
}

}  // namespace
}  // namespace allreview::fakes
