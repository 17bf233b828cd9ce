#include "gateway/web/review_page.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gateway/web/page.h"
#include "gateway/web/review_list.h"
#include "gateway/web/words.h"
#include "proto/report/v1/catalogue.h"

namespace allreview::web {
namespace {

using review::v1::Publication;
using review::v1::ReviewSummary;

// The first document, the changes, the other documents, and what else there is.
std::vector<Tab> AllTabs() {
  std::vector<Tab> tabs;
  for (const report::v1::Document document : report::Documents()) {
    const report::v1::DocumentInfo& info = report::InfoOf(document);
    tabs.push_back({info.name(), info.title(), document});
  }
  tabs.insert(tabs.begin() + 1, {"changes", "Changes"});
  tabs.insert(tabs.end(),
              {{"numerics", "Numerics"}, {"coverage", "Coverage"}, {"receipt", "Receipt"}});
  return tabs;
}

Html ExternalLink(const std::string& address, absl::string_view text) {
  const std::optional<Url> url = Url::External(address);
  if (!url.has_value()) return Join({text});
  return El("a", {Href(*url), Attr("rel", "noreferrer"), text});
}

Html PublicationText(const Publication& publication) {
  switch (publication.state()) {
    case Publication::STATE_PENDING:
      return Join({"waiting to be published"});
    case Publication::STATE_PUBLISHED:
    case Publication::STATE_PARTIAL: {
      Html text = Join(
          {publication.state() == Publication::STATE_PARTIAL ? "partly published" : "published"});
      if (!publication.review_url().empty())
        text += Join({" · ", ExternalLink(publication.review_url(), "review")});
      if (!publication.check_url().empty())
        text += Join({" · ", ExternalLink(publication.check_url(), "check")});
      text += Join({" · ", Plural(publication.comments(), "new comment"), ", ",
                    absl::StrCat(publication.persisting()), " persisting, ",
                    absl::StrCat(publication.fixed()), " fixed"});
      if (!publication.reason().empty())
        text += El("span", {Class("faint"), " (", publication.reason(), ")"});
      return text;
    }
    case Publication::STATE_FAILED:
      return Join({"failed: ", publication.reason()});
    default:
      return Html();
  }
}

// A base may be a commit with a suffix, "2f77de…~1", which is too long to read.
std::string ShortRef(absl::string_view ref) {
  const size_t digits = std::min(ref.find_first_not_of("0123456789abcdef"), ref.size());
  if (digits < 40) return std::string(ref);
  return absl::StrCat(ShortCommit(ref), ref.substr(digits));
}

Html Facts(const ReviewSummary& review, const Html& pushes, absl::Time now) {
  Html facts = Fact("Change", Join({ExternalLink(review.url(), PlaceOf(review)),
                                    review.author().empty() ? "" : " by ", review.author()}));
  if (!review.head_commit().empty()) {
    facts += Fact(
        "Head",
        Join({El("code", {Attr("title", review.head_commit()), ShortCommit(review.head_commit())}),
              review.base_ref().empty() ? "" : " into ", ShortRef(review.base_ref())}));
  }
  if (!pushes.is_empty()) facts += Fact("Push", pushes);
  const absl::string_view trigger = NameOf(review.trigger());
  facts +=
      Fact("Asked", Join({TimeAgo(review.queued_at(), now), trigger.empty() ? "" : " by ", trigger,
                          review.requested_by().empty() ? "" : ", ", review.requested_by()}));
  if (review.has_finished_at() && review.has_started_at()) {
    facts += Fact(
        "Took", Join({DurationText(TimeOf(review.finished_at()) - TimeOf(review.started_at())),
                      review.attempts() > 1 ? absl::StrCat(", attempt ", review.attempts()) : ""}));
  }
  if (review.has_totals()) {
    facts +=
        Fact("Size", Join({Plural(review.totals().files(), "file"), " ",
                           LineCounts(review.totals().additions(), review.totals().deletions())}));
  }
  if (review.publication().state() != Publication::STATE_UNSPECIFIED) {
    facts += Fact("GitHub", PublicationText(review.publication()));
  }
  return El("dl", {Class("facts"), facts});
}

Html Verdict(const ReviewSummary& review) {
  const bool is_done = review.state() == review::v1::REVIEW_STATE_DONE;
  const std::string& reason = is_done ? review.conclusion_reason() : review.state_reason();
  const absl::string_view css =
      is_done ? LabelOf(review.conclusion()).css : LabelOf(review.state()).css;
  return El("div",
            {Class(absl::StrCat("verdict ", css)), El("p", {StateChip(review), " ", Prose(reason)}),
             is_done ? El("p", {Class("counts"), CountChips(review.counts())}) : Html()});
}

Html TabLinks(const ReviewView& view) {
  Html links;
  for (const Tab& tab : Tabs()) {
    links += El("li", {El("a", {Href(TabUrl(view.review.summary().id(), tab)),
                                AttrIf(&tab == &view.tab, "aria-current", "page"), tab.title})});
  }
  return El("nav", {Class("tabs"), Attr("aria-label", "Parts of the review"), El("ul", {links})});
}

}  // namespace

absl::Span<const Tab> Tabs() {
  static const auto& tabs = *new std::vector<Tab>(AllTabs());
  return tabs;
}

const Tab* FindTab(absl::string_view word) {
  if (word.empty()) return &Tabs()[0];
  for (const Tab& tab : Tabs()) {
    if (tab.word == word) return &tab;
  }
  return nullptr;
}

Url TabUrl(const std::string& review_id, const Tab& tab) {
  if (tab.document == report::v1::DOCUMENT_UNSPECIFIED)
    return Url::Local({"reviews", review_id, tab.word});
  const Url url = Url::Local({"reviews", review_id});
  return &tab == &Tabs()[0] ? url : url.With("document", tab.word);
}

Html ReviewPage(const ReviewView& view, const Html& content) {
  const ReviewSummary& summary = view.review.summary();
  Html crumbs = El("a", {Href(Url::Local({})), "Reviews"});
  if (summary.has_repository()) {
    const int64_t id = summary.repository().id();
    crumbs += Join({" / ", El("a", {Href(Url::Local({"repositories", absl::StrCat(id)})),
                                    summary.repository().full_name()})});
    // All reviews of the pull request.
    const Url all = UrlOf({.repository_id = id, .number = static_cast<int32_t>(summary.number())});
    if (summary.number() > 0)
      crumbs += Join({" / ", El("a", {Href(all), absl::StrCat("#", summary.number())})});
  }
  return Join({El("p", {Class("crumbs"), crumbs}), Title(TitleOf(summary)), Verdict(summary),
               Facts(summary, view.pushes, view.now),
               view.review.has_review() ? TabLinks(view) : Html(), content});
}

Html WaitingPage(const ReviewSummary& review) {
  if (!IsRunning(review)) {
    return EmptyState(
        "There is no review",
        El("p", {"Push again, write ", El("code", {"/allreview review"}),
                 " in a comment of the pull request, or ask over the API for another attempt."}));
  }
  return El(
      "section",
      {Class("waiting"), Attr("data-watch", Url::Local({"reviews", review.id(), "events"}).text()),
       El("h2", {review.state() == review::v1::REVIEW_STATE_QUEUED ? "Waiting for a worker"
                                                                   : "The review is running"}),
       El("progress", {Attr("aria-label", "Progress of the review")}),
       El("p", {Attr("role", "status"), Class("stage"),
                "This page shows the review as soon as it is done."})});
}

}  // namespace allreview::web
