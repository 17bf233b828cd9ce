#ifndef SERVICES_REPORT_HTML_PAGE_H_
#define SERVICES_REPORT_HTML_PAGE_H_

// A document as one HTML file that works offline: its text as GitHub renders Markdown, a table of
// contents, diagrams drawn by the mermaid that the page brings along, buttons that copy code, light
// and dark.
//
//   std::string html = HtmlPage(markdown, {.title = "Review of #12", .language = language});
//
// Raw HTML in the Markdown is left out, links lead to http, https and the page itself only, and a
// Content-Security-Policy lets nothing run but the scripts of the page: even text that got past
// markdown.h could neither run nor load anything. Without JavaScript diagrams stay text. Pure, and
// safe from any thread.

#include <string>

#include "absl/strings/string_view.h"
#include "review/language/phrase.h"

namespace allreview::report {

struct PageOptions {
  std::string title = {};  // Plain text, of the page and its first heading.
  Language language = Language::kEnglish;
};

std::string HtmlPage(absl::string_view markdown, const PageOptions& options);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_HTML_PAGE_H_
