#include "gateway/cli/origin.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "gateway/cli/empty_change.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PageOfRemote, IsThatOfTheRepositoryOnItsServer) {
  for (const char* remote : {"git@github.com:acme/train.git", "https://github.com/acme/train",
                             "https://mara:secret@github.com/acme/train.git/",
                             "ssh://git@github.com:22/acme/train.git", "github.com:acme/train\n"}) {
    EXPECT_EQ(PageOfRemote(remote), "https://github.com/acme/train") << remote;
  }
  EXPECT_EQ(PageOfRemote("https://git.acme.example:8443/acme/train"),
            "https://git.acme.example:8443/acme/train");
  for (const char* remote : {"", "/srv/git/train.git", "../train", "file:///srv/git/train.git",
                             "git@github.com:train.git", "git@github.com:a/b/c.git", "./a:b/c",
                             "https://github.com/acme/.."}) {
    EXPECT_EQ(PageOfRemote(remote), "") << remote;
  }
}

class Origin : public testing::Test {
 protected:
  Origin() {
    std::string folder = testing::TempDir() + "/origin-XXXXXX";
    folder_ = mkdtemp(folder.data());
    Git({"init", "-q"});
  }

  void Git(const std::vector<std::string>& arguments) {
    EXPECT_OK(AskGit(folder_, arguments, environment_));
  }

  Environment environment_ = {.variables = {{"PATH", std::getenv("PATH")},
                                            {"HOME", testing::TempDir()},
                                            {"GIT_CONFIG_NOSYSTEM", "1"}}};
  std::string folder_;
};

TEST_F(Origin, SaysWhoseNumberItIs) {
  EXPECT_THAT(PullRequestOfOrigin("123", folder_, environment_),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("No such remote 'origin'); wanted OWNER/REPOSITORY#NUMBER")));
  Git({"remote", "add", "origin", "git@github.com:acme/train.git"});
  ASSERT_OK_AND_ASSIGN(const std::string url, PullRequestOfOrigin("#123", folder_, environment_));
  EXPECT_EQ(url, "https://github.com/acme/train/pull/123");
}

TEST_F(Origin, TellsNoPassword) {
  Git({"remote", "add", "origin", "https://mara:secret@git.example/train"});
  const auto url = PullRequestOfOrigin("123", folder_, environment_);
  EXPECT_THAT(url.status().message(), HasSubstr("\"git.example/train\", which names no owner"));
  EXPECT_THAT(url.status().message(), Not(HasSubstr("secret")));
}

TEST(Number, MayHaveASign) {
  EXPECT_TRUE(IsNumber("7"));
  EXPECT_TRUE(IsNumber("#7"));
  for (const char* text : {"", "#", "7a", "acme/train#7", "-7"}) EXPECT_FALSE(IsNumber(text));
}

TEST(EmptyChange, IsNamed) {
  using change::v1::LocalRepository;
  change::v1::ChangeRef ref;
  ref.mutable_local()->set_mode(LocalRepository::MODE_RANGE);
  ref.mutable_local()->set_base("main");
  ref.mutable_local()->set_head("topic\033[m");
  EXPECT_EQ(NameEmptyChange(ref), "nothing changed between main and topic\\033[m");
  ref.mutable_local()->set_mode(LocalRepository::MODE_MERGE_BASE);
  ref.mutable_local()->set_head("topic");
  EXPECT_EQ(NameEmptyChange(ref), "nothing changed in topic since it left main");
  ref.mutable_local()->Clear();
  ref.mutable_local()->set_mode(LocalRepository::MODE_WORKING_TREE);
  EXPECT_EQ(NameEmptyChange(ref), "no tracked file differs from HEAD");
  ref.mutable_patch();
  EXPECT_EQ(NameEmptyChange(ref), "the patch is empty");
  review::v1::Receipt receipt;
  EXPECT_FALSE(IsEmptyChange(receipt));
  receipt.set_diff(Sha256Hex(""));
  EXPECT_TRUE(IsEmptyChange(receipt));
}

}  // namespace
}  // namespace allreview::cli
