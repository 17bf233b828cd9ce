// What RenderMarkdown makes of any text: every tag and attribute is one that it may write, and no
// link leads elsewhere than to http, https and the page itself.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "base/check.h"
#include "base/markdown_html.h"

namespace allreview {
namespace {

constexpr absl::string_view kTags[] = {
    "a",      "blockquote", "br",    "code", "del",   "div",   "em", "h1", "h2",  "h3",
    "h4",     "h5",         "h6",    "hr",   "input", "li",    "ol", "p",  "pre", "span",
    "strong", "table",      "tbody", "td",   "th",    "thead", "tr", "ul"};
constexpr absl::string_view kAttributes[] = {"align", "checked", "class", "disabled", "href",
                                             "id",    "start",   "title", "type"};

template <size_t kSize>
bool IsOneOf(absl::string_view word, const absl::string_view (&words)[kSize]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

absl::string_view TakeName(absl::string_view& html) {
  size_t end = 0;
  while (end < html.size() && (absl::ascii_isalnum(html[end]) || html[end] == '-')) ++end;
  const absl::string_view name = html.substr(0, end);
  html.remove_prefix(end);
  return name;
}

void CheckValue(absl::string_view name, absl::string_view value) {
  CHECK(!absl::StrContains(value, "<")) << "value of " << name;
  if (name != "href") return;
  const bool is_safe = absl::StartsWith(value, "#p-") ||
                       absl::StartsWithIgnoreCase(value, "http://") ||
                       absl::StartsWithIgnoreCase(value, "https://");
  CHECK(is_safe) << "link to " << std::string(value);
}

// ` name="value"…` up to and with '>'.
void TakeAttributes(absl::string_view& html) {
  while (absl::ConsumePrefix(&html, " ")) {
    if (absl::StartsWith(html, "/>")) break;
    const absl::string_view name = TakeName(html);
    CHECK(IsOneOf(name, kAttributes)) << "attribute '" << std::string(name) << "'";
    if (!absl::ConsumePrefix(&html, "=\"")) continue;
    const size_t end = html.find('"');
    CHECK(end != absl::string_view::npos) << "open value of " << std::string(name);
    CheckValue(name, html.substr(0, end));
    html.remove_prefix(end + 1);
  }
  absl::ConsumePrefix(&html, "/");
  CHECK(absl::ConsumePrefix(&html, ">"))
      << "end of a tag before " << std::string(html.substr(0, 20));
}

void CheckHtml(absl::string_view html) {
  while (true) {
    const size_t found = html.find('<');
    CHECK(!absl::StrContains(html.substr(0, found), ">")) << "stray >";
    if (found == absl::string_view::npos) return;
    html.remove_prefix(found + 1);
    if (absl::ConsumePrefix(&html, "!-- raw HTML omitted -->")) continue;
    absl::ConsumePrefix(&html, "/");
    const absl::string_view tag = TakeName(html);
    CHECK(IsOneOf(tag, kTags)) << "tag '" << std::string(tag) << "'";
    TakeAttributes(html);
  }
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Quadratic time for some texts is known; see base/markdown_html.h.
  if (size > 20'000) return 0;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const allreview::MarkdownHtml html = allreview::RenderMarkdown(text, {.id_prefix = "p-"});
  allreview::CheckHtml(html.body);
  allreview::CheckHtml(absl::StrCat("<p>", allreview::EscapeHtml(text), "</p>"));
  return 0;
}
