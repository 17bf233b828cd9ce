#include "gateway/http/proxy_identity.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

const ProxyIdentity kIdentity = {
    .user_header = "x-forwarded-user",
    .groups_header = "x-forwarded-groups",
    .vouch = [](const std::string& user,
                const std::vector<std::string>& groups) -> absl::StatusOr<std::string> {
      if (user == "@staff") return absl::InvalidArgumentError("the name cannot be used");
      return absl::StrCat("Bearer voucher of ", user, " in ", absl::StrJoin(groups, "+"));
    }};

TEST(ProxyIdentity, OfATrustedProxyBecomesTheAuthorization) {
  Fields headers = {
      {"host", "a"}, {"x-forwarded-user", "ada"}, {"x-forwarded-groups", "trainers, data,,"}};
  EXPECT_OK(ReadProxyIdentity(kIdentity, true, headers));
  EXPECT_THAT(headers,
              ElementsAre(Pair("host", "a"),
                          Pair("authorization", "Bearer voucher of ada in trainers+data")));
}

TEST(ProxyIdentity, OfAnybodyElseIsDropped) {
  Fields headers = {{"x-forwarded-user", "ada"},
                    {"x-forwarded-groups", "trainers"},
                    {"x-forwarded-user", "root"}};
  EXPECT_OK(ReadProxyIdentity(kIdentity, false, headers));
  EXPECT_THAT(headers, IsEmpty());
}

TEST(ProxyIdentity, IsNoneWhereTheProxyNamesNobody) {
  Fields headers = {{"x-forwarded-user", ""}, {"x-forwarded-groups", "trainers"}};
  EXPECT_OK(ReadProxyIdentity(kIdentity, true, headers));
  EXPECT_THAT(headers, IsEmpty());
}

TEST(ProxyIdentity, TakesThePlaceOfWhatTheProxyPassesOnButNotOfAnApiToken) {
  Fields basic = {{"authorization", "Basic YTpi"}, {"x-forwarded-user", "ada"}};
  EXPECT_OK(ReadProxyIdentity(kIdentity, true, basic));
  EXPECT_THAT(basic, ElementsAre(Pair("authorization", "Bearer voucher of ada in ")));
  Fields token = {{"authorization", "Bearer art_1"}, {"x-forwarded-user", "ada"}};
  EXPECT_OK(ReadProxyIdentity(kIdentity, true, token));
  EXPECT_THAT(token, ElementsAre(Pair("authorization", "Bearer art_1")));
}

TEST(ProxyIdentity, IsRefusedWhereAClientsOwnHeaderMayStandBesideTheProxys) {
  Fields users = {{"x-forwarded-user", "root"}, {"x-forwarded-user", "ada"}};
  EXPECT_THAT(ReadProxyIdentity(kIdentity, true, users),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the header x-forwarded-user is there twice; the proxy must replace what "
                       "clients send"));
  Fields groups = {{"x-forwarded-user", "ada"},
                   {"x-forwarded-groups", "admins"},
                   {"x-forwarded-groups", "trainers"}};
  EXPECT_THAT(ReadProxyIdentity(kIdentity, true, groups),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::_));
  Fields name = {{"x-forwarded-user", "@staff"}};
  EXPECT_THAT(ReadProxyIdentity(kIdentity, true, name),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the header x-forwarded-user: the name cannot be used"));
}

TEST(ProxyIdentity, IsOffByDefault) {
  Fields headers = {{"x-forwarded-user", "ada"}};
  EXPECT_OK(ReadProxyIdentity({}, true, headers));
  EXPECT_THAT(headers, ElementsAre(Pair("x-forwarded-user", "ada")));
}

}  // namespace
}  // namespace allreview::http
