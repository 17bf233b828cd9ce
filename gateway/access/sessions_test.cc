#include "gateway/access/sessions.h"

#include <memory>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gateway/store/open_store.h"
#include "gateway/testing/store_backend.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::access {
namespace {

using gateway::RedisServer;
using gateway::StoreBackend;
using gateway::StoreKind;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Identity kAda = {.provider = "oidc", .name = "ada", .groups = {"trainers", "d\xC3\xA4ta"}};

class SessionsTest : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override {
    if (!StoreBackend::IsInstalled(GetParam())) GTEST_SKIP() << RedisServer::kNotInstalled;
    backend_.emplace(GetParam());
    auto store = gateway::OpenKeyedStore(backend_->url(), {});
    ASSERT_OK(store);
    store_ = *std::move(store);
    sessions_.emplace(store_.get(), [this] { return now_; });
  }

  std::optional<StoreBackend> backend_;
  std::unique_ptr<gateway::KeyedStore> store_;
  absl::Time now_ = absl::FromUnixSeconds(1'800'000'000);
  std::optional<Sessions> sessions_;
};

TEST_P(SessionsTest, LastAsLongAsTheyAreGiven) {
  ASSERT_OK_AND_ASSIGN(const std::string token,
                       sessions_->Open({.identity = kAda, .lifetime = absl::Hours(12)}));
  EXPECT_TRUE(absl::StartsWith(token, kSessionPrefix));
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> session, sessions_->Find(token));
  ASSERT_TRUE(session.has_value());
  EXPECT_EQ(session->identity.principal(), "oidc:ada");
  EXPECT_EQ(session->identity.groups, kAda.groups);
  EXPECT_EQ(session->ends_at, now_ + absl::Hours(12));
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> other, sessions_->Find(token + "x"));
  EXPECT_FALSE(other.has_value());
  now_ += absl::Hours(12);
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> late, sessions_->Find(token));
  EXPECT_FALSE(late.has_value());
}

TEST_P(SessionsTest, AreKeptWithoutTheirTokens) {
  ASSERT_OK_AND_ASSIGN(const std::string token,
                       sessions_->Open({.identity = kAda, .lifetime = absl::Hours(1)}));
  ASSERT_OK_AND_ASSIGN(const auto entries, store_->Scan(gateway::KeysWithPrefix("session/")));
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].key, "session/" + Sha256Hex(token));
  EXPECT_THAT(entries[0].value, Not(HasSubstr(token.substr(8))));
  // What is listed is no way in.
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> by_id, sessions_->Find(Sha256Hex(token)));
  EXPECT_FALSE(by_id.has_value());
}

TEST_P(SessionsTest, AreOverAtOnceWhenRevoked) {
  ASSERT_OK_AND_ASSIGN(const std::string token,
                       sessions_->Open({.identity = kAda, .lifetime = absl::Hours(1)}));
  ASSERT_OK_AND_ASSIGN(const std::string other,
                       sessions_->Open({.identity = {.provider = "github", .name = "bob"},
                                        .lifetime = absl::Hours(1)}));
  // As another gateway on the same store.
  Sessions elsewhere(store_.get(), [this] { return now_; });
  EXPECT_OK(elsewhere.Revoke(Sha256Hex(token)));
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> revoked, sessions_->Find(token));
  EXPECT_FALSE(revoked.has_value());
  ASSERT_OK_AND_ASSIGN(const std::vector<Session> left, sessions_->List());
  EXPECT_THAT(left, ElementsAre(Field(&Session::id, Sha256Hex(other))));
  EXPECT_THAT(sessions_->Get(Sha256Hex(token)), StatusIs(absl::StatusCode::kNotFound, testing::_));
  EXPECT_THAT(sessions_->Get(std::string(5000, 'x')),
              StatusIs(absl::StatusCode::kNotFound, testing::_));
  EXPECT_OK(sessions_->Close(other));
  ASSERT_OK_AND_ASSIGN(const std::vector<Session> none, sessions_->List());
  EXPECT_THAT(none, IsEmpty());
}

TEST_P(SessionsTest, OfAPersonAreAsManyAsAreAllowed) {
  Sessions sessions(
      store_.get(), [this] { return now_; }, 2);
  std::vector<std::string> tokens;
  for (int i = 0; i < 4; ++i) {
    now_ += absl::Milliseconds(1);
    ASSERT_OK_AND_ASSIGN(tokens.emplace_back(),
                         sessions.Open({.identity = kAda, .lifetime = absl::Hours(1)}));
    ASSERT_OK(sessions.Open({.identity = {.provider = "oidc", .name = absl::StrCat("bob", i)},
                             .lifetime = absl::Hours(1)}));
  }
  ASSERT_OK_AND_ASSIGN(const std::vector<Session> left, sessions.ListOf("oidc:ada"));
  EXPECT_THAT(left, ElementsAre(Field(&Session::id, Sha256Hex(tokens[3])),
                                Field(&Session::id, Sha256Hex(tokens[2]))));
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> oldest, sessions.Find(tokens[1]));
  EXPECT_FALSE(oldest.has_value());
  ASSERT_OK_AND_ASSIGN(const std::vector<Session> all, sessions.List());
  EXPECT_EQ(all.size(), 6u) << "nobody else lost one";
}

TEST_P(SessionsTest, OfAPersonEndTogether) {
  ASSERT_OK(sessions_->Open({.identity = kAda, .lifetime = absl::Hours(1)}));
  ASSERT_OK(sessions_->Open({.identity = kAda, .lifetime = absl::Hours(1)}));
  ASSERT_OK(sessions_->Open(
      {.identity = {.provider = "github", .name = "ada"}, .lifetime = absl::Hours(1)}));
  ASSERT_OK_AND_ASSIGN(const int revoked, sessions_->RevokeAllOf("oidc:ada"));
  EXPECT_EQ(revoked, 2);
  ASSERT_OK_AND_ASSIGN(const std::vector<Session> left, sessions_->List());
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].identity.principal(), "github:ada");
}

TEST_P(SessionsTest, LeaveNothingBehind) {
  for (int hours : {1, 1, 3}) {
    ASSERT_OK(sessions_->Open({.identity = kAda, .lifetime = absl::Hours(hours)}));
  }
  EXPECT_OK(sessions_->UseUp("login"));
  EXPECT_THAT(sessions_->UseUp("login"), StatusIs(absl::StatusCode::kAborted, testing::_));
  ASSERT_OK(store_->Commit({{.key = "session/damaged", .value = "{"}}));
  now_ += absl::Hours(2);
  ASSERT_OK_AND_ASSIGN(const int removed, sessions_->RemoveEnded());
  EXPECT_EQ(removed, 3);
  ASSERT_OK_AND_ASSIGN(const auto entries, store_->Scan({}));
  EXPECT_EQ(entries.size(), 1u) << "the one of three hours";
}

TEST_P(SessionsTest, RefuseNamesThatGrantsCouldMisread) {
  for (const char* name : {"", "@admins", "ada lovelace", "a\nb", "\xC3\xA4"}) {
    EXPECT_THAT(sessions_->Open(
                    {.identity = {.provider = "oidc", .name = name}, .lifetime = absl::Hours(1)}),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("cannot be used")))
        << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Stores, SessionsTest, testing::ValuesIn(gateway::kStoreKinds),
                         gateway::NameOfStore);

}  // namespace
}  // namespace allreview::access
