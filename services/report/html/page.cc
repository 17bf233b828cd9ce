#include "services/report/html/page.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/markdown_html.h"
#include "services/report/html/assets.h"
#include "third_party/mermaid/script.h"

namespace allreview::report {
namespace {

constexpr Phrase kContents("Contents", "目录");
constexpr Phrase kTheme("Light or dark", "切换明暗");
constexpr Phrase kCopy("Copy", "复制");
constexpr Phrase kCopied("Copied", "已复制");
constexpr Phrase kSelected("Selected: press Ctrl+C", "已选中：请按 Ctrl+C");

constexpr char kMermaidClass[] = "<code class=\"language-mermaid\">";
constexpr int kContentsLevels = 3;

std::string Contents(const std::vector<MarkdownHeading>& headings, Language language) {
  if (headings.size() < 2) return "";
  int top = 6;
  for (const MarkdownHeading& heading : headings) top = std::min(top, heading.level);
  std::string list;
  for (const MarkdownHeading& heading : headings) {
    const int depth = heading.level - top + 1;
    if (depth > kContentsLevels) continue;
    absl::StrAppend(&list, "<li class=\"level-", depth, "\"><a href=\"#", EscapeHtml(heading.id),
                    "\">", EscapeHtml(heading.text), "</a></li>\n");
  }
  const std::string title = EscapeHtml(Say(language, kContents));
  return absl::StrCat("<h2 id=\"contents-title\">", title, "</h2>\n<ol>\n", list, "</ol>\n");
}

std::string Base64OfHex(absl::string_view hex) {
  return absl::Base64Escape(absl::HexStringToBytes(hex));
}

std::string SecurityPolicy(bool has_diagrams) {
  std::string scripts = absl::StrCat("'sha256-", Base64OfHex(Sha256Hex(kPageJs)), "'");
  if (has_diagrams)
    absl::StrAppend(&scripts, " 'sha256-", Base64OfHex(third_party::kMermaidSha256), "'");
  // mermaid styles its drawings inline.
  return absl::StrCat("default-src 'none'; script-src ", scripts,
                      "; style-src 'unsafe-inline'; img-src data:; font-src data:; "
                      "base-uri 'none'; form-action 'none'");
}

// Attributes of <body>: the words of page.js.
std::string Words(Language language) {
  std::string words;
  for (const auto& [name, phrase] : {std::pair<absl::string_view, Phrase>("copy", kCopy),
                                     {"copied", kCopied},
                                     {"select", kSelected}}) {
    absl::StrAppend(&words, " data-", name, "=\"", EscapeHtml(Say(language, phrase)), "\"");
  }
  return words;
}

}  // namespace

std::string HtmlPage(absl::string_view markdown, const PageOptions& options) {
  const MarkdownHtml parsed = RenderMarkdown(markdown);
  const std::vector<MarkdownHeading>& headings = parsed.headings;
  const std::string& body = parsed.body;
  const bool has_diagrams = absl::StrContains(body, kMermaidClass);
  const std::string title = EscapeHtml(options.title);
  const bool is_chinese = options.language == Language::kChinese;
  std::string page = absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"", is_chinese ? "zh-CN" : "en",
      "\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"",
      SecurityPolicy(has_diagrams),
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
      title, "</title>\n<style>\n", kPageCss, "</style>\n</head>\n<body", Words(options.language),
      ">\n<div class=\"layout\">\n<nav aria-labelledby=\"contents-title\">\n"
      "<button id=\"theme\" type=\"button\" hidden>",
      EscapeHtml(Say(options.language, kTheme)), "</button>\n",
      Contents(headings, options.language), "</nav>\n<main>\n");
  if (headings.empty() || headings.front().level > 1) {
    absl::StrAppend(&page, "<h1>", title, "</h1>\n");
  }
  absl::StrAppend(&page, body, "</main>\n</div>\n");
  if (has_diagrams) {
    absl::StrAppend(&page, "<script type=\"application/gzip\" id=\"mermaid\">",
                    third_party::kMermaid, "</script>\n");
  }
  absl::StrAppend(&page, "<script>", kPageJs, "</script>\n</body>\n</html>\n");
  return page;
}

}  // namespace allreview::report
