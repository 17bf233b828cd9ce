#include "github/names.h"

#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::github {
namespace {

struct GoodCase {
  const char* name;
  const char* text;
  const char* api_base;
  const char* owner = "acme";
  const char* repository = "train";
  int64_t number = 123;
};

class GitHubUrlTest : public testing::TestWithParam<GoodCase> {};

TEST_P(GitHubUrlTest, IsUnderstood) {
  const GoodCase& test = GetParam();
  ASSERT_OK_AND_ASSIGN(GitHubPullRequestName name, ParseGitHubPullRequest(test.text));
  EXPECT_EQ(name, (GitHubPullRequestName{.api_base = test.api_base,
                                         .owner = test.owner,
                                         .repository = test.repository,
                                         .number = test.number}));
  EXPECT_TRUE(LooksLikeGitHubPullRequest(test.text));
}

INSTANTIATE_TEST_SUITE_P(
    Forms, GitHubUrlTest,
    testing::Values(
        GoodCase{"Plain", "https://github.com/acme/train/pull/123", "https://api.github.com"},
        GoodCase{"WithTab", "https://github.com/acme/train/pull/123/files?w=1#diff-0a",
                 "https://api.github.com"},
        GoodCase{"WithoutScheme", "github.com/acme/train/pull/123", "https://api.github.com"},
        GoodCase{"UpperCaseHost", "https://GitHub.com/acme/train/pull/123/",
                 "https://api.github.com"},
        GoodCase{"Enterprise", "https://ghe.example/acme/train/pull/123/commits/0a1b",
                 "https://ghe.example/api/v3"},
        GoodCase{"EnterpriseWithPort", "http://127.0.0.1:8080/acme/train/pull/123",
                 "http://127.0.0.1:8080/api/v3"},
        GoodCase{"DataResidency", "https://octo.ghe.com/acme/train/pull/123",
                 "https://api.octo.ghe.com"},
        GoodCase{"Api", "https://api.github.com/repos/acme/train/pulls/123",
                 "https://api.github.com"},
        GoodCase{"EnterpriseApi", "https://ghe.example/api/v3/repos/acme/train/pulls/123",
                 "https://ghe.example/api/v3"},
        GoodCase{"Short", "acme/train#123", ""},
        GoodCase{"Dots", "a-b_c/d.e.f#9", "", "a-b_c", "d.e.f", 9}),
    [](const testing::TestParamInfo<GoodCase>& info) { return info.param.name; });

struct BadCase {
  const char* name;
  const char* text;
  const char* problem;
};

class BadGitHubUrlTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadGitHubUrlTest, SaysWhatIsWrong) {
  EXPECT_THAT(
      ParseGitHubPullRequest(GetParam().text),
      StatusIs(
          absl::StatusCode::kInvalidArgument,
          std::string("pull request \"") + GetParam().text + "\": " + GetParam().problem +
              "; wanted https://HOST/OWNER/REPOSITORY/pull/NUMBER or OWNER/REPOSITORY#NUMBER"));
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, BadGitHubUrlTest,
    testing::Values(
        BadCase{"Issue", "https://github.com/acme/train/issues/5",
                "\"/issues/\" is not a pull request's page"},
        BadCase{"Repository", "https://github.com/acme/train", "the URL names no pull request"},
        BadCase{"ZeroNumber", "acme/train#0", "\"0\" is not the number of a pull request"},
        BadCase{"SignedNumber", "acme/train#+5", "\"+5\" is not the number of a pull request"},
        BadCase{"HugeNumber", "acme/train#99999999999999999999",
                "\"99999999999999999999\" is not the number of a pull request"},
        BadCase{"NoOwner", "train#5", "the owner or the repository is missing"},
        BadCase{"NoNumber", "acme/train", "the number is missing"},
        BadCase{"Climbing", "https://github.com/acme/../pull/5", "\"..\" is not a repository"},
        BadCase{"Escape", "https://github.com/ac%2fme/train/pull/5", "\"ac%2fme\" is not an owner"},
        BadCase{"User", "https://user:pw@ghe.example/acme/train/pull/5",
                "the host is missing or has odd characters"}),
    [](const testing::TestParamInfo<BadCase>& info) { return info.param.name; });

TEST(LooksLikeGitHubPullRequest, IsFalseForFilesAndRevisions) {
  for (const char* text : {"change.diff", "main..feature", "main...HEAD", "acme/train", "-",
                           "dir/file#name", "a/b/c#5", "#5"}) {
    EXPECT_FALSE(LooksLikeGitHubPullRequest(text)) << text;
  }
}

}  // namespace
}  // namespace allreview::github
