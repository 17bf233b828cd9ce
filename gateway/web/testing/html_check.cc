#include "gateway/web/testing/html_check.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace allreview::web {
namespace {

constexpr absl::string_view kElements[] = {
    "a",        "article",    "blockquote", "body",   "br",       "button",  "circle",   "code",
    "col",      "colgroup",   "dd",         "del",    "details",  "div",     "dl",       "dt",
    "em",       "figcaption", "figure",     "footer", "form",     "h1",      "h2",       "h3",
    "h4",       "h5",         "h6",         "head",   "header",   "hr",      "html",     "input",
    "label",    "li",         "line",       "link",   "main",     "mark",    "meta",     "nav",
    "noscript", "ol",         "option",     "p",      "polyline", "pre",     "progress", "rect",
    "script",   "section",    "select",     "span",   "strong",   "summary", "svg",      "table",
    "tbody",    "td",         "text",       "th",     "thead",    "time",    "title",    "tr",
    "ul"};
constexpr absl::string_view kVoid[] = {"br", "col", "hr", "input", "link", "meta"};

template <size_t kSize>
bool IsOneOf(absl::string_view word, const absl::string_view (&words)[kSize]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class Reader {
 public:
  explicit Reader(absl::string_view html) : html_(html) {
    absl::ConsumePrefix(&html_, "<!DOCTYPE html>");
  }

  std::vector<std::string> Read() {
    while (true) {
      const size_t open = html_.find('<');
      if (open == absl::string_view::npos) break;
      Text(html_.substr(0, open));
      html_.remove_prefix(open + 1);
      if (absl::ConsumePrefix(&html_, "!-- raw HTML omitted -->")) continue;
      absl::ConsumePrefix(&html_, "/") ? Close() : Open();
    }
    if (!open_.empty()) Report(absl::StrCat("element that is never closed: ", open_.back()));
    return std::move(dangers_);
  }

 private:
  void Report(std::string danger) { dangers_.push_back(std::move(danger)); }

  void Text(absl::string_view text) {
    if (!open_.empty() && open_.back() == "script" && !text.empty()) Report("a script in the page");
    if (absl::StrContains(text, ">")) Report(absl::StrCat("stray '>' in ", text));
  }

  std::string Name() {
    size_t end = 0;
    while (end < html_.size() && (absl::ascii_isalnum(html_[end]) || html_[end] == '-')) ++end;
    std::string name(html_.substr(0, end));
    html_.remove_prefix(end);
    return name;
  }

  void Close() {
    const std::string name = Name();
    if (!absl::ConsumePrefix(&html_, ">")) Report(absl::StrCat("broken end tag of ", name));
    if (open_.empty() || open_.back() != name) {
      Report(absl::StrCat("</", name, "> where ", open_.empty() ? "nothing" : open_.back(),
                          " is open"));
      return;
    }
    open_.pop_back();
  }

  void Open() {
    const std::string name = Name();
    if (!IsOneOf(name, kElements))
      Report(absl::StrCat("element <", name, "> before ", html_.substr(0, 30)));
    while (absl::ConsumePrefix(&html_, " ") && !absl::StartsWith(html_, "/")) Attribute(name);
    absl::ConsumePrefix(&html_, "/");
    if (!absl::ConsumePrefix(&html_, ">"))
      Report(absl::StrCat("broken tag of ", name, " before ", html_.substr(0, 30)));
    if (!IsOneOf(name, kVoid)) open_.push_back(name);
  }

  void Attribute(const std::string& element) {
    const std::string name = Name();
    if (name.empty()) {
      Report(absl::StrCat("broken attribute of ", element, " before ", html_.substr(0, 30)));
      html_.remove_prefix(1);
      return;
    }
    absl::string_view value;
    if (absl::ConsumePrefix(&html_, "=\"")) {
      value = html_.substr(0, html_.find('"'));
      html_.remove_prefix(std::min(html_.size(), value.size() + 1));
    }
    if (absl::StartsWith(name, "on") || name == "style" || name == "srcdoc")
      Report(absl::StrCat("attribute ", name));
    const bool is_address = name == "href" || name == "src" || name == "action";
    const bool is_safe = absl::StartsWith(value, "/") || absl::StartsWith(value, "#") ||
                         absl::StartsWith(value, "http://") || absl::StartsWith(value, "https://");
    if (is_address && (!is_safe || absl::StartsWith(value, "//")))
      Report(absl::StrCat(name, " to ", value));
    if (name == "src" && !absl::StartsWith(value, "/assets/"))
      Report(absl::StrCat("loads ", value));
  }

  absl::string_view html_;
  std::vector<std::string> open_;
  std::vector<std::string> dangers_;
};

}  // namespace

std::vector<std::string> DangersIn(absl::string_view html) { return Reader(html).Read(); }

std::string TextOf(absl::string_view html) {
  std::string text;
  while (!html.empty()) {
    const size_t open = std::min(html.find('<'), html.size());
    absl::StrAppend(&text, html.substr(0, open));
    html.remove_prefix(open);
    const size_t close = html.find('>');
    html.remove_prefix(close == absl::string_view::npos ? html.size() : close + 1);
  }
  return absl::StrReplaceAll(
      text, {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}});
}

}  // namespace allreview::web
