#include "gateway/web/repository_pages.h"

#include "absl/strings/str_cat.h"
#include "gateway/web/page.h"
#include "gateway/web/review_list.h"
#include "gateway/web/trend_page.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using review::v1::RepositorySummary;

Html Row(const RepositorySummary& summary, absl::Time now) {
  const review::v1::Repository& repository = summary.repository();
  const Html latest =
      summary.has_latest()
          ? Join({StateChip(summary.latest()), " ",
                  El("a", {Href(Url::Local({"reviews", summary.latest().id()})),
                           TitleOf(summary.latest())}),
                  " ", El("span", {Class("faint"), TimeAgo(summary.latest().queued_at(), now)})})
          : Html();
  return El(
      "tr",
      {El("th", {Attr("scope", "row"),
                 El("a", {Href(Url::Local({"repositories", absl::StrCat(repository.id())})),
                          repository.full_name()}),
                 repository.is_private() ? Join({" ", Chip({"private", "none"})}) : Html()}),
       El("td", {Class("number"), Grouped(summary.reviews())}),
       El("td", {Class("number"), Grouped(summary.open_pull_requests())}), El("td", {latest})});
}

}  // namespace

Html RepositoryListPage(const review::v1::ListRepositoriesResponse& repositories, absl::Time now) {
  if (repositories.repositories().empty()) {
    return Join({Title("Repositories"),
                 EmptyState("No repositories yet",
                            El("p", {"A repository appears here with its first review. ",
                                     El("a", {Href(Url::Local({})), "How to ask for one"})}))});
  }
  Html rows;
  for (const RepositorySummary& summary : repositories.repositories()) rows += Row(summary, now);
  const Html more =
      repositories.next_page_token().empty()
          ? Html()
          : El("nav",
               {Class("pages"), Attr("aria-label", "Pages"),
                El("a",
                   {Attr("rel", "next"),
                    Href(Url::Local({"repositories"}).With("page", repositories.next_page_token())),
                    "More"})});
  const auto head = [](absl::string_view name, absl::string_view css) {
    return El("th", {Attr("scope", "col"), Class(css), name});
  };
  return Join(
      {Title("Repositories"),
       El("div", {Class("table"), Attr("tabindex", "0"), Attr("role", "region"),
                  Attr("aria-label", "Repositories"),
                  El("table",
                     {Class("whole"),
                      El("thead", {El("tr", {head("Repository", ""), head("Reviews", "number"),
                                             head("Open", "number"), head("Latest review", "")})}),
                      El("tbody", {rows})})}),
       more});
}

Html RepositoryPage(const RepositoryView& view) {
  const std::string id = absl::StrCat(view.id);
  const std::string name = view.reviews.reviews().empty()
                               ? absl::StrCat("Repository ", id)
                               : view.reviews.reviews(0).repository().full_name();
  Html rows;
  for (const review::v1::ReviewSummary& review : view.reviews.reviews())
    rows += ReviewRow(review, view.now);
  const Url all = UrlOf({.repository_id = view.id});
  const Html reviews =
      rows.is_empty()
          ? EmptyState("No reviews of this repository",
                       El("p", {"They may have been removed after their retention time."}))
          : Join({El("ol", {Class("reviews"), rows}),
                  El("p",
                     {El("a", {Href(all), "All reviews of this repository"}), " · ",
                      El("a", {Href(FeedUrlOf({.repository_id = view.id})), "Feed"}), " · ",
                      El("a", {Href(Url::Local({"badge", absl::StrCat(id, ".svg")})), "Badge"})})});
  return Join(
      {El("p", {Class("crumbs"), El("a", {Href(Url::Local({"repositories"})), "Repositories"})}),
       Title(name), El("h2", {"Latest reviews"}), reviews, El("h2", {"Trends of 90 days"}),
       TrendTotals(view.trends), TrendCharts(view.trends, view.range),
       El("p", {El("a", {Href(Url::Local({"trends"}).With("repository", id)), "Another time"})})});
}

}  // namespace allreview::web
