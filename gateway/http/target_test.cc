#include "gateway/http/target.h"

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/http/client.h"
#include "gateway/http/connection_limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(ParseTarget, DecodesSegmentsAndParametersOnce) {
  ASSERT_OK_AND_ASSIGN(const Target target, ParseTarget("/a%20b/%2541?x=1+2&y=%26&z&=e&&"));
  EXPECT_THAT(target.path, ElementsAre("a b", "%41"));
  EXPECT_THAT(target.query,
              ElementsAre(Pair("x", "1 2"), Pair("y", "&"), Pair("z", ""), Pair("", "e")));
}

TEST(ParseTarget, TakesTheWholeFormAndTheRoot) {
  EXPECT_THAT(ParseTarget("/")->path, IsEmpty());
  EXPECT_THAT(ParseTarget("/a/")->path, ElementsAre("a", ""));
  EXPECT_THAT(ParseTarget("http://host:80/a?b=c")->path, ElementsAre("a"));
  EXPECT_THAT(ParseTarget("HTTPS://host")->path, IsEmpty());
}

TEST(ParseTarget, RefusesWhatTwoReadersCouldTakeDifferently) {
  const struct {
    const char* target;
    const char* reason;
  } kCases[] = {
      {"", "does not begin with '/'"},
      {"*", "does not begin with '/'"},
      {"a", "does not begin with '/'"},
      {"host:443", "does not begin with '/'"},
      {"http://host?a", "does not begin with '/'"},
      {"//", "empty segment"},
      {"//a", "empty segment"},
      {"/a//b", "empty segment"},
      {"/a/../b", "\".\" or \"..\""},
      {"/%2e%2E/b", "\".\" or \"..\""},
      {"/.", "\".\" or \"..\""},
      {"/a%2fb", "slash"},
      {"/a%5Cb", "slash"},
      {"/a\\b", "slash"},
      {"/a%00b", "control character"},
      {"/a%0d%0ab", "control character"},
      {"/a%7f", "control character"},
      {"/%", "'%'"},
      {"/%4", "'%'"},
      {"/%zz", "'%'"},
      {"/%ff", "UTF-8"},
      {"/%c0%af", "UTF-8"},
      {"/a#b", "fragment"},
      {"/a?x=%0", "'%'"},
      {"/a?x=%00", "control character"},
      {"/a?x%0a=1", "control character"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(ParseTarget(c.target),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.reason)))
        << c.target;
  }
}

TEST(ParseQuery, TakesNoMoreThanAHundredParameters) {
  std::string query = "a=1";
  for (int i = 1; i < 100; ++i) absl::StrAppend(&query, "&a=1");
  EXPECT_OK(ParseQuery(query));
  EXPECT_THAT(ParseQuery(query + "&a=1"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("more than 100")));
}

TEST(PercentEncode, IsReversedByParsing) {
  std::string all;
  for (int c = 1; c < 128; ++c) all.push_back(static_cast<char>(c));
  EXPECT_THAT(*ParseQuery("a=" + PercentEncode(all)), ElementsAre(Pair("a", all)));
}

TEST(FindClient, ReadsForwardedAddressesFromTheEnd) {
  const Fields headers = {{"x-forwarded-for", "1.1.1.1, 192.0.2.7"},
                          {"x-forwarded-for", "10.0.0.2"},
                          {"x-forwarded-proto", "https"}};
  EXPECT_EQ(FindClient("10.0.0.1", headers, {}).address, "10.0.0.1");
  const Client client =
      FindClient("10.0.0.1", headers, *AddressRanges::Parse({"10.0.0.1", "10.0.0.2"}));
  EXPECT_EQ(client.address, "192.0.2.7");
  EXPECT_TRUE(client.is_encrypted);
  EXPECT_EQ(
      FindClient("10.0.0.1", {{"x-forwarded-for", "<script>"}}, *AddressRanges::Parse({"10.0.0.1"}))
          .address,
      "10.0.0.1");
}

TEST(ConnectionLimits, GivePlacesBack) {
  ConnectionLimits limits({.max_connections = 3,
                           .max_per_address = 1,
                           .unlimited = *AddressRanges::Parse({"10.0.0.1"})});
  {
    const auto a = limits.Take("a");
    EXPECT_TRUE(a.has_value());
    EXPECT_FALSE(limits.Take("a").has_value());
    const auto one = limits.Take("10.0.0.1");
    const auto two = limits.Take("10.0.0.1");
    EXPECT_TRUE(two.has_value());
    EXPECT_FALSE(limits.Take("b").has_value()) << "the cap of all";
  }
  EXPECT_EQ(limits.count(), 0);
  EXPECT_TRUE(limits.Take("a").has_value());
}

}  // namespace
}  // namespace allreview::http
