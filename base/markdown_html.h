#ifndef BASE_MARKDOWN_HTML_H_
#define BASE_MARKDOWN_HTML_H_

// Markdown, as GitHub reads it, as a piece of HTML that may stand in any page.
//
//   MarkdownHtml html = RenderMarkdown("## Big `picture`\n\n| a | b |\n|---|---|\n");
//   html.headings[0].id;  // "big-picture", as GitHub makes anchors
//   html.body;            // "<h2 id=\"big-picture\">Big <code>picture</code></h2>…"
//
// The text may be hostile. The body holds no script, no style, no event attribute and no image; raw
// HTML is left out, and links lead to http, https and the page itself only. tests/fuzz checks that.
// Takes quadratic time for some texts (cmark-gfm 0.29): cap what does not come from our own report.
//
// Lines of ```diff blocks are in <span class="added"> and "removed", a ```suggestion is all added;
// tables stand in <div class="table">; diagrams stay text in <code class="language-mermaid">. Pure,
// and safe from any thread.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview {

struct MarkdownHeading {
  int level = 0;     // 1 to 6.
  std::string text;  // Plain.
  std::string id;    // Of the element.
};

struct MarkdownHtml {
  std::vector<MarkdownHeading> headings;  // Those of lists and quotes are none of the document's.
  std::string body;
};

struct MarkdownOptions {
  // Before the id of each heading, and in links to them: what else the page calls "main" or "top"
  // cannot be taken over by a heading of that name.
  absl::string_view id_prefix = "";
};

MarkdownHtml RenderMarkdown(absl::string_view markdown, const MarkdownOptions& options = {});

// "a &lt; b" for text between tags and in quoted attributes.
std::string EscapeHtml(absl::string_view text);

}  // namespace allreview

#endif  // BASE_MARKDOWN_HTML_H_
