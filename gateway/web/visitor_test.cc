#include "gateway/web/visitor.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kSecret[] = "0123456789abcdef0123456789abcdef";

std::string NewSecret() { return "new-new-new-new-new-new-new-new-new"; }

http::HttpRequest RequestWith(http::Fields headers) {
  return {.method = "POST", .target = "/", .headers = std::move(headers)};
}

Visitor Known() {
  return VisitorOf(RequestWith({{"cookie", absl::StrCat("a=b; allreview_form=", kSecret)}}),
                   NewSecret);
}

// The body that a form of ours would send.
http::Fields OwnForm(const Visitor& visitor) {
  const std::string field = FormToken(visitor).markup();
  const size_t at = field.find("value=\"") + 7;
  return {{"form_token", field.substr(at, field.find('"', at) - at)}};
}

TEST(Visitor, IsKnownByCookies) {
  const Visitor visitor = VisitorOf(
      RequestWith({{"cookie", absl::StrCat("allreview_token=art_1;allreview_form=", kSecret)}}),
      NewSecret);
  EXPECT_EQ(visitor.token, "art_1");
  EXPECT_EQ(visitor.form_secret, kSecret);
  EXPECT_FALSE(visitor.is_new);
}

TEST(Visitor, IsWhomAHeaderOrASessionNamesBeforeATypedToken) {
  const std::string cookies =
      absl::StrCat("allreview_token=art_1; allreview_session=ars_1; allreview_form=", kSecret);
  EXPECT_EQ(VisitorOf(RequestWith({{"cookie", cookies}}), NewSecret).token, "ars_1");
  const Visitor vouched =
      VisitorOf(RequestWith({{"cookie", cookies}, {"authorization", "Bearer arv_1"}}), NewSecret);
  EXPECT_EQ(vouched.token, "arv_1");
  EXPECT_TRUE(vouched.is_vouched_for);
  // Another gateway vouches in other words, and takes the same form.
  const http::HttpRequest request =
      RequestWith({{"cookie", cookies}, {"authorization", "Bearer arv_2"}});
  EXPECT_TRUE(IsOwnForm(request, OwnForm(vouched), VisitorOf(request, NewSecret)));
}

TEST(Visitor, GetsANewSecretWhenTheCookieIsMissingOrShort) {
  for (const char* cookie :
       {"", "allreview_form=short", "other_allreview_form=0123456789abcdef0123456789abcdef"}) {
    const Visitor visitor = VisitorOf(RequestWith({{"cookie", cookie}}), NewSecret);
    EXPECT_TRUE(visitor.is_new) << cookie;
    EXPECT_EQ(visitor.form_secret, NewSecret());
  }
}

TEST(Visitor, BelievesOnlyHostCookiesOverTls) {
  http::HttpRequest request =
      RequestWith({{"cookie", "allreview_token=planted; __Host-allreview_token=own"}});
  request.is_encrypted = true;
  EXPECT_EQ(VisitorOf(request, NewSecret).token, "own");
}

TEST(Cookies, AreOutOfReachOfScriptsAndOtherSites) {
  Visitor visitor = Known();
  EXPECT_EQ(TokenCookie(visitor, "art_1"),
            "allreview_token=art_1; Path=/; HttpOnly; SameSite=Strict");
  visitor.is_encrypted = true;
  EXPECT_EQ(TokenCookie(visitor, "art_1"),
            "__Host-allreview_token=art_1; Path=/; HttpOnly; SameSite=Strict; Secure");
  EXPECT_THAT(TokenCookie(visitor, ""), HasSubstr("Max-Age=0"));
}

TEST(Cookies, HoldNoTokenThatWouldBreakThem) {
  for (const char* token : {"a;b", "a b", "a\r\nSet-Cookie: x", "a\"b", "a,b"}) {
    EXPECT_THAT(TokenCookie(Known(), token), HasSubstr("allreview_token=;")) << token;
    EXPECT_FALSE(IsPlainToken(token));
  }
}

TEST(OwnForm, IsAccepted) {
  EXPECT_TRUE(IsOwnForm(
      RequestWith({{"host", "a:1"}, {"origin", "http://a:1"}, {"sec-fetch-site", "same-origin"}}),
      OwnForm(Known()), Known()));
  // Browsers without these headers are protected by the token alone.
  EXPECT_TRUE(IsOwnForm(RequestWith({{"host", "a:1"}}), OwnForm(Known()), Known()));
}

struct ForgedCase {
  const char* name;
  http::Fields headers;
};

class ForgedForms : public testing::TestWithParam<ForgedCase> {};

TEST_P(ForgedForms, AreRefusedEvenWithTheToken) {
  EXPECT_FALSE(IsOwnForm(RequestWith(GetParam().headers), OwnForm(Known()), Known()));
}

INSTANTIATE_TEST_SUITE_P(
    Visitor, ForgedForms,
    testing::Values(ForgedCase{"CrossSite", {{"host", "a"}, {"sec-fetch-site", "cross-site"}}},
                    ForgedCase{"Subdomain", {{"host", "a"}, {"sec-fetch-site", "same-site"}}}),
    [](const testing::TestParamInfo<ForgedCase>& test) { return test.param.name; });

TEST(OwnForm, NeedsTheTokenOfThisVisitor) {
  const http::HttpRequest request = RequestWith({{"host", "a"}});
  EXPECT_FALSE(IsOwnForm(request, {}, Known()));
  EXPECT_FALSE(IsOwnForm(request, {{"form_token", ""}}, Known()));
  Visitor other = Known();
  other.form_secret[0] = 'x';
  EXPECT_FALSE(IsOwnForm(request, OwnForm(Known()), other));
  Visitor logged_in = Known();
  logged_in.token = "art_1";
  EXPECT_FALSE(IsOwnForm(request, OwnForm(Known()), logged_in));
}

TEST(OwnForm, DoesNotShowTheSecret) {
  EXPECT_THAT(FormToken(Known()).markup(), Not(HasSubstr(kSecret)));
}

TEST(ParseForm, DecodesFields) {
  const http::Fields form = ParseForm("a=1+2&b=%C3%A9%26&c&=d&e=%zz%FF");
  EXPECT_EQ(FieldOf(form, "a"), "1 2");
  EXPECT_EQ(FieldOf(form, "b"), "é&");
  EXPECT_EQ(FieldOf(form, "c"), "");
  EXPECT_EQ(FieldOf(form, "e"), "%zz\xEF\xBF\xBD");
}

TEST(LocalAddress, IsAPathOfThisServer) {
  EXPECT_TRUE(IsLocalAddress("/reviews/1?document=audit"));
  for (const char* address : {"", "//evil.example", "/\\evil.example", "https://evil.example",
                              "javascript:x", "/a\r\nb", "/a b", "reviews"}) {
    EXPECT_FALSE(IsLocalAddress(address)) << address;
  }
}

TEST(Visitor, FormsLookDifferentInEachAnswerAndAreBelievedAllTheSame) {
  http::HttpRequest request;
  request.headers = {{"cookie", absl::StrCat("allreview_form=", kSecret)}};
  int count = 0;
  const auto random = [&] { return absl::StrCat(std::string(31, 'r'), ++count); };
  const Visitor first = VisitorOf(request, random);
  const Visitor second = VisitorOf(request, random);
  EXPECT_NE(FormToken(first).markup(), FormToken(second).markup());
  EXPECT_TRUE(IsOwnForm(request, OwnForm(first), second));
  EXPECT_TRUE(IsOwnForm(request, OwnForm(second), first));
}

}  // namespace
}  // namespace allreview::web
