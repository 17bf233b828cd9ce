#include "gateway/web/feed.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gateway/web/words.h"
#include "review/display_text.h"
#include "review/headline.h"

namespace allreview::web {
namespace {

using review::v1::ReviewSummary;

// Text and values of attributes. XML has no way to write control characters.
std::string Xml(absl::string_view text) {
  std::string escaped;
  for (const char c : CleanLine(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string Element(absl::string_view name, absl::string_view text) {
  return absl::StrCat("<", name, ">", Xml(text), "</", name, ">\n");
}

std::string Link(absl::string_view relation, absl::string_view url) {
  return absl::StrCat("<link rel=\"", relation, "\" href=\"", Xml(url), "\"/>\n");
}

std::string Time(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", time, absl::UTCTimeZone());
}

absl::Time UpdatedAt(const ReviewSummary& review) {
  return TimeOf(review.has_finished_at() ? review.finished_at() : review.queued_at());
}

// What became of it, on a line.
std::string Outcome(const ReviewSummary& review) {
  if (review.state() == review::v1::REVIEW_STATE_DONE) return Headline(Language::kEnglish, review);
  const std::string state(LabelOf(review.state()).text);
  return review.state_reason().empty() ? state : absl::StrCat(state, ": ", review.state_reason());
}

std::string Entry(const ReviewSummary& review, absl::string_view public_url) {
  const std::string outcome = Outcome(review);
  std::string entry = absl::StrCat(
      "<entry>\n", Element("id", absl::StrCat("urn:allreview:review:", review.id())),
      Element("title", absl::StrCat(PlaceOf(review), ": ", TitleOf(review), " (", outcome, ")")),
      Link("alternate", absl::StrCat(public_url, Url::Local({"reviews", review.id()}).text())),
      Element("published", Time(TimeOf(review.queued_at()))),
      Element("updated", Time(UpdatedAt(review))));
  if (!review.author().empty()) {
    absl::StrAppend(&entry, "<author>\n", Element("name", review.author()), "</author>\n");
  }
  if (review.state() == review::v1::REVIEW_STATE_DONE) {
    absl::StrAppend(&entry, "<category term=\"", Xml(LabelOf(review.conclusion()).query), "\"/>\n");
  }
  return absl::StrCat(entry, Element("summary", outcome), "</entry>\n");
}

struct Seen {
  std::string text;
  absl::string_view colour;
};

Seen SeenOf(const ReviewSummary* review) {
  constexpr absl::string_view kGrey = "#5f6b7a", kGreen = "#1a7f37", kYellow = "#8a6100",
                              kRed = "#c0262d";
  if (review == nullptr) return {"no review yet", kGrey};
  const std::string found = CountsText(Language::kEnglish, review->counts());
  switch (review->conclusion()) {
    case review::v1::CONCLUSION_SUCCESS:
      return {"no findings", kGreen};
    case review::v1::CONCLUSION_FINDINGS:
      return {found, kYellow};
    case review::v1::CONCLUSION_BLOCKED:
      return {found, kRed};
    default:
      return {"incomplete", kGrey};
  }
}

// Of one half of a badge: letters of 11 px are 6.5 px wide on average.
int WidthOf(absl::string_view text) { return static_cast<int>(text.size()) * 13 / 2 + 12; }

std::string Half(int x, absl::string_view text, absl::string_view colour) {
  const int width = WidthOf(text);
  return absl::StrCat("<rect x=\"", x, "\" width=\"", width, "\" height=\"20\" fill=\"", colour,
                      "\"/><text x=\"", x + width / 2, "\" y=\"14\" textLength=\"", width - 12,
                      "\">", Xml(text), "</text>");
}

}  // namespace

std::string ReviewFeed(const FeedView& view) {
  absl::Time updated = view.reviews.reviews().empty() ? view.now : absl::UnixEpoch();
  for (const ReviewSummary& review : view.reviews.reviews()) {
    updated = std::max(updated, UpdatedAt(review));
  }
  const std::string page = absl::StrCat(view.public_url, UrlOf(view.filter).text());
  const std::string self = absl::StrCat(view.public_url, FeedUrlOf(view.filter).text());
  std::string feed = absl::StrCat(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
      Element("id", self), Element("title", "Reviews · AllReview"), Link("self", self),
      Link("alternate", page), Element("updated", Time(updated)),
      "<author>\n<name>AllReview</name>\n</author>\n");
  for (const ReviewSummary& review : view.reviews.reviews()) {
    feed += Entry(review, view.public_url);
  }
  return feed + "</feed>\n";
}

std::string Badge(const ReviewSummary* review) {
  constexpr absl::string_view kName = "AllReview";
  const Seen verdict = SeenOf(review);
  const int width = WidthOf(kName) + WidthOf(verdict.text);
  const std::string label = Xml(absl::StrCat(kName, ": ", verdict.text));
  return absl::StrCat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width,
      "\" height=\"20\" role=\"img\" aria-label=\"", label, "\"><title>", label,
      "</title><clipPath id=\"r\"><rect width=\"", width,
      "\" height=\"20\" rx=\"3\"/></clipPath><g clip-path=\"url(#r)\" fill=\"#fff\" "
      "text-anchor=\"middle\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">",
      Half(0, kName, "#24292f"), Half(WidthOf(kName), verdict.text, verdict.colour),
      "</g></svg>\n");
}

}  // namespace allreview::web
