// The real program reviews a pull request of a fake GitHub on a real socket.

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/github_server.h"

namespace allreview {
namespace {

using fakes::FakePullRequest;
using fakes::GitHubServer;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kBefore[] =
    "import torch.nn.functional as F\n\n\ndef loss(logits, labels):\n"
    "    return F.cross_entropy(logits, labels)\n";
constexpr char kAfter[] =
    "import torch.nn.functional as F\n\n\ndef loss(logits, labels):\n"
    "    scores = F.softmax(logits, dim=-1)\n    return F.cross_entropy(scores, labels)\n";

FakePullRequest LossChange() {
  FakePullRequest pull;
  pull.title = "Change the loss";
  pull.before["train/loss.py"] = {kBefore};
  pull.after["train/loss.py"] = {kAfter};
  return pull;
}

class GitHub : public testing::Test {
 protected:
  GitHub() {
    std::string folder = testing::TempDir() + "github-XXXXXX";
    folder_ = mkdtemp(folder.data());
  }
  ~GitHub() override { std::filesystem::remove_all(folder_); }

  CommandResult Review(const std::vector<std::string>& arguments,
                       const std::vector<std::string>& variables = {}) {
    SubprocessOptions options = {
        .argv = {std::filesystem::absolute("gateway/cli/allreview").string(), "review"},
        .environment = {"PATH=/usr/bin:/bin", "HOME=" + folder_},
        .directory = folder_};
    options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
    options.environment.insert(options.environment.end(), variables.begin(), variables.end());
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    absl::StatusOr<CommandResult> result = RunCommand(std::move(options), {.deadline = deadline});
    EXPECT_OK(result);
    return result.ok() ? *std::move(result) : CommandResult();
  }

  std::string folder_;
};

TEST_F(GitHub, ReviewsAPullRequest) {
  GitHubServer server;
  server.SetPullRequest(LossChange());
  const std::string api = "--github-api=" + server.api_base();
  const CommandResult by_name = Review({"--pr=acme/train#7", api});
  EXPECT_EQ(by_name.exit.code, 1) << by_name.error_text;
  EXPECT_THAT(by_name.output, HasSubstr("**What**: Change the loss."));
  EXPECT_THAT(by_name.output, HasSubstr("**[P0]** `train/loss.py:6`"));
  EXPECT_THAT(by_name.error_text, HasSubstr("1 finding at or above the gate P1"));
  const CommandResult configured =
      Review({"acme/train#7"}, {"ALLREVIEW_GITHUB_API=" + server.api_base()});
  EXPECT_EQ(configured.output, by_name.output) << configured.error_text;
}

TEST_F(GitHub, AsksAgainOnlyWhatMayHaveChanged) {
  GitHubServer server;
  server.SetPullRequest(LossChange());
  const std::vector<std::string> arguments = {"acme/train#7", "--github-api=" + server.api_base()};
  const CommandResult first = Review(arguments);
  const int used = server.rate_used();
  const CommandResult second = Review(arguments);
  EXPECT_EQ(second.output, first.output);
  EXPECT_LT(server.rate_used() - used, used);
}

TEST_F(GitHub, ShowsTheTokenToTheServerAndToNobodyElse) {
  GitHubServer server({.token = "s3cret-token", .is_private = true});
  server.SetPullRequest(LossChange());
  const std::string api = "--github-api=" + server.api_base();
  const std::string file = folder_ + "/token";
  ASSERT_OK(WriteFile(file, "s3cret-token\n"));
  for (const CommandResult& result :
       {Review({"acme/train#7", api, "--github-token-file", file}),
        Review({"acme/train#7", api}, {"ALLREVIEW_GITHUB_TOKEN=s3cret-token"}),
        Review({"acme/train#7", api}, {"GITHUB_TOKEN=s3cret-token", "ALLREVIEW_LOG=info"})}) {
    EXPECT_EQ(result.exit.code, 1) << result.error_text;
    EXPECT_THAT(result.output + result.error_text, Not(HasSubstr("s3cret")));
  }
  const CommandResult refused = Review({"acme/train#7", api}, {"GITHUB_TOKEN=wr0ng"});
  EXPECT_EQ(refused.exit.code, 4);
  EXPECT_EQ(refused.output, "");
  EXPECT_THAT(refused.error_text, Not(HasSubstr("wr0ng")));
}

TEST_F(GitHub, KeepsTheEnvironmentsTokenFromOtherServers) {
  GitHubServer configured;
  GitHubServer other;  // Answers 404: the API of such a server stands under /api/v3.
  const CommandResult result =
      Review({"--pr", other.api_base() + "/acme/train/pull/7"},
             {"GITHUB_TOKEN=s3cret", "GITHUB_API_URL=" + configured.api_base()});
  EXPECT_EQ(result.exit.code, 4) << result.error_text;
  EXPECT_TRUE(configured.requests().empty());
  ASSERT_FALSE(other.requests().empty());
  for (const fakes::ServedRequest& request : other.requests()) {
    EXPECT_EQ(request.header("authorization"), "");
  }
}

TEST_F(GitHub, SaysWhatIsWrong) {
  GitHubServer server;
  server.SetPullRequest(LossChange());
  const CommandResult unknown = Review({"acme/train#8", "--github-api=" + server.api_base()});
  EXPECT_EQ(unknown.exit.code, 4);
  EXPECT_THAT(unknown.error_text, HasSubstr("acme/train"));
  const CommandResult broken = Review({"--pr=acme/train"});
  EXPECT_EQ(broken.exit.code, 2);
  EXPECT_THAT(broken.error_text, HasSubstr("acme/train"));
}

}  // namespace
}  // namespace allreview
