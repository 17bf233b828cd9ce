#include "gateway/access/access.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/access/token.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::access {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string WriteTokens(const std::string& text) {
  std::string path =
      absl::StrCat(testing::TempDir(), "/",
                   testing::UnitTest::GetInstance()->current_test_info()->name(), ".tokens");
  EXPECT_OK(WriteFile(path, text));
  return path;
}

std::string Line(const std::string& name, const std::string& scopes, const std::string& token) {
  return absl::StrCat(name, " ", scopes, " ", Sha256Hex(token), "\n");
}

absl::StatusOr<Caller> Check(Access& access, const std::string& authorization,
                             const std::string& rpc) {
  return access.Check({.authorization = authorization, .rpc = rpc});
}

TEST(Access, LetsATokenDoWhatItsScopesSay) {
  ASSERT_OK_AND_ASSIGN(
      const auto access,
      Access::FromFile(WriteTokens("# people\n\n" + Line("ci", "read,review", "one") +
                                   Line("operator", "admin", "two")),
                       {}));
  ASSERT_OK_AND_ASSIGN(const Caller ci, Check(*access, "Bearer one", "SubmitReview"));
  EXPECT_EQ(ci.name, "token:ci");
  EXPECT_OK(Check(*access, "bearer  one", "GetReview"));
  EXPECT_FALSE(ci.is_operator);
  ASSERT_OK_AND_ASSIGN(const Caller all, Check(*access, "Bearer two", "ListAudit"));
  EXPECT_TRUE(all.is_operator);
  EXPECT_THAT(Check(*access, "Bearer one", "ListAudit"),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       "ListAudit needs the scope admin, which the token 'ci' does not have"));
  EXPECT_THAT(Check(*access, "Bearer two", "GetReview"),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("the scope read")));
}

TEST(Access, RefusesWhoeverHasNoKnownToken) {
  ASSERT_OK_AND_ASSIGN(const auto access,
                       Access::FromFile(WriteTokens(Line("ci", "read", "one")), {}));
  EXPECT_THAT(Check(*access, "", "GetReview"),
              StatusIs(absl::StatusCode::kUnauthenticated,
                       "GetReview needs a token with the scope read, found none; send "
                       "\"authorization: Bearer TOKEN\""));
  for (const char* authorization :
       {"Bearer two", "Bearer ", "Bearer one ' or 1=1", "Bearer onee", "Bearer on"}) {
    EXPECT_THAT(Check(*access, authorization, "GetReview"),
                StatusIs(absl::StatusCode::kUnauthenticated,
                         "the token is not known here; it may have been withdrawn"))
        << authorization;
  }
  EXPECT_THAT(Check(*access, "Basic b25l", "GetReview"),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("another kind than Bearer")));
  EXPECT_THAT(Check(*access, absl::StrCat("Bearer ", Sha256Hex("one")), "GetReview"),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("not known")))
      << "who has read the file of tokens is no holder of one";
}

TEST(Access, RefusesMethodsWithoutAScope) {
  ASSERT_OK_AND_ASSIGN(const auto access,
                       Access::FromFile(WriteTokens(Line("ci", "read", "one")), {}));
  EXPECT_THAT(Check(*access, "Bearer one", "DropEverything"),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("DropEverything")));
}

TEST(Access, ReadsTheFileAgainWhenItHasChanged) {
  SetMinLogLevel(LogLevel::kNone);
  absl::Time now = absl::UnixEpoch();
  const std::string path = WriteTokens(Line("ci", "read", "one"));
  ASSERT_OK_AND_ASSIGN(const auto access, Access::FromFile(path, {.now = [&now] { return now; }}));
  ASSERT_OK(WriteFile(path, Line("ci", "read", "another")));
  now += absl::Seconds(2);
  EXPECT_THAT(Check(*access, "Bearer one", "GetReview"), Not(IsOk()));
  EXPECT_OK(Check(*access, "Bearer another", "GetReview"));

  ASSERT_OK(WriteFile(path, "broken"));
  now += absl::Seconds(2);
  EXPECT_OK(Check(*access, "Bearer another", "GetReview"));
  std::filesystem::remove(path);
  now += absl::Seconds(2);
  EXPECT_OK(Check(*access, "Bearer another", "GetReview"));
  ASSERT_OK(WriteFile(path, Line("ci", "read", "one")));
  now += absl::Seconds(2);
  EXPECT_OK(Check(*access, "Bearer one", "GetReview"));
}

TEST(Access, ReportsRefusalsWithoutTheTokenAndWithABound) {
  absl::Time now = absl::UnixEpoch();
  std::vector<Refusal> refusals;
  ASSERT_OK_AND_ASSIGN(
      const auto access,
      Access::FromFile(WriteTokens(Line("ci", "read", "one")),
                       {.on_refusal = [&](const Refusal& refusal) { refusals.push_back(refusal); },
                        .now = [&now] { return now; }}));
  EXPECT_OK(Check(*access, "Bearer one", "GetReview"));
  EXPECT_THAT(Check(*access, "Bearer one", "ListAudit"), Not(IsOk()));
  ASSERT_EQ(refusals.size(), 1u);
  EXPECT_EQ(refusals[0].actor, "token:ci");
  EXPECT_EQ(refusals[0].rpc, "ListAudit");
  for (int i = 0; i < 100; ++i)
    EXPECT_THAT(Check(*access, "Bearer s3cret", "GetTrends"), Not(IsOk()));
  EXPECT_EQ(refusals.size(), static_cast<size_t>(Access::kMaxRefusalsPerMinute));
  now += absl::Minutes(1);
  EXPECT_THAT(Check(*access, "Bearer s3cret", "GetTrends"), Not(IsOk()));
  EXPECT_EQ(refusals.back().unreported, 41);
  EXPECT_EQ(refusals.back().actor, "unknown");
  for (const Refusal& refusal : refusals) EXPECT_THAT(refusal.reason, Not(HasSubstr("s3cret")));
}

TEST(Access, WithoutTokensAllowsEverything) {
  const auto access = Access::Open();
  ASSERT_OK_AND_ASSIGN(const Caller caller, Check(*access, "", "ListAudit"));
  EXPECT_EQ(caller.name, "anonymous");
  EXPECT_TRUE(caller.MaySee(""));
}

TEST(Access, NamesTheFileAndTheLineThatCannotBeRead) {
  EXPECT_THAT(Access::FromFile("/nowhere/tokens", {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nowhere/tokens")));
  const std::string path = WriteTokens("# one\nci read art_abc\n");
  EXPECT_THAT(Access::FromFile(path, {}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       absl::StrCat("tokens in ", path,
                                    ", line 2: the third word has 7 characters; wanted the 64 "
                                    "hexadecimal digits of a token's SHA-256, as `allreview "
                                    "tokens new` prints them")));
}

TEST(Caller, SeesTheRepositoriesOfItsGlobs) {
  const Caller caller = {.name = "x", .repositories = {"acme/*", "other/train", "*/docs"}};
  EXPECT_TRUE(caller.MaySee("acme/train"));
  EXPECT_TRUE(caller.MaySee("ACME/Train"));
  EXPECT_TRUE(caller.MaySee("other/train"));
  EXPECT_TRUE(caller.MaySee("anybody/docs"));
  EXPECT_FALSE(caller.MaySee("acme-labs/train"));
  EXPECT_FALSE(caller.MaySee("other/trainer"));
  EXPECT_FALSE(caller.MaySee("")) << "a change that is not on GitHub";
}

TEST(Caller, SeesAnOrganisationOnlyAsAWhole) {
  const auto sees = [](std::vector<std::string> globs, const char* organisation) {
    return Caller{.name = "x", .repositories = std::move(globs)}.MaySeeAllOf(organisation);
  };
  EXPECT_TRUE(sees({}, "acme"));
  EXPECT_TRUE(sees({}, ""));
  for (const char* glob : {"acme/*", "ACME/*", "*", "acme*", "a*/*", "*/*", "acme/**"}) {
    EXPECT_TRUE(sees({"other/one", glob}, "Acme")) << glob;
    EXPECT_FALSE(sees({glob}, "")) << glob;
  }
  for (const char* glob : {"acme/train", "acme/t*", "acme/*-internal", "*/train", "acm/*", "acme",
                           "acme-labs/*", "other/*"}) {
    EXPECT_FALSE(sees({glob}, "acme")) << glob;
  }
}

TEST(CheckAddress, WantsTokensWhereOthersCanCall) {
  for (const char* address :
       {"127.0.0.1:80", "127.9.9.9:80", "localhost:80", "[::1]:80", "::1", "unix:/run/x"}) {
    EXPECT_OK(CheckAddress({.address = address})) << address;
  }
  for (const char* address : {"0.0.0.0:80", "[::]:80", "10.0.0.1:80", "host:80",
                              "127.0.0.1.example:80", "localhost.example:80", ":80", ""}) {
    EXPECT_THAT(CheckAddress({.address = address}), Not(IsOk())) << address;
    EXPECT_OK(CheckAddress({.address = address, .has_tokens = true}));
    EXPECT_OK(CheckAddress({.address = address, .has_client_certificates = true}));
  }
  EXPECT_THAT(CheckAddress({.address = "0.0.0.0:80", .flag = "--http-listen"}),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "--http-listen=0.0.0.0:80 can be reached from other machines, and without "
                       "tokens everybody there could read reviews and ask for more; give "
                       "--tokens=FILE (`allreview tokens new --name=NAME --scopes=read,review` "
                       "prints its lines), or listen on 127.0.0.1"));
}

TEST(ParseTokens, SaysWhatIsWrongWithALine) {
  const std::string digest(64, 'a');
  const struct {
    std::string text;
    const char* reason;
  } kCases[] = {
      {"ci", "line 1: found 1 words"},
      {"ci read " + digest + " a/b more", "line 1: found 5 words"},
      {"c/i read " + digest, "token name 'c/i'"},
      {"ci write " + digest, "'write' is not a scope; wanted read, review or admin"},
      {"ci read " + digest + " acme", "repositories 'acme' has to be \"owner/name\""},
      {"ci read " + digest + "\nci read " + std::string(64, 'b'), "line 2: 'ci' has the name or"},
      {"ci read " + digest + "\nx read " + digest,
       "line 2: 'x' has the name or the digest of 'ci'"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(ParseTokens(c.text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.reason)));
  }
}

TEST(MakeToken, GivesATokenAndALineThatBelongTogether) {
  const TokenEntry entry = {
      .name = "ci", .scopes = {Scope::kRead, Scope::kReview}, .repositories = {"acme/*"}};
  ASSERT_OK_AND_ASSIGN(const NewToken made, MakeToken(entry, std::string(32, '\xfe')));
  EXPECT_EQ(made.token, "art_" + std::string("_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v4"));
  ASSERT_OK_AND_ASSIGN(const auto entries, ParseTokens(made.line));
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].name, "ci");
  EXPECT_EQ(entries[0].sha256, Sha256Hex(made.token));
  EXPECT_THAT(entries[0].scopes, ElementsAre(Scope::kRead, Scope::kReview));
  EXPECT_THAT(entries[0].repositories, ElementsAre("acme/*"));
  EXPECT_FALSE(absl::StrContains(made.line, made.token));
}

TEST(MakeToken, RefusesWhatTheFileWouldRefuse) {
  const std::string entropy(32, 'x');
  EXPECT_THAT(MakeToken({.name = "a b", .scopes = {Scope::kRead}}, entropy), Not(IsOk()));
  EXPECT_THAT(MakeToken({.name = "a"}, entropy),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("good for nothing")));
  EXPECT_NE(RandomBytes(32), RandomBytes(32));
}

}  // namespace
}  // namespace allreview::access
