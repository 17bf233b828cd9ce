#include "gateway/access/people.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gateway/access/sessions.h"
#include "gateway/store/open_store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::access {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kGrants[] =
    "proxy:@trainers read,review acme/train\n"
    "oidc:ada read,admin\n"
    "oidc:ada review acme/*\n";

struct Fixture {
  explicit Fixture(std::unique_ptr<Access> tokens = nullptr) {
    const std::string path = testing::TempDir() + "/grants";
    EXPECT_OK(WriteFile(path, kGrants));
    auto grants = Grants::FromFile(path, absl::Now);
    EXPECT_OK(grants);
    AccessOptions access;
    access.on_refusal = [this](const Refusal& refusal) { refusals.push_back(refusal); };
    people = std::make_unique<People>(PeopleOptions{.grants = *std::move(grants),
                                                    .sessions = &sessions,
                                                    .tokens = std::move(tokens),
                                                    .access = std::move(access)});
  }

  absl::StatusOr<Caller> Check(const std::string& authorization, absl::string_view rpc) {
    return people->Check({.authorization = authorization, .rpc = rpc});
  }
  std::string LogIn(const std::string& name) {
    const auto token =
        sessions.Open({.identity = {.provider = "oidc", .name = name}, .lifetime = absl::Hours(1)});
    EXPECT_OK(token);
    return absl::StrCat("Bearer ", *token);
  }

  std::unique_ptr<gateway::KeyedStore> store = *gateway::OpenKeyedStore("sqlite::memory:", {});
  Sessions sessions{store.get(), absl::Now};
  std::vector<Refusal> refusals;
  std::unique_ptr<People> people;
};

TEST(People, MayDoInEachRepositoryWhatTheGrantsSayOfTheScope) {
  Fixture server;
  const std::string ada = server.LogIn("ada");
  ASSERT_OK_AND_ASSIGN(const Caller reader, server.Check(ada, "GetReview"));
  EXPECT_EQ(reader.name, "oidc:ada");
  EXPECT_TRUE(reader.MaySeeEverything());
  ASSERT_OK_AND_ASSIGN(const Caller reviewer, server.Check(ada, "AddFeedback"));
  EXPECT_THAT(reviewer.repositories, ElementsAre("acme/*"));
  EXPECT_FALSE(reviewer.MaySee("other/train"));
  EXPECT_TRUE(reviewer.is_operator) << "whatever the scope that was asked for is good for";
  EXPECT_OK(server.Check(ada, "ListAudit"));
}

TEST(People, WhoAreNotNamedMayDoNothing) {
  Fixture server;
  EXPECT_THAT(server.Check(server.LogIn("eve"), "GetReview"),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       "GetReview needs the scope read, which no line of the grants gives to "
                       "oidc:eve (in no group that they name)"));
  ASSERT_EQ(server.refusals.size(), 1u);
  EXPECT_EQ(server.refusals[0].actor, "oidc:eve");
}

TEST(People, OfATrustedProxyComeWithAVoucherOfThisProcess) {
  Fixture server;
  const std::string voucher = server.people->Vouch(
      {.provider = "proxy", .name = "bob", .groups = {"trainers", std::string(9000, 'x')}});
  EXPECT_LT(voucher.size(), 500u) << "groups that nothing names do not travel";
  ASSERT_OK_AND_ASSIGN(const Caller bob, server.Check(voucher, "AddFeedback"));
  EXPECT_EQ(bob.name, "proxy:bob");
  EXPECT_THAT(bob.repositories, ElementsAre("acme/train"));
  EXPECT_THAT(server.Check(voucher, "ListAudit"),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("(in the groups trainers)")));
  // Nobody else can make one: neither another process, nor who changes it.
  Fixture elsewhere;
  for (std::string forged :
       {elsewhere.people->Vouch({.provider = "oidc", .name = "ada"}), voucher + "0",
        voucher.substr(0, voucher.find('.') + 1), voucher.substr(0, voucher.find('.')),
        std::string("Bearer arv_e30.00")}) {
    EXPECT_THAT(server.Check(forged, "GetReview"),
                StatusIs(absl::StatusCode::kUnauthenticated,
                         "the session has ended or was revoked; log in again at /login"))
        << forged;
  }
  std::string renamed = voucher;
  renamed[15] ^= 1;
  EXPECT_FALSE(server.Check(renamed, "GetReview").ok());
}

TEST(People, AreGoneWithTheirSession) {
  Fixture server;
  const std::string ada = server.LogIn("ada");
  ASSERT_OK(server.Check(ada, "GetReview"));
  ASSERT_OK(server.sessions.Close(ada.substr(7)));
  EXPECT_THAT(server.Check(ada, "GetReview"),
              StatusIs(absl::StatusCode::kUnauthenticated, testing::_));
  ASSERT_OK_AND_ASSIGN(const auto who, server.people->Who(ada));
  EXPECT_FALSE(who.has_value());
  EXPECT_EQ(server.refusals.back().actor, "unknown");
}

TEST(People, StandBesideApiTokens) {
  const std::string path = testing::TempDir() + "/tokens";
  ASSERT_OK(WriteFile(path, absl::StrCat("ci read ", Sha256Hex("art_1"), "\n")));
  ASSERT_OK_AND_ASSIGN(auto tokens, Access::FromFile(path, {}));
  Fixture server(std::move(tokens));
  ASSERT_OK_AND_ASSIGN(const Caller ci, server.Check("Bearer art_1", "GetReview"));
  EXPECT_EQ(ci.name, "token:ci");
  EXPECT_THAT(ci.repositories, IsEmpty());
  EXPECT_OK(server.Check(server.LogIn("ada"), "GetReview"));
  ASSERT_OK_AND_ASSIGN(const auto who, server.people->Who("Bearer art_1"));
  EXPECT_FALSE(who.has_value()) << "a token is no person";
}

TEST(People, AreTheOnlyOnesWhereThereAreNoTokens) {
  Fixture server;
  EXPECT_THAT(server.Check("", "GetReview"),
              StatusIs(absl::StatusCode::kUnauthenticated,
                       "GetReview needs somebody who is logged in; see /login"));
  EXPECT_THAT(server.Check("Bearer art_1", "GetReview"),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("--tokens=FILE")));
  EXPECT_THAT(server.Check("Basic YTpi", "GetReview"),
              StatusIs(absl::StatusCode::kUnauthenticated, testing::_));
}

}  // namespace
}  // namespace allreview::access
