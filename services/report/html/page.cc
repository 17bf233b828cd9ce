#include "services/report/html/page.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/hash.h"
#include "cmark-gfm-core-extensions.h"
#include "cmark-gfm.h"
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

struct Heading {
  int level = 0;  // 1 to 6.
  std::string text;
  std::string id;
};

// As GitHub makes anchors: letters, digits, '-', '_' and everything beyond ASCII; blanks are '-'.
std::string SlugOf(absl::string_view text) {
  std::string slug;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) || byte >= 0x80 || c == '-' || c == '_') {
      slug += absl::ascii_tolower(byte);
    } else if (c == ' ') {
      slug += '-';
    }
  }
  return slug.empty() ? "section" : slug;
}

class Markdown {
 public:
  explicit Markdown(absl::string_view text) : parser_(NewParser(), cmark_parser_free) {
    cmark_parser_feed(parser_.get(), text.data(), text.size());
    document_.reset(cmark_parser_finish(parser_.get()));
  }

  std::vector<Heading> Headings() const {
    std::vector<Heading> headings;
    std::map<std::string, int> seen;
    cmark_node* node = cmark_node_first_child(document_.get());
    for (; node != nullptr; node = cmark_node_next(node)) {
      if (cmark_node_get_type(node) != CMARK_NODE_HEADING) continue;
      Heading heading{cmark_node_get_heading_level(node), TextOf(node), ""};
      heading.id = SlugOf(heading.text);
      const int before = seen[heading.id]++;
      if (before > 0) absl::StrAppend(&heading.id, "-", before);
      headings.push_back(std::move(heading));
    }
    return headings;
  }

  std::string Html() const {
    char* html = cmark_render_html(document_.get(), CMARK_OPT_DEFAULT,
                                   cmark_parser_get_syntax_extensions(parser_.get()));
    std::string result(html);
    free(html);
    return result;
  }

 private:
  static cmark_parser* NewParser() {
    static std::once_flag is_registered;
    std::call_once(is_registered, cmark_gfm_core_extensions_ensure_registered);
    cmark_parser* parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8);
    for (const char* name : {"table", "tasklist", "strikethrough", "autolink"}) {
      cmark_syntax_extension* extension = cmark_find_syntax_extension(name);
      CHECK(extension != nullptr) << "cmark-gfm lacks the extension " << name;
      cmark_parser_attach_syntax_extension(parser, extension);
    }
    return parser;
  }

  static std::string TextOf(cmark_node* heading) {
    std::string text;
    const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> iterator(cmark_iter_new(heading),
                                                                      cmark_iter_free);
    while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
      cmark_node* node = cmark_iter_get_node(iterator.get());
      const char* literal = cmark_node_get_literal(node);
      if (literal != nullptr) text += literal;
    }
    return text;
  }

  std::unique_ptr<cmark_parser, void (*)(cmark_parser*)> parser_;
  std::unique_ptr<cmark_node, void (*)(cmark_node*)> document_{nullptr, cmark_node_free};
};

// Headings of lists and quotes are none of the document's and get no id.
std::string WithIds(absl::string_view html, const std::vector<Heading>& headings) {
  std::string result;
  size_t next = 0;
  while (next < headings.size()) {
    const Heading& heading = headings[next];
    const std::string tag = absl::StrCat("<h", heading.level, ">");
    const size_t found = html.find(tag);
    if (found == absl::string_view::npos) break;
    absl::StrAppend(&result, html.substr(0, found));
    html.remove_prefix(found + tag.size());
    absl::StrAppend(&result, "<h", heading.level, " id=\"", EscapeHtml(heading.id), "\">");
    ++next;
  }
  absl::StrAppend(&result, html);
  return result;
}

// Lines of diffs in their colours.
std::string WithDiffColours(absl::string_view html) {
  constexpr absl::string_view kOpen = "<code class=\"language-diff\">";
  std::string result;
  for (size_t found; (found = html.find(kOpen)) != absl::string_view::npos;) {
    absl::StrAppend(&result, html.substr(0, found), kOpen);
    html.remove_prefix(found + kOpen.size());
    const absl::string_view code = html.substr(0, html.find("</code>"));
    html.remove_prefix(code.size());
    for (absl::string_view line : absl::StrSplit(code, '\n')) {
      const absl::string_view kind = absl::StartsWith(line, "+")   ? "added"
                                     : absl::StartsWith(line, "-") ? "removed"
                                                                   : "";
      if (kind.empty()) {
        absl::StrAppend(&result, line);
      } else {
        absl::StrAppend(&result, "<span class=\"", kind, "\">", line, "</span>");
      }
      if (line.end() != code.end()) absl::StrAppend(&result, "\n");
    }
  }
  absl::StrAppend(&result, html);
  return result;
}

std::string Contents(const std::vector<Heading>& headings, Language language) {
  if (headings.size() < 2) return "";
  int top = 6;
  for (const Heading& heading : headings) top = std::min(top, heading.level);
  std::string list;
  for (const Heading& heading : headings) {
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

std::string EscapeHtml(absl::string_view text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string HtmlPage(absl::string_view markdown, const PageOptions& options) {
  const Markdown parsed(markdown);
  const std::vector<Heading> headings = parsed.Headings();
  const std::string body = absl::StrReplaceAll(
      WithDiffColours(WithIds(parsed.Html(), headings)),
      {{"<table>", "<div class=\"table\"><table>"}, {"</table>", "</table></div>"}});
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
