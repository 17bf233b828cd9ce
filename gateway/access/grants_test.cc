#include "gateway/access/grants.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::access {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;

std::string WriteGrants(const std::string& text) {
  std::string path =
      absl::StrCat(testing::TempDir(), "/",
                   testing::UnitTest::GetInstance()->current_test_info()->name(), ".grants");
  EXPECT_OK(WriteFile(path, text));
  return path;
}

std::unique_ptr<Grants> GrantsOf(const std::string& text) {
  auto grants = Grants::FromFile(WriteGrants(text), [] { return absl::UnixEpoch(); });
  EXPECT_OK(grants);
  return *std::move(grants);
}

TEST(Grants, AddUpForPersonsAndGroups) {
  const auto grants = GrantsOf(
      "# who scopes repositories\n"
      "oidc:@trainers\tread,review  acme/train,acme/data-*\n"
      "oidc:@platform read\n"
      "oidc:ada@acme.example admin\n"
      "everyone read acme/docs\n");
  const Identity trainer = {.provider = "oidc", .name = "bob", .groups = {"trainers"}};
  EXPECT_THAT(grants->Find(trainer, Scope::kRead),
              Optional(ElementsAre("acme/train", "acme/data-*", "acme/docs")));
  EXPECT_THAT(grants->Find(trainer, Scope::kReview),
              Optional(ElementsAre("acme/train", "acme/data-*")));
  EXPECT_EQ(grants->Find(trainer, Scope::kAdmin), std::nullopt);
  const Identity both = {.provider = "oidc", .name = "eve", .groups = {"trainers", "platform"}};
  EXPECT_THAT(grants->Find(both, Scope::kRead), Optional(IsEmpty())) << "all repositories";
  EXPECT_THAT(grants->Find(both, Scope::kReview),
              Optional(ElementsAre("acme/train", "acme/data-*")));
  const Identity ada = {.provider = "oidc", .name = "ada@acme.example"};
  EXPECT_THAT(grants->ScopesOf(ada), ElementsAre(Scope::kRead, Scope::kAdmin));
  EXPECT_THAT(grants->Find(ada, Scope::kAdmin), Optional(IsEmpty()));
}

TEST(Grants, NeverTakeOneProvidersNamesForAnothers) {
  const auto grants = GrantsOf("oidc:@admins admin\ngithub:ada admin\nproxy:root admin\n");
  for (const Identity& other :
       {Identity{.provider = "github", .name = "eve", .groups = {"admins"}},
        Identity{.provider = "proxy", .name = "eve", .groups = {"admins"}},
        Identity{.provider = "oidc", .name = "ada"}, Identity{.provider = "oidc", .name = "root"},
        Identity{.provider = "oidc", .name = "eve", .groups = {"Admins", "github:ada", "ada"}},
        // A name that looks like a group is none; see CheckIdentity.
        Identity{.provider = "proxy", .name = "oidc:@admins"}}) {
    EXPECT_THAT(grants->ScopesOf(other), IsEmpty()) << other.principal();
  }
  const Identity ada = {.provider = "github", .name = "Ada"};
  EXPECT_THAT(grants->ScopesOf(ada), ElementsAre(Scope::kAdmin));
}

TEST(Grants, NameGroupsWithSpaces) {
  const auto grants = GrantsOf("proxy:@Domain%20Users read\n");
  const Identity bob = {.provider = "proxy", .name = "bob", .groups = {"Domain Users", "x"}};
  EXPECT_THAT(grants->ScopesOf(bob), ElementsAre(Scope::kRead));
  EXPECT_THAT(grants->OnlyNamedGroups(bob).groups, ElementsAre("Domain Users"));
}

TEST(Grants, SayWhichLineIsWrong) {
  const struct {
    std::string text;
    std::string problem;
  } kCases[] = {
      {"everyone read\n\nada read", "line 3: 'ada' names nobody; wanted oidc:NAME"},
      {"oidc: read", "line 1: 'oidc:' names nobody"},
      {"oidc:@ read", "line 1: 'oidc:@' names nobody"},
      {"saml:ada read", "line 1: 'saml:ada' names nobody"},
      {"everyone", "line 1: found 1 words; wanted who, scopes and perhaps repositories"},
      {"proxy:@Domain Users read acme/*", "line 1: found 4 words"},
      {"everyone write", "line 1: 'write' is not a scope; wanted read, review or admin"},
      {"everyone read train", "line 1: repositories 'train' has to be \"owner/name\""},
  };
  for (const auto& wrong : kCases) {
    EXPECT_THAT(ParseGrants(wrong.text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(wrong.problem)));
  }
  EXPECT_THAT(Grants::FromFile(WriteGrants("# nothing\n"), [] { return absl::UnixEpoch(); }),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("there are none")));
}

TEST(Grants, AreReadAgainWhenTheFileChanges) {
  absl::Time now = absl::UnixEpoch();
  const std::string path = WriteGrants("oidc:ada admin\n");
  ASSERT_OK_AND_ASSIGN(const auto grants, Grants::FromFile(path, [&] { return now; }));
  const Identity ada = {.provider = "oidc", .name = "ada"};
  EXPECT_THAT(grants->ScopesOf(ada), ElementsAre(Scope::kAdmin));
  ASSERT_OK(WriteFile(path, "oidc:bob admin\n"));
  now += absl::Seconds(2);
  EXPECT_THAT(grants->ScopesOf(ada), IsEmpty());
  ASSERT_OK(WriteFile(path, "nonsense"));
  now += absl::Seconds(2);
  EXPECT_THAT(grants->ScopesOf({.provider = "oidc", .name = "bob"}), ElementsAre(Scope::kAdmin))
      << "what was known stays valid";
}

}  // namespace
}  // namespace allreview::access
