#include "gateway/web/admin_page.h"

#include "absl/strings/str_cat.h"
#include "gateway/web/page.h"
#include "gateway/web/review_list.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

Url AuditUrl(const AdminView& view) { return Url::Local({"admin"}).With("action", view.action); }

Html Table(absl::string_view name, std::initializer_list<const char*> columns, const Html& rows) {
  Html head;
  for (const char* column : columns) head += El("th", {Attr("scope", "col"), column});
  return El(
      "div",
      {Class("table"), Attr("tabindex", "0"), Attr("role", "region"), Attr("aria-label", name),
       El("table", {Class("whole"), El("thead", {El("tr", {head})}), El("tbody", {rows})})});
}

Html Queue(const AdminView& view) {
  Html rows;
  for (const review::v1::ReviewSummary& review : view.unfinished.reviews())
    rows += ReviewRow(review, view.now);
  if (rows.is_empty()) return El("p", {"No review waits or runs."});
  const Html more = view.unfinished.next_page_token().empty()
                        ? Html()
                        : El("p", {El("a", {Href(UrlOf({.state = "queued"})), "All that wait"})});
  return Join({El("ol", {Class("reviews"), rows}), more});
}

Html Letter(const review::v1::DeadLetter& letter, const AdminView& view) {
  const review::v1::Job& job = letter.job();
  const std::string name = job.repository().full_name();
  const std::string place =
      job.number() == 0 ? name : absl::StrCat(name, name.empty() ? "" : " ", "#", job.number());
  const Html retry =
      El("form",
         {Attr("method", "post"), Action(Url::Local({"admin", "retry"})), FormToken(view.visitor),
          El("input", {Attr("type", "hidden"), Attr("name", "id"), Attr("value", letter.id())}),
          El("button", {"Try again", El("span", {Class("unseen"), ": ", place})})});
  return El("tr", {El("td", {TimeAgo(letter.at(), view.now)}),
                   El("td", {place.empty() ? job.key() : place, " ",
                             El("code", {ShortCommit(job.head_commit())})}),
                   El("td", {Class("number"), Grouped(letter.attempts())}),
                   El("td", {letter.reason()}), El("td", {retry})});
}

Html Letters(const AdminView& view) {
  Html rows;
  for (const review::v1::DeadLetter& letter : view.letters.letters()) rows += Letter(letter, view);
  if (rows.is_empty()) return El("p", {"None: no review failed more often than it may."});
  return Table("Dead letters", {"When", "Change", "Attempts", "Reason", "Action"}, rows);
}

Html Audit(const AdminView& view) {
  const Html form = El(
      "form", {Class("filters"), Attr("role", "search"), Attr("aria-label", "Filter the audit log"),
               Attr("method", "get"), Action(Url::Local({"admin"})),
               El("label", {El("span", {"Action begins with"}),
                            El("input", {Attr("name", "action"), Attr("value", view.action),
                                         Attr("placeholder", "token."), Attr("maxlength", 100)})}),
               El("div", {Class("actions"), El("button", {Class("primary"), "Filter"}),
                          view.action.empty() ? Html()
                                              : El("a", {Href(Url::Local({"admin"})), "Clear"})})});
  Html rows;
  for (const review::v1::AuditEntry& entry : view.audit.entries()) {
    rows += El("tr", {El("td", {TimeAgo(entry.at(), view.now)}), El("td", {entry.actor()}),
                      El("td", {El("code", {entry.action()})}), El("td", {entry.target()}),
                      El("td", {entry.detail()})});
  }
  Html pages;
  if (!view.is_first_page) pages += El("a", {Href(AuditUrl(view)), "Newest"});
  if (!view.audit.next_page_token().empty()) {
    const Url older = AuditUrl(view).With("page", view.audit.next_page_token());
    pages += El("a", {Attr("rel", "next"), Href(older), "Older"});
  }
  return Join({form,
               rows.is_empty()
                   ? El("p", {"No entry matches."})
                   : Table("Audit log", {"When", "Who", "Action", "Target", "Details"}, rows),
               pages.is_empty() ? Html()
                                : El("nav", {Class("pages"), Attr("aria-label", "Pages"), pages})});
}

}  // namespace

Html AdminPage(const AdminView& view) {
  const Html done =
      view.retried.empty()
          ? Html()
          : El("p", {Class("message"), Attr("role", "status"), "The work is in the queue again."});
  return Join({Title("For operators"), done, El("h2", {"Queue"}), Queue(view),
               El("h2", {"Dead letters"}), Letters(view), El("h2", {"Audit log"}), Audit(view)});
}

}  // namespace allreview::web
