#include "gateway/api/docs_page.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::api {
namespace {

using ::testing::HasSubstr;

std::string HeaderOf(const http::HttpResponse& response, absl::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

TEST(DocsPage, ShowsTheDescriptionByAScriptOfThisServerAlone) {
  const std::vector<http::Route> routes = DocsRoutes();
  ASSERT_EQ(routes.size(), 2u);
  EXPECT_EQ(routes[0].pattern, "/docs");
  const http::HttpResponse page = routes[0].handler({.method = "GET"});
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(page.body, HasSubstr("spec-url=\"/openapi.json\""));
  EXPECT_THAT(page.body, HasSubstr(absl::StrCat("src=\"", routes[1].pattern, "\"")));
  EXPECT_FALSE(absl::StrContains(page.body, "http"));
  const std::string policy = HeaderOf(page, "Content-Security-Policy");
  EXPECT_THAT(policy, HasSubstr("script-src 'self';"));
  EXPECT_THAT(policy, HasSubstr("connect-src 'self';"));
  EXPECT_NE(HeaderOf(page, "ETag"), "");
}

TEST(DocsPage, KeepsItsScriptInTheBrowserUntilItChanges) {
  const std::vector<http::Route> routes = DocsRoutes();
  const http::HttpResponse script = routes[1].handler({});
  EXPECT_EQ(HeaderOf(script, "Content-Encoding"), "gzip");
  EXPECT_THAT(HeaderOf(script, "Cache-Control"), HasSubstr("immutable"));
  EXPECT_EQ(script.body.substr(0, 2), "\x1f\x8b");
  EXPECT_GT(script.body.size(), 100000u);
}

}  // namespace
}  // namespace allreview::api
