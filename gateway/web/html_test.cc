#include "gateway/web/html.h"

#include "gateway/web/testing/html_check.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using testing::IsEmpty;

TEST(Html, EscapesTextAndAttributesWhereverTheyStand) {
  const std::string hostile = "<b>\"'&</b>";
  EXPECT_EQ(
      El("p", {hostile, Attr("title", hostile)}).markup(),
      "<p title=\"&lt;b&gt;&quot;&#39;&amp;&lt;/b&gt;\">&lt;b&gt;&quot;&#39;&amp;&lt;/b&gt;</p>");
}

TEST(Html, NestsElementsWithoutEscapingThemTwice) {
  EXPECT_EQ(El("ul", {El("li", {"a & b"}), El("li", {Join({"c", El("br", {})})})}).markup(),
            "<ul><li>a &amp; b</li><li>c<br></li></ul>");
}

TEST(Html, LeavesOutAttributesWhoseConditionFails) {
  EXPECT_EQ(El("a", {AttrIf(false, "aria-current", "page"), AttrIf(true, "hidden"), "x"}).markup(),
            "<a hidden>x</a>");
}

struct AddressCase {
  const char* name;
  const char* address;
  bool is_allowed;
};

class ExternalAddresses : public testing::TestWithParam<AddressCase> {};

TEST_P(ExternalAddresses, LeadToTheWebOrNowhere) {
  EXPECT_EQ(Url::External(GetParam().address).has_value(), GetParam().is_allowed);
}

INSTANTIATE_TEST_SUITE_P(
    Urls, ExternalAddresses,
    testing::Values(AddressCase{"Https", "https://github.com/a/b/pull/1#x", true},
                    AddressCase{"Http", "http://ghe.example", true},
                    AddressCase{"Script", "javascript:alert(1)", false},
                    AddressCase{"ScriptBehindBlank", " javascript:alert(1)", false},
                    AddressCase{"ScriptWithTab", "java\tscript:alert(1)", false},
                    AddressCase{"Data", "data:text/html,x", false},
                    AddressCase{"OwnServer", "/logout", false},
                    AddressCase{"OtherServer", "//evil.example", false},
                    AddressCase{"LineEnd", "https://a\nSet-Cookie: x", false},
                    AddressCase{"Empty", "", false}),
    [](const testing::TestParamInfo<AddressCase>& test) { return test.param.name; });

TEST(Url, EncodesEachPart) {
  EXPECT_EQ(
      Url::Local({"rules", "a/b?c#d\"<"}).With("q", "x&y=z").With("empty", "").At("p q").text(),
      "/rules/a%2Fb%3Fc%23d%22%3C?q=x%26y%3Dz#p%20q");
  EXPECT_EQ(Url::Local({}).text(), "/");
  EXPECT_EQ(Url::Part("x").text(), "#x");
}

TEST(Prose, TurnsCodeSpansIntoElementsAndNothingElse) {
  EXPECT_EQ(Prose("`a<b` and <i> and `open").markup(),
            "<code>a&lt;b</code> and &lt;i&gt; and `open");
}

TEST(DangersIn, SeesWhatItIsFor) {
  EXPECT_THAT(DangersIn(El("p", {"<script>"}).markup()), IsEmpty());
  for (const char* bad :
       {"<script>x</script>", "<iframe></iframe>", "<p onclick=\"x\"></p>",
        "<a href=\"javascript:x\"></a>", "<p><b></p>", "<a href=\"//evil\"></a>", "<img src=x>",
        "<p", "<script src=\"https://a\"></script>", "<p style=\"x\"></p>"}) {
    EXPECT_THAT(DangersIn(bad), testing::Not(IsEmpty())) << bad;
  }
}

}  // namespace
}  // namespace allreview::web
