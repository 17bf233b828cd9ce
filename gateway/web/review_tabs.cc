#include <map>

#include "absl/strings/str_cat.h"
#include "base/markdown_html.h"
#include "gateway/web/page.h"
#include "gateway/web/review_page.h"
#include "gateway/web/words.h"
#include "proto/report/v1/catalogue.h"
#include "review/labels.h"

namespace allreview::web {
namespace {

using change::v1::LedgerEntry;

// Rendering takes time in proportion, and some browsers give up.
constexpr size_t kMaxMarkdownBytes = 2 << 20;
constexpr int kMaxLedgerRows = 2000;
constexpr int kContentsLevels = 3;

Html Contents(const std::vector<MarkdownHeading>& headings) {
  int top = 6;
  for (const MarkdownHeading& heading : headings) top = std::min(top, heading.level);
  Html items;
  for (const MarkdownHeading& heading : headings) {
    const int depth = heading.level - top + 1;
    if (depth > kContentsLevels) continue;
    items += El("li", {Class(absl::StrCat("level-", depth)),
                       El("a", {Href(Url::Part(heading.id)), heading.text})});
  }
  if (headings.size() < 2) return Html();
  return El("nav",
            {Class("contents"), Attr("aria-labelledby", "contents-title"), Attr("tabindex", "0"),
             El("h2", {Attr("id", "contents-title"), "Contents"}), El("ol", {items})});
}

Html Downloads(const DocumentView& view) {
  const Url url = TabUrl(view.review_id, view.tab);
  const auto link = [&](absl::string_view language, absl::string_view text) {
    const bool is_current = view.language == language;
    return El("a", {Href(url.With("language", language)), Attr("hreflang", language),
                    Attr("lang", language), AttrIf(is_current, "aria-current", "true"), text});
  };
  const Url file = Url::Local({"reviews", view.review_id, "download"})
                       .With("document", view.tab.word)
                       .With("language", view.language);
  return El("div", {Class("tools"), link("en", "English"), link("zh", "中文"),
                    El("a", {Href(file.With("format", "md")), "Markdown"}),
                    El("a", {Href(file.With("format", "html")), "HTML file"})});
}

Html LedgerCounts(const review::v1::Review& review) {
  std::map<LedgerEntry::State, int> counts;
  for (const LedgerEntry& entry : review.ledger()) {
    if (entry.hunk() < 0) ++counts[entry.state()];
  }
  Html chips;
  for (const auto& [state, count] : counts) {
    const Label label = LabelOf(state);
    chips += El("span", {Class(absl::StrCat("chip ", label.css)), absl::StrCat(Grouped(count), " "),
                         label.text});
    chips += Join({" "});
  }
  return El("p", {Class("counts"), chips});
}

Html LedgerRow(const LedgerEntry& entry) {
  return El(
      "tr",
      {El("td", {El("code", {entry.path()}),
                 entry.hunk() < 0 ? "" : absl::StrCat(" hunk ", entry.hunk() + 1)}),
       El("td", {Chip(LabelOf(entry.state())), entry.is_accepted() ? " accepted by policy" : ""}),
       El("td", {Prose(entry.reason())}),
       El("td", {FileClassLabel(Language::kEnglish, entry.file_class())}),
       El("td", {entry.language()}), El("td", {entry.stage()})});
}

Html Missing(const review::v1::Review& review) {
  Html items;
  for (const change::v1::MissingPart& part : review.missing()) {
    items += El("li", {El("strong", {part.service()}), ": ", Prose(part.reason()),
                       ". As a result: ", Prose(part.effect()),
                       part.is_expected() ? " (not configured here)" : ""});
  }
  return items.is_empty() ? Html()
                          : Join({El("h2", {"Parts without an answer"}), El("ul", {items})});
}

}  // namespace

Html DocumentPage(const DocumentView& view) {
  if (view.markdown.size() > kMaxMarkdownBytes) {
    return Join(
        {Downloads(view), EmptyState("Too large for a page",
                                     El("p", {"The document has ", Grouped(view.markdown.size()),
                                              " bytes: download the file."}))});
  }
  const MarkdownHtml html = RenderMarkdown(view.markdown, {.id_prefix = "d-"});
  const std::string body = WithLinks(html.body, view.links);
  const Html article =
      El("article",
         {Class("document"),
          AttrIf(!view.language.empty(), "lang", view.language == "zh" ? "zh-CN" : view.language),
          Html::Trusted(Scrollable(body))});
  return El("div", {Class("reading"), Contents(html.headings),
                    El("div", {Class("text"), Downloads(view), article})});
}

Html CoveragePage(const review::v1::Review& review) {
  Html rows;
  int left = kMaxLedgerRows;
  for (const LedgerEntry& entry : review.ledger()) {
    if (left-- > 0) rows += LedgerRow(entry);
  }
  Html head;
  for (const char* name : {"File", "State", "Reason", "Kind", "Language", "Decided by"})
    head += El("th", {Attr("scope", "col"), name});
  const Html more = left >= 0 ? Html()
                              : El("p", {Class("silent"), Plural(-left, "more row"),
                                         ": the JSON of the review has them all."});
  return Join({El("p", {"Every file of the change is listed here with its state. A review succeeds "
                        "only if it leaves out no file that needs a review."}),
               LedgerCounts(review),
               El("div", {Class("table"), Attr("tabindex", "0"), Attr("role", "region"),
                          Attr("aria-label", "Ledger"),
                          El("table", {El("thead", {El("tr", {head})}), El("tbody", {rows})})}),
               more, Missing(review)});
}

Html ReceiptPage(const review::v1::StoredReview& stored) {
  const review::v1::Receipt& receipt = stored.review().receipt();
  Html facts;
  const auto add = [&](absl::string_view term, const std::string& value) {
    facts += Fact(term, value.empty() ? El("span", {Class("faint"), "none"}) : El("code", {value}));
  };
  add("Digest", receipt.digest());
  add("Engine", receipt.engine());
  add("Rules", receipt.rules());
  add("Policy", receipt.policy());
  add("Head", receipt.head());
  add("Merge base", receipt.merge_base());
  add("Diff, SHA-256", receipt.diff());
  add("Options", receipt.options());
  add("Outcome", receipt.outcome());
  const Url file = Url::Local({"reviews", stored.summary().id(), "download"});
  Html downloads;
  for (const report::v1::Format format : report::Formats()) {
    const report::v1::FormatInfo& info = report::InfoOf(format);
    if (!info.is_for_machines() && format != report::v1::FORMAT_MARKDOWN) continue;
    downloads += El("li", {El("a", {Href(file.With("format", info.name())), info.title()})});
  }
  return Join(
      {El("p",
          {"The same engine, rules, policy, head and options give the same review, byte for "
           "byte, on any machine, unless a part did not answer or somebody set findings aside: "
           "the outcome says so. Two reviews with the same digest are the same review."}),
       El("dl", {Class("receipt"), facts}), El("h2", {"For machines"}), El("ul", {downloads})});
}

}  // namespace allreview::web
