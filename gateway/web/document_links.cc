#include "gateway/web/document_links.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/markdown_html.h"
#include "gateway/web/finding_card.h"
#include "review/labels.h"

namespace allreview::web {
namespace {

constexpr absl::string_view kOpen = "<code>";
constexpr absl::string_view kClose = "</code>";

}  // namespace

CodeLinks LinksOf(const review::v1::StoredReview& review) {
  CodeLinks links;
  const Url changes = Url::Local({"reviews", review.summary().id(), "changes"});
  for (const finding::v1::Finding& finding : review.review().findings()) {
    const bool has_card = !finding.fingerprint().empty() && finding.range().first_line() > 0;
    if (has_card) links.emplace(Place(finding.range()), changes.At(CardId(finding)));
    if (review.rule_versions().contains(finding.rule_id())) {
      links.emplace(finding.rule_id(), Url::Local({"rules", finding.rule_id()}));
    }
  }
  return links;
}

std::string WithLinks(absl::string_view html, const CodeLinks& links) {
  std::map<std::string, const Url*> by_markup;  // As the text stands in the page.
  for (const auto& [text, url] : links) by_markup.emplace(EscapeHtml(text), &url);
  std::string result;
  bool is_in_link = false;
  while (!html.empty()) {
    const size_t begin = std::min(html.find('<'), html.size());
    absl::StrAppend(&result, html.substr(0, begin));
    html.remove_prefix(begin);
    if (absl::StartsWith(html, "<a ")) is_in_link = true;
    if (absl::StartsWith(html, "</a>")) is_in_link = false;
    const bool is_code = absl::StartsWith(html, kOpen) && !absl::EndsWith(result, "<pre>");
    const size_t end = is_code ? html.find(kClose) : absl::string_view::npos;
    if (end == absl::string_view::npos) {
      absl::StrAppend(&result, html.substr(0, 1));
      html.remove_prefix(std::min<size_t>(1, html.size()));
      continue;
    }
    const absl::string_view code = html.substr(0, end + kClose.size());
    const auto link = by_markup.find(std::string(html.substr(kOpen.size(), end - kOpen.size())));
    const bool is_linked = link != by_markup.end() && !is_in_link;
    absl::StrAppend(&result, is_linked
                                 ? absl::StrCat("<a href=\"", EscapeHtml(link->second->text()),
                                                "\">", code, "</a>")
                                 : std::string(code));
    html.remove_prefix(code.size());
  }
  return result;
}

}  // namespace allreview::web
