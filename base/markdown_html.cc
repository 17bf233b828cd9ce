#include "base/markdown_html.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/poll.h"
#include "cmark-gfm-core-extensions.h"
#include "cmark-gfm.h"

namespace allreview {
namespace {

using Parser = std::unique_ptr<cmark_parser, void (*)(cmark_parser*)>;
using Node = std::unique_ptr<cmark_node, void (*)(cmark_node*)>;
using Iterator = std::unique_ptr<cmark_iter, void (*)(cmark_iter*)>;

Parser NewParser() {
  static std::once_flag is_registered;
  std::call_once(is_registered, cmark_gfm_core_extensions_ensure_registered);
  Parser parser(cmark_parser_new(CMARK_OPT_VALIDATE_UTF8), cmark_parser_free);
  for (const char* name : {"table", "tasklist", "strikethrough", "autolink"}) {
    cmark_syntax_extension* extension = cmark_find_syntax_extension(name);
    CHECK(extension != nullptr) << "cmark-gfm lacks the extension " << name;
    cmark_parser_attach_syntax_extension(parser.get(), extension);
  }
  return parser;
}

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

std::string TextOf(cmark_node* heading) {
  std::string text;
  const Iterator iterator(cmark_iter_new(heading), cmark_iter_free);
  while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
    const char* literal = cmark_node_get_literal(cmark_iter_get_node(iterator.get()));
    if (literal != nullptr) text += literal;
  }
  return text;
}

std::vector<MarkdownHeading> HeadingsOf(cmark_node* document, absl::string_view id_prefix) {
  std::vector<MarkdownHeading> headings;
  std::map<std::string, int> seen;
  cmark_node* node = cmark_node_first_child(document);
  for (; node != nullptr; node = cmark_node_next(node)) {
    if (cmark_node_get_type(node) != CMARK_NODE_HEADING) continue;
    const std::string text = TextOf(node);
    const std::string slug = SlugOf(text);
    std::string id = absl::StrCat(id_prefix, slug);
    const int before = seen[slug]++;
    if (before > 0) absl::StrAppend(&id, "-", before);
    headings.push_back({cmark_node_get_heading_level(node), text, std::move(id)});
  }
  return headings;
}

// The address as it may stand in a page; empty: the link leads nowhere.
std::string SafeUrl(absl::string_view url, absl::string_view id_prefix) {
  if (absl::StartsWith(url, "#")) return absl::StrCat("#", id_prefix, url.substr(1));
  if (absl::StartsWithIgnoreCase(url, "http://") || absl::StartsWithIgnoreCase(url, "https://")) {
    return std::string(url);
  }
  return "";
}

// Puts the content of `node` into its place.
void Unwrap(cmark_node* node) {
  while (cmark_node* child = cmark_node_first_child(node)) cmark_node_insert_before(node, child);
  cmark_node_free(node);
}

// Images would be loaded from anywhere: their place takes a link with the same text.
void ReplaceByLink(cmark_node* image, const std::string& url) {
  cmark_node* link = cmark_node_new(CMARK_NODE_LINK);
  cmark_node_set_url(link, url.c_str());
  while (cmark_node* child = cmark_node_first_child(image)) cmark_node_append_child(link, child);
  cmark_node_replace(image, link);
  cmark_node_free(image);
}

void MakeLinksSafe(cmark_node* document, absl::string_view id_prefix) {
  // The iterator must not stand on a node that goes, so they are collected first.
  std::vector<cmark_node*> nodes;
  {
    const Iterator iterator(cmark_iter_new(document), cmark_iter_free);
    cmark_event_type event;
    while ((event = cmark_iter_next(iterator.get())) != CMARK_EVENT_DONE) {
      cmark_node* node = cmark_iter_get_node(iterator.get());
      const cmark_node_type type = cmark_node_get_type(node);
      const bool is_wanted = type == CMARK_NODE_IMAGE || type == CMARK_NODE_LINK;
      if (is_wanted && event == CMARK_EVENT_ENTER) nodes.push_back(node);
    }
  }
  for (cmark_node* node : nodes) {
    const std::string url = SafeUrl(cmark_node_get_url(node), id_prefix);
    if (url.empty()) {
      Unwrap(node);
    } else if (cmark_node_get_type(node) == CMARK_NODE_IMAGE) {
      ReplaceByLink(node, url);
    } else {
      cmark_node_set_url(node, url.c_str());
    }
  }
}

std::string WithIds(absl::string_view html, const std::vector<MarkdownHeading>& headings) {
  std::string result;
  for (const MarkdownHeading& heading : headings) {
    const std::string tag = absl::StrCat("<h", heading.level, ">");
    const size_t found = html.find(tag);
    if (found == absl::string_view::npos) break;
    absl::StrAppend(&result, html.substr(0, found));
    html.remove_prefix(found + tag.size());
    absl::StrAppend(&result, "<h", heading.level, " id=\"", EscapeHtml(heading.id), "\">");
  }
  absl::StrAppend(&result, html);
  return result;
}

// Lines of code blocks that begin with `open` in the colours that `kind_of` gives them.
template <typename KindOf>
std::string WithColours(absl::string_view html, absl::string_view open, KindOf kind_of) {
  std::string result;
  for (size_t found; (found = html.find(open)) != absl::string_view::npos;) {
    absl::StrAppend(&result, html.substr(0, found), open);
    html.remove_prefix(found + open.size());
    const absl::string_view code = html.substr(0, html.find("</code>"));
    html.remove_prefix(code.size());
    for (absl::string_view line : absl::StrSplit(code, '\n')) {
      const absl::string_view kind = kind_of(line);
      if (kind.empty() || line.empty()) {
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

absl::string_view KindOfDiffLine(absl::string_view line) {
  if (absl::StartsWith(line, "+")) return "added";
  return absl::StartsWith(line, "-") ? "removed" : "";
}

std::string Polished(absl::string_view html, const std::vector<MarkdownHeading>& headings) {
  const std::string coloured =
      WithColours(WithIds(html, headings), "<code class=\"language-diff\">", KindOfDiffLine);
  return absl::StrReplaceAll(
      WithColours(coloured, "<code class=\"language-suggestion\">",
                  [](absl::string_view) -> absl::string_view { return "added"; }),
      {{"<table>", "<div class=\"table\"><table>"}, {"</table>", "</table></div>"}});
}

}  // namespace

std::string EscapeHtml(absl::string_view text) {
  PollBytes(text.size());
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

MarkdownHtml RenderMarkdown(absl::string_view markdown, const MarkdownOptions& options) {
  PollNow();
  const Parser parser = NewParser();
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const Node document(cmark_parser_finish(parser.get()), cmark_node_free);
  MakeLinksSafe(document.get(), options.id_prefix);
  MarkdownHtml result;
  result.headings = HeadingsOf(document.get(), options.id_prefix);
  char* html = cmark_render_html(document.get(), CMARK_OPT_DEFAULT,
                                 cmark_parser_get_syntax_extensions(parser.get()));
  result.body = Polished(html, result.headings);
  free(html);
  return result;
}

}  // namespace allreview
