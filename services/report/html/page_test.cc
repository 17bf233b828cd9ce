#include "services/report/html/page.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HtmlPage, RendersMarkdownAsGitHubDoes) {
  const std::string page = HtmlPage("| a | b |\n|---|---|\n| `x` | *y* |\n\n- [x] done\n", {});
  EXPECT_THAT(page, HasSubstr("<div class=\"table\"><table>"));
  EXPECT_THAT(page, HasSubstr("<td><code>x</code></td>"));
  EXPECT_THAT(page, HasSubstr("type=\"checkbox\""));
}

TEST(HtmlPage, ListsItsHeadings) {
  const std::string page = HtmlPage("## 1. Big `picture`\n\ntext\n\n## Same\n\n## Same\n", {});
  EXPECT_THAT(page, HasSubstr("<h2 id=\"1-big-picture\">1. Big <code>picture</code></h2>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#1-big-picture\">1. Big picture</a>"));
  EXPECT_THAT(page, HasSubstr("<h2 id=\"same\">"));
  EXPECT_THAT(page, HasSubstr("<h2 id=\"same-1\">"));
}

TEST(HtmlPage, LetsNoTextOfTheDocumentBecomeMarkup) {
  const std::string page = HtmlPage(
      "<script>alert(1)</script>\n\n[x](javascript:alert(2)) <b "
      "onclick=y>\n\n```\n</pre><h2>\n```\n",
      {.title = "\"><script>alert(3)</script>"});
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("javascript:")));
  EXPECT_THAT(page, Not(HasSubstr("onclick")));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert(3)")));
  EXPECT_THAT(page, HasSubstr("&lt;/pre&gt;&lt;h2&gt;"));
}

TEST(HtmlPage, BringsMermaidOnlyForDiagrams) {
  EXPECT_LT(HtmlPage("text\n", {}).size(), 20'000u);
  const std::string page = HtmlPage("```mermaid\ngraph TD\n  A --> B\n```\n", {});
  EXPECT_THAT(page, HasSubstr("<code class=\"language-mermaid\">graph TD\n  A --&gt; B"));
  EXPECT_GT(page.size(), 1'000'000u);
}

TEST(HtmlPage, ColoursDiffs) {
  const std::string page = HtmlPage("```diff\n a\n-b\n+c <d>\n```\n", {});
  EXPECT_THAT(page,
              HasSubstr("<code class=\"language-diff\"> a\n<span class=\"removed\">-b</span>\n"
                        "<span class=\"added\">+c &lt;d&gt;</span>\n</code>"));
}

TEST(HtmlPage, SpeaksTheLanguageOfTheDocument) {
  const std::string page =
      HtmlPage("# 甲\n\n## 乙\n", {.title = "丙", .language = Language::kChinese});
  EXPECT_THAT(page, HasSubstr("<html lang=\"zh-CN\">"));
  EXPECT_THAT(page, HasSubstr(">目录</h2>"));
  EXPECT_THAT(page, HasSubstr("<h1 id=\"甲\">"));
}

TEST(HtmlPage, GivesADocumentWithoutTitleOne) {
  EXPECT_THAT(HtmlPage("### 1. Part\n", {.title = "Review of a & b"}),
              HasSubstr("<h1>Review of a &amp; b</h1>"));
  EXPECT_THAT(HtmlPage("# Own\n", {.title = "Other"}), Not(HasSubstr("<h1>Other</h1>")));
}

}  // namespace
}  // namespace allreview::report
