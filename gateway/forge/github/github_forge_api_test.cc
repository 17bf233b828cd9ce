#include "gateway/forge/github/github_forge_api.h"

#include <map>
#include <optional>
#include <string>

#include "base/status_matchers.h"
#include "github/api_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using github::ApiFixture;
using ::testing::IsEmpty;

const PullRequestName kPull = {"acme/train", 7};

class GitHubForgeApiTest : public testing::Test {
 protected:
  // Paths that were asked for, the newest last.
  std::string LastPath() const { return github_.server.requests().back().path; }

  ApiFixture github_;
  GitHubForgeApi api_{github_.NewApi()};
};

TEST_F(GitHubForgeApiTest, LetsPeopleWriteWhoMay) {
  for (const auto& [permission, may_write] :
       std::map<std::string, bool>{{"admin", true}, {"write", true}, {"read", false}}) {
    github_.Answer({.body = R"({"permission":")" + permission + R"("})"});
    EXPECT_EQ(api_.MayWrite("acme/train", "mara-" + permission).value_or(!may_write), may_write);
  }
  github_.Answer({.status = 404, .body = "{}"});
  EXPECT_FALSE(api_.MayWrite("acme/train", "stranger").value_or(true));
}

TEST_F(GitHubForgeApiTest, AsksNothingAboutWhatIsNoLogin) {
  EXPECT_FALSE(api_.MayWrite("acme/train", "../../admin").value_or(true));
  EXPECT_FALSE(api_.MayWrite("acme/train", "").value_or(true));
  EXPECT_FALSE(api_.MayWrite("acme/../train", "mara").ok());
  EXPECT_THAT(github_.server.requests(), IsEmpty());
}

TEST_F(GitHubForgeApiTest, RepliesInTheThreadOrInTheConversation) {
  ASSERT_OK(api_.Reply(kPull, 800, "Fixed."));
  EXPECT_EQ(LastPath(), "/repos/acme/train/pulls/7/comments/800/replies");
  ASSERT_OK(api_.Reply(kPull, 0, "Done."));
  EXPECT_EQ(LastPath(), "/repos/acme/train/issues/7/comments");
}

TEST_F(GitHubForgeApiTest, AcknowledgesACommentWhereItStands) {
  ASSERT_OK(api_.Acknowledge(kPull, {.id = 900, .is_on_diff = false}));
  EXPECT_EQ(LastPath(), "/repos/acme/train/issues/comments/900/reactions");
  ASSERT_OK(api_.Acknowledge(kPull, {.id = 900}));
  EXPECT_EQ(LastPath(), "/repos/acme/train/pulls/comments/900/reactions");
}

TEST_F(GitHubForgeApiTest, TellsThatAWriteMayHaveArrived) {
  github_.Answer({.status = 502});
  EXPECT_TRUE(absl::IsUnknown(api_.Reply(kPull, 0, "Done.")));
}

TEST_F(GitHubForgeApiTest, TellsWhyAReviewIsRefused) {
  const struct {
    const char* message;
    Refusal refusal;
  } kCases[] = {
      {"User can only have one pending review per pull request", Refusal::kDraftExists},
      {"Can not request changes on your own pull request", Refusal::kOwnPullRequest},
      {"Body is too long (maximum is 65536 characters)", Refusal::kTooLong},
      {"Line could not be resolved", Refusal::kOther},
  };
  for (const auto& test : kCases) {
    github_.Answer({.status = 422,
                    .body = std::string(R"({"message":"Unprocessable Entity","errors":[")") +
                            test.message + R"("]})"});
    const absl::StatusOr<PostedReview> posted = api_.PostReview(kPull, {.head = "a", .body = "b"});
    EXPECT_EQ(RefusalOf(posted.status()), test.refusal) << test.message;
  }
  github_.Answer({.status = 404, .body = "{}"});
  EXPECT_EQ(RefusalOf(api_.PostReview(kPull, {}).status()), std::nullopt);
}

}  // namespace
}  // namespace allreview::gateway
