#include "proto/change/v1/normal_ref.h"

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::change::v1 {
namespace {

using ::testing::HasSubstr;

ChangeRef PullRequestOn(const std::string& repository) {
  ChangeRef ref;
  ref.mutable_pull_request()->set_repository(repository);
  ref.mutable_pull_request()->set_number(7);
  return ref;
}

TEST(NormalRef, MakesAPullRequestOneOnGitHub) {
  ChangeRef given = PullRequestOn("acme/train");
  given.mutable_pull_request()->set_forge(FORGE_GITHUB);
  given.mutable_pull_request()->set_api_base("https://git.example/api/v3");
  ASSERT_OK_AND_ASSIGN(const ChangeRef ref, NormalRef(given));
  EXPECT_FALSE(ref.has_pull_request());
  EXPECT_EQ(ref.github().api_base(), "https://git.example/api/v3");
  EXPECT_EQ(ref.github().owner(), "acme");
  EXPECT_EQ(ref.github().repository(), "train");
  EXPECT_EQ(ref.github().number(), 7);
}

TEST(NormalRef, TakesAForgeThatIsNotNamedForGitHub) {
  EXPECT_OK(NormalRef(PullRequestOn("acme/train")));
}

TEST(NormalRef, LeavesOtherReferencesAsTheyAre) {
  ChangeRef given;
  given.mutable_local()->set_path("/srv/git");
  ASSERT_OK_AND_ASSIGN(const ChangeRef ref, NormalRef(given));
  EXPECT_EQ(ref.local().path(), "/srv/git");
}

TEST(NormalRef, RefusesWhatNamesNoPullRequest) {
  for (const char* name : {"", "acme", "acme/", "/train", "acme/team/train"}) {
    EXPECT_THAT(NormalRef(PullRequestOn(name)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("wanted OWNER/NAME")))
        << name;
  }
  ChangeRef unknown = PullRequestOn("acme/train");
  unknown.mutable_pull_request()->set_forge(static_cast<Forge>(99));
  EXPECT_THAT(NormalRef(unknown),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("wanted FORGE_GITHUB")));
}

}  // namespace
}  // namespace allreview::change::v1
