#include "gateway/http/router.h"

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

Route At(const std::string& method, const std::string& pattern) {
  return {.method = method, .pattern = pattern, .handler = [](const HttpRequest&) {
            return HttpResponse();
          }};
}

std::string PatternOf(const Router& router, const std::string& method,
                      const std::vector<std::string>& path) {
  const Router::Found found = router.Find(method, path);
  return found.route == nullptr ? "none" : found.route->pattern;
}

TEST(Router, PrefersTheMostLiteralPattern) {
  ASSERT_OK_AND_ASSIGN(const Router router,
                       Router::Make({At("GET", "/{rest...}"), At("GET", "/rules/{id}"),
                                     At("GET", "/rules/standings"), At("GET", "/"),
                                     At("GET", "/{kind}/standings")}));
  EXPECT_EQ(PatternOf(router, "GET", {}), "/");
  EXPECT_EQ(PatternOf(router, "GET", {"rules", "standings"}), "/rules/standings");
  EXPECT_EQ(PatternOf(router, "GET", {"rules", "x"}), "/rules/{id}");
  EXPECT_EQ(PatternOf(router, "GET", {"other", "standings"}), "/{kind}/standings");
  EXPECT_EQ(PatternOf(router, "GET", {"a", "b", "c"}), "/{rest...}");
  EXPECT_EQ(PatternOf(router, "GET", {"rules", ""}), "/{rest...}") << "a parameter is not empty";
}

TEST(Router, HandsOverWhatParametersMatched) {
  ASSERT_OK_AND_ASSIGN(const Router router, Router::Make({At("GET", "/a/{x}/b/{y...}")}));
  EXPECT_THAT(router.Find("HEAD", {"a", "1", "b", "2", "3"}).parameters,
              ElementsAre(Pair("x", "1"), Pair("y", "2/3")));
  EXPECT_EQ(router.Find("GET", {"a", "1"}).route, nullptr);
}

TEST(Router, TellsAMethodThatIsNotAllowedFromAPathThatIsNotThere) {
  ASSERT_OK_AND_ASSIGN(const Router router, Router::Make({At("POST", "/a"), At("DELETE", "/{x}")}));
  EXPECT_THAT(router.Find("GET", {"a"}).allowed, ElementsAre("DELETE", "OPTIONS", "POST"));
  EXPECT_THAT(router.Find("GET", {"a", "b"}).allowed, IsEmpty());
}

TEST(Router, RefusesPatternsThatCannotBeMeant) {
  const auto reason = [](std::vector<Route> routes) {
    return std::string(Router::Make(std::move(routes)).status().message());
  };
  EXPECT_EQ(reason({At("GET", "a")}), "route 'a': wanted a '/' at its begin");
  EXPECT_EQ(reason({At("GET", "/a//b")}), "route '/a//b': found an empty segment");
  EXPECT_EQ(reason({At("GET", "/{}")}), "route '/{}': found a parameter without a name");
  EXPECT_THAT(reason({At("GET", "/{a...}/b")}), HasSubstr("takes all the rest"));
  EXPECT_THAT(reason({At("FETCH", "/")}), HasSubstr("'FETCH' is not one of DELETE, GET"));
  EXPECT_EQ(reason({At("GET", "/{a}"), At("GET", "/{b}")}), "route '/{b}': GET is there twice");
  EXPECT_EQ(reason({{.pattern = "/"}}), "route '/': it has no handler");
}

}  // namespace
}  // namespace allreview::http
