#include "gateway/web/review_list.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/civil_time.h"
#include "base/utf8.h"
#include "gateway/web/page.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using review::v1::ReviewSummary;

constexpr size_t kMaxFilterBytes = 200;
constexpr char kAskOverHttp[] =
    "curl HOST/api/v1/reviews --json \\\n"
    "  '{\"ref\": {\"github\": {\"owner\": \"acme\", \"repository\": \"train\", \"number\": 7}}}'";
constexpr char kAskByProgram[] =
    "allreview review --pr OWNER/REPOSITORY#NUMBER --gateway=HOST:PORT --keep";

std::string QueryOf(const http::HttpRequest& request, absl::string_view name) {
  const std::string* value = request.Query(name);
  return std::string(value == nullptr ? "" : CutToBytes(*value, kMaxFilterBytes));
}

std::optional<absl::CivilDay> DayOf(const std::string& text) {
  absl::CivilDay day;
  if (text.size() == 10 && absl::ParseCivilTime(text, &day)) return day;
  return std::nullopt;
}

std::string DayQueryOf(const http::HttpRequest& request, absl::string_view name) {
  std::string day = QueryOf(request, name);
  return DayOf(day) ? day : "";
}

std::string QueryNameOf(finding::v1::Severity severity) {
  return absl::AsciiStrToLower(LabelOf(severity).text);
}

Html Field(absl::string_view label, const Html& control) {
  return El("label", {El("span", {label}), control});
}

Html TextInput(absl::string_view name, absl::string_view value, absl::string_view example) {
  return El("input", {Attr("name", name), Attr("value", value), Attr("placeholder", example),
                      Attr("autocomplete", "off"), Attr("spellcheck", "false"),
                      Attr("maxlength", kMaxFilterBytes)});
}

Html Option(absl::string_view value, absl::string_view text, bool is_selected) {
  return El("option", {Attr("value", value), AttrIf(is_selected, "selected"), text});
}

Html Repositories(const ReviewListView& view) {
  Html options = Option("", "All", view.filter.repository_id == 0);
  bool is_listed = view.filter.repository_id == 0;
  for (const review::v1::RepositorySummary& summary : view.repositories.repositories()) {
    const review::v1::Repository& repository = summary.repository();
    const bool is_selected = repository.id() == view.filter.repository_id;
    is_listed |= is_selected;
    options += Option(absl::StrCat(repository.id()), repository.full_name(), is_selected);
  }
  if (!is_listed) {
    const std::string id = absl::StrCat(view.filter.repository_id);
    options += Option(id, absl::StrCat("number ", id), true);
  }
  return El("select", {Attr("name", "repository"), options});
}

Html DayInput(absl::string_view name, absl::string_view value) {
  return El("input", {Attr("type", "date"), Attr("name", name), Attr("value", value)});
}

Html Severities(absl::string_view selected) {
  Html options = Option("", "Any", selected.empty());
  for (int i = finding::v1::SEVERITY_P0; i <= finding::v1::SEVERITY_P3; ++i) {
    const auto severity = static_cast<finding::v1::Severity>(i);
    const std::string name = QueryNameOf(severity);
    options += Option(name, LabelOf(severity).text, name == selected);
  }
  return El("select", {Attr("name", "severity"), options});
}

Html Mine(bool is_checked) {
  return El("label", {Class("check"),
                      El("input", {Attr("type", "checkbox"), Attr("name", "mine"),
                                   Attr("value", "1"), AttrIf(is_checked, "checked")}),
                      El("span", {"Mine"})});
}

template <typename Enum>
Html Choice(absl::string_view name, Enum first, Enum last, absl::string_view selected) {
  Html options = Option("", "Any", selected.empty());
  for (int i = first; i <= last; ++i) {
    const Label label = LabelOf(static_cast<Enum>(i));
    options += Option(label.query, label.text, label.query == selected);
  }
  return El("select", {Attr("name", name), options});
}

// A pull request stays chosen while other filters change.
Html NumberField(int32_t number) {
  if (number == 0) return Html();
  return Field("Number", El("input", {Attr("type", "number"), Attr("name", "number"),
                                      Attr("min", 1), Attr("value", number)}));
}

Html FilterForm(const ReviewListView& view) {
  const ReviewFilter& filter = view.filter;
  return El(
      "form",
      {Class("filters"), Attr("role", "search"), Attr("aria-label", "Filter reviews"),
       Attr("method", "get"), Action(Url::Local({})),
       Field("Text", TextInput("text", filter.text, "title or repository")),
       Field("Repository", Repositories(view)),
       Field("State", Choice("state", review::v1::REVIEW_STATE_QUEUED,
                             review::v1::REVIEW_STATE_CANCELLED, filter.state)),
       Field("Conclusion", Choice("conclusion", review::v1::CONCLUSION_SUCCESS,
                                  review::v1::CONCLUSION_BLOCKED, filter.conclusion)),
       Field("Severity", Severities(filter.severity)),
       Field("Author", TextInput("author", filter.author, "login")),
       Field("Rule", TextInput("rule", filter.rule, "rule id")),
       Field("From", DayInput("since", filter.since)), Field("To", DayInput("until", filter.until)),
       NumberField(filter.number), If(view.is_named, Mine(filter.is_mine)),
       El("div", {Class("actions"), El("button", {Class("primary"), "Filter"}),
                  filter.IsEmpty() ? Html() : El("a", {Href(Url::Local({})), "Clear"})})});
}

// To be copied.
Html Command(absl::string_view command) {
  return El("pre", {Attr("tabindex", "0"), Attr("aria-label", "Command"), El("code", {command})});
}

// What hides reviews from this visitor, where anything may.
Html Hidden(const ReviewListView& view) {
  return If(view.sees_a_part,
            El("p", {"You see reviews of those repositories that your token or groups name."}));
}

Html Empty(const ReviewListView& view) {
  if (!view.reviews.next_page_token().empty()) {
    return EmptyState("None so far", El("p", {"No review of this part of the list matches; "
                                              "there are older ones to look through."}));
  }
  if (!view.is_first_page) return EmptyState("No more reviews", Html());
  if (!view.filter.IsEmpty()) {
    return EmptyState("No review matches",
                      El("p", {"Use fewer filters, or ",
                               El("a", {Href(Url::Local({})), "look at all reviews"}), "."}));
  }
  const Html on_github =
      El("li", {"on GitHub, open a pull request in a repository where the App is installed, or "
                "write ",
                El("code", {"/allreview review"}), " in a comment;"});
  return EmptyState(
      "No reviews yet",
      Join({Hidden(view), El("p", {"A review appears here as soon as somebody asks for it:"}),
            El("ul", {If(view.has_webhooks, on_github),
                      El("li", {"over HTTP, at this server's address:", Command(kAskOverHttp)}),
                      El("li", {"from the command line:", Command(kAskByProgram)})})}));
}

Html Details(const ReviewSummary& review, absl::Time now) {
  Html details = El("span", {Class("place"), PlaceOf(review)});
  if (!review.author().empty()) {
    details +=
        El("span", {"by ", El("a", {Href(UrlOf({.author = review.author()})), review.author()})});
  }
  if (!review.head_commit().empty()) details += El("code", {ShortCommit(review.head_commit())});
  details += TimeAgo(review.queued_at(), now);
  return El("p", {Class("details"), details});
}

// "1,234 reviews · 3 P0 · 12 P1"
Html Totals(const ReviewListView& view) {
  const review::v1::ReviewTotals& totals = view.reviews.totals();
  if (totals.reviews() == 0) return Html();
  const std::string reviews = Plural(totals.reviews(), "review");
  return El("p", {Class("totals"), Attr("role", "status"),
                  El("span", {totals.is_partial() ? absl::StrCat("More than ", reviews) : reviews,
                              view.filter.IsEmpty() ? "" : " match"}),
                  CountChips(totals.counts())});
}

}  // namespace

bool ReviewFilter::IsEmpty() const {
  return text.empty() && repository_id == 0 && number == 0 && state.empty() && conclusion.empty() &&
         author.empty() && rule.empty() && severity.empty() && since.empty() && until.empty() &&
         !is_mine;
}

ReviewFilter FilterOf(const http::HttpRequest& request) {
  ReviewFilter filter = {.text = QueryOf(request, "text"),
                         .state = QueryOf(request, "state"),
                         .conclusion = QueryOf(request, "conclusion"),
                         .author = QueryOf(request, "author"),
                         .rule = QueryOf(request, "rule"),
                         .severity = QueryOf(request, "severity"),
                         .since = DayQueryOf(request, "since"),
                         .until = DayQueryOf(request, "until"),
                         .is_mine = QueryOf(request, "mine") == "1"};
  // What is no number stays 0: all repositories.
  if (!absl::SimpleAtoi(QueryOf(request, "repository"), &filter.repository_id))
    filter.repository_id = 0;
  if (!absl::SimpleAtoi(QueryOf(request, "number"), &filter.number)) filter.number = 0;
  return filter;
}

review::v1::ListReviewsRequest RequestOf(const ReviewFilter& filter, const std::string& visitor,
                                         const std::string& page_token) {
  review::v1::ListReviewsRequest request;
  request.set_text(filter.text);
  request.set_repository_id(filter.repository_id);
  request.set_number(filter.number);
  request.set_author(filter.author);
  request.set_rule_id(filter.rule);
  request.set_page_token(page_token);
  request.set_since(filter.since);
  // The API's end is exclusive.
  if (const auto last = DayOf(filter.until)) request.set_until(absl::FormatCivilTime(*last + 1));
  if (filter.is_mine) request.set_person(visitor);
  for (int i = finding::v1::SEVERITY_P0; i <= finding::v1::SEVERITY_P3; ++i) {
    const auto severity = static_cast<finding::v1::Severity>(i);
    if (filter.severity == QueryNameOf(severity)) request.add_severities(severity);
  }
  for (int i = review::v1::REVIEW_STATE_QUEUED; i <= review::v1::REVIEW_STATE_CANCELLED; ++i) {
    const auto state = static_cast<review::v1::ReviewState>(i);
    if (!filter.state.empty() && LabelOf(state).query == filter.state) request.add_states(state);
  }
  for (int i = review::v1::CONCLUSION_SUCCESS; i <= review::v1::CONCLUSION_BLOCKED; ++i) {
    const auto conclusion = static_cast<review::v1::Conclusion>(i);
    if (!filter.conclusion.empty() && LabelOf(conclusion).query == filter.conclusion)
      request.add_conclusions(conclusion);
  }
  return request;
}

namespace {

Url WithFilter(const Url& url, const ReviewFilter& filter) {
  return url.With("text", filter.text)
      .With("repository", filter.repository_id == 0 ? "" : absl::StrCat(filter.repository_id))
      .With("number", filter.number == 0 ? "" : absl::StrCat(filter.number))
      .With("state", filter.state)
      .With("conclusion", filter.conclusion)
      .With("author", filter.author)
      .With("rule", filter.rule)
      .With("severity", filter.severity)
      .With("since", filter.since)
      .With("until", filter.until)
      .With("mine", filter.is_mine ? "1" : "");
}

}  // namespace

Url UrlOf(const ReviewFilter& filter) { return WithFilter(Url::Local({}), filter); }

Url FeedUrlOf(const ReviewFilter& filter) {
  return WithFilter(Url::Local({"reviews.atom"}), filter);
}

Html ReviewRow(const ReviewSummary& review, absl::Time now) {
  const Url url = Url::Local({"reviews", review.id()});
  return El("li",
            {Class("review"), El("div", {Class("state"), StateChip(review)}),
             El("div", {Class("what"), El("a", {Class("title"), Href(url), TitleOf(review)}),
                        Details(review, now)}),
             El("div", {Class("counts"), review.state() == review::v1::REVIEW_STATE_DONE
                                             ? CountChips(review.counts())
                                             : Html()}),
             El("div",
                {Class("size"),
                 review.has_totals()
                     ? Join({LineCounts(review.totals().additions(), review.totals().deletions()),
                             El("span", {Class("faint"), Plural(review.totals().files(), "file")})})
                     : Html()})});
}

Html ReviewListPage(const ReviewListView& view) {
  Html rows;
  for (const ReviewSummary& review : view.reviews.reviews()) rows += ReviewRow(review, view.now);
  Html pages;
  if (!rows.is_empty()) {
    pages += El("a", {Attr("rel", "alternate"), Attr("type", "application/atom+xml"),
                      Href(FeedUrlOf(view.filter)), "Feed"});
  }
  if (!view.is_first_page) pages += El("a", {Href(UrlOf(view.filter)), "Newest"});
  if (!view.reviews.next_page_token().empty()) {
    pages +=
        El("a", {Attr("rel", "next"),
                 Href(UrlOf(view.filter).With("page", view.reviews.next_page_token())), "Older"});
  }
  return Join({Title("Reviews"), FilterForm(view), Totals(view),
               rows.is_empty() ? Empty(view) : El("ol", {Class("reviews"), rows}),
               pages.is_empty() ? Html()
                                : El("nav", {Class("pages"), Attr("aria-label", "Pages"), pages})});
}

}  // namespace allreview::web
