#include "base/markdown_html.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(RenderMarkdown, GivesHeadingsTheAnchorsOfGitHub) {
  const MarkdownHtml html = RenderMarkdown("## 1. Big `picture`\n\n## Same\n\n## Same\n");
  ASSERT_EQ(html.headings.size(), 3u);
  EXPECT_EQ(html.headings[0].text, "1. Big picture");
  EXPECT_EQ(html.headings[0].id, "1-big-picture");
  EXPECT_EQ(html.headings[2].id, "same-1");
  EXPECT_THAT(html.body, HasSubstr("<h2 id=\"1-big-picture\">1. Big <code>picture</code></h2>"));
}

TEST(RenderMarkdown, PrefixesIdsAndTheLinksToThem) {
  const MarkdownHtml html = RenderMarkdown("# Main\n\n[up](#main)\n", {.id_prefix = "doc-"});
  EXPECT_EQ(html.headings[0].id, "doc-main");
  EXPECT_EQ(html.body, "<h1 id=\"doc-main\">Main</h1>\n<p><a href=\"#doc-main\">up</a></p>\n");
}

struct LinkCase {
  const char* name;
  const char* markdown;
  const char* html;
};

class SafeLinks : public testing::TestWithParam<LinkCase> {};

TEST_P(SafeLinks, LeadToTheWebAndThePageOnly) {
  EXPECT_EQ(RenderMarkdown(GetParam().markdown).body, GetParam().html);
}

INSTANTIATE_TEST_SUITE_P(
    Markdown, SafeLinks,
    testing::Values(
        LinkCase{"Web", "[x](https://a.b/c)", "<p><a href=\"https://a.b/c\">x</a></p>\n"},
        LinkCase{"Script", "[x](javascript:alert(1))", "<p>x</p>\n"},
        LinkCase{"ScriptInCapitals", "[x](JaVaScRiPt:alert(1))", "<p>x</p>\n"},
        LinkCase{"Data", "[x](data:text/html,y)", "<p>x</p>\n"},
        LinkCase{"Program", "[*x*](ms-msdt:y)", "<p><em>x</em></p>\n"},
        LinkCase{"OwnServer", "[x](/logout)", "<p>x</p>\n"},
        LinkCase{"OtherServer", "[x](//evil.example/)", "<p>x</p>\n"},
        LinkCase{"Mail", "<a@b.example>", "<p>a@b.example</p>\n"},
        LinkCase{"Image", "![x](http://a.b/p.png)", "<p><a href=\"http://a.b/p.png\">x</a></p>\n"},
        LinkCase{"ImageOfData", "![x](data:image/png;base64,AA)", "<p>x</p>\n"},
        LinkCase{"Nested", "[![x](http://a.b/p)](javascript:y)",
                 "<p><a href=\"http://a.b/p\">x</a></p>\n"},
        LinkCase{"Quotes", "[x](https://a.b/\"onclick=y)",
                 "<p><a href=\"https://a.b/%22onclick=y\">x</a></p>\n"}),
    [](const testing::TestParamInfo<LinkCase>& test) { return test.param.name; });

TEST(RenderMarkdown, LetsNoTextBecomeMarkup) {
  const std::string body =
      RenderMarkdown("<script>alert(1)</script>\n\na <b onclick=y>b</b>\n\n```\n</pre><h2>\n```\n")
          .body;
  EXPECT_THAT(body, Not(HasSubstr("script")));
  EXPECT_THAT(body, Not(HasSubstr("onclick")));
  EXPECT_THAT(body, HasSubstr("&lt;/pre&gt;&lt;h2&gt;"));
}

TEST(RenderMarkdown, ColoursDiffsAndSuggestions) {
  EXPECT_THAT(RenderMarkdown("```diff\n a\n-b\n+c <d>\n```\n").body,
              HasSubstr("<code class=\"language-diff\"> a\n<span class=\"removed\">-b</span>\n"
                        "<span class=\"added\">+c &lt;d&gt;</span>\n</code>"));
  EXPECT_THAT(RenderMarkdown("```suggestion\n-x\n\ny\n```\n").body,
              HasSubstr("<span class=\"added\">-x</span>\n\n<span class=\"added\">y</span>\n"));
}

}  // namespace
}  // namespace allreview
