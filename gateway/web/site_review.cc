// A review's tabs, files and progress.

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/web/change_page.h"
#include "gateway/web/numerics_page.h"
#include "gateway/web/site.h"
#include "gateway/web/words.h"
#include "proto/report/v1/catalogue.h"

namespace allreview::web {
namespace {

constexpr int kReloadSeconds = 5;

// By its name, or by the extension of its files: "md".
std::optional<report::v1::Format> FileFormat(absl::string_view word) {
  for (const report::v1::Format format : report::Formats()) {
    const report::v1::FormatInfo& info = report::InfoOf(format);
    if (info.name() == word || absl::string_view(info.extension()).substr(1) == word) return format;
  }
  return std::nullopt;
}

// Letters and digits of a text, for the name of a file.
std::string PlainName(absl::string_view text) {
  std::string name;
  for (const char c : text) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-') name += c;
  }
  return name;
}

review::v1::GetReviewRequest RequestOf(const std::string& id) {
  review::v1::GetReviewRequest request;
  request.set_id(id);
  return request;
}

std::string LanguageOf(const review::v1::Review& review, const std::string& wanted) {
  const std::string& language = wanted.empty() ? review.model().intent().language() : wanted;
  return language == "zh" ? "zh" : "en";
}

// Lines: stage, done, total, message.
std::string TextOf(const review::v1::Progress& progress) {
  return absl::StrCat(progress.stage(), "\n", progress.done(), "\n", progress.total(), "\n",
                      progress.message());
}

}  // namespace

http::HttpResponse Site::Review(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const std::string word = visit.Parameter("tab");
  const Tab* tab = FindTab(word.empty() ? visit.Query("document") : word);
  if (tab == nullptr) return Fail(absl::NotFoundError("a review has no such part"), visit);
  const auto review = visit.client.GetReview(RequestOf(visit.Parameter("id")));
  if (!review.ok()) return Fail(review.status(), visit);
  return ShowTab(visit, *review, *tab);
}

http::HttpResponse Site::ShowTab(Visit& visit, const review::v1::StoredReview& review,
                                 const Tab& tab) const {
  const Story story = ReadStory(visit, review, tab);
  const absl::StatusOr<Html> content = TabContent(visit, review, tab, story);
  if (!content.ok()) return Fail(content.status(), visit);
  return RenderPage({.title = TitleOf(review.summary()),
                     .section = Section::kReviews,
                     .visitor = &visit.visitor,
                     .is_wide = tab.word == "changes",
                     .reload_seconds = IsRunning(review.summary()) ? kReloadSeconds : 0,
                     .has_diagrams = tab.document != report::v1::DOCUMENT_UNSPECIFIED,
                     .is_diff = tab.word == "changes" && review.has_review()},
                    ReviewPage({.review = review,
                                .tab = tab,
                                .now = options_.now(),
                                .pushes = PushLinks(story.pushes, story.story)},
                               *content));
}

Site::Story Site::ReadStory(Visit& visit, const review::v1::StoredReview& review,
                            const Tab& tab) const {
  Story story;
  const review::v1::ReviewSummary& summary = review.summary();
  if (summary.repository().id() == 0 || summary.number() == 0) return story;
  review::v1::ListReviewsRequest list;
  list.set_repository_id(summary.repository().id());
  list.set_number(summary.number());
  list.set_page_size(kMaxPushes);
  // The review can be read without its story.
  const auto reviews = visit.client.ListReviews(list);
  if (!reviews.ok()) return story;
  story.pushes = PushesOf(*reviews, summary);
  const Push* before = PushBefore(story.pushes);
  const bool is_told = tab.word == "changes" || &tab == FindTab("");
  if (before == nullptr || !review.has_review() || !is_told) return story;
  auto stored = visit.client.GetReview(RequestOf(before->review_id));
  if (!stored.ok() || !stored->has_review()) return story;
  story.before = *std::move(stored);
  story.story = StoryOf(story.before.review(), review.review());
  return story;
}

absl::StatusOr<Html> Site::TabContent(Visit& visit, const review::v1::StoredReview& review,
                                      const Tab& tab, const Story& story) const {
  if (!review.has_review()) return WaitingPage(review.summary());
  if (tab.document != report::v1::DOCUMENT_UNSPECIFIED) return DocumentTab(visit, review, tab);
  if (tab.word == "changes") return ChangesTab(visit, review, story.story);
  if (tab.word == "numerics") return NumericsPage(review.review());
  if (tab.word == "coverage") return CoveragePage(review.review());
  return ReceiptPage(review);
}

absl::StatusOr<Html> Site::DocumentTab(Visit& visit, const review::v1::StoredReview& review,
                                       const Tab& tab) const {
  const std::string language = LanguageOf(review.review(), visit.Query("language"));
  review::v1::GetDocumentRequest request;
  request.set_id(review.summary().id());
  request.mutable_document()->set_document(tab.document);
  request.mutable_document()->set_format(report::v1::FORMAT_MARKDOWN);
  request.mutable_document()->set_language(language);
  ASSIGN_OR_RETURN(const std::string markdown, visit.client.GetDocument(request));
  return DocumentPage({.review_id = review.summary().id(),
                       .tab = tab,
                       .markdown = markdown,
                       .language = language,
                       .links = LinksOf(review)});
}

absl::StatusOr<Html> Site::ChangesTab(Visit& visit, const review::v1::StoredReview& review,
                                      const PushStory& story) const {
  ParsedDiff diff;
  if (!review.diff().empty()) {
    ASSIGN_OR_RETURN(diff, ParseDiff(*options_.diff(), review.diff(), visit.request.request_id));
  }
  const auto count = static_cast<int64_t>(diff.files.size());
  // Addresses count from 1. A file that is not there shows none.
  const int64_t only = std::clamp<int64_t>(visit.Number("file"), 0, count);
  const int64_t first = std::clamp<int64_t>(visit.Number("first"), 1, count + 1);
  return ChangePage({.review = review,
                     .diff = diff,
                     .visitor = visit.visitor,
                     .voted = visit.Query("voted"),
                     .first = static_cast<int>(first - 1),
                     .only = static_cast<int>(only - 1),
                     .is_split = visit.Query("view") == "split",
                     .story = story});
}

http::HttpResponse Site::Download(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const Tab* tab = FindTab(visit.Query("document"));
  const std::optional<report::v1::Format> format = FileFormat(visit.Query("format"));
  if (tab == nullptr || tab->document == report::v1::DOCUMENT_UNSPECIFIED || !format) {
    return Fail(absl::NotFoundError("a review has no such file"), visit);
  }
  review::v1::GetDocumentRequest document;
  document.set_id(visit.Parameter("id"));
  document.mutable_document()->set_document(tab->document);
  document.mutable_document()->set_format(*format);
  document.mutable_document()->set_language(visit.Query("language"));
  absl::StatusOr<std::string> text = visit.client.GetDocument(document);
  if (!text.ok()) return Fail(text.status(), visit);
  const report::v1::FormatInfo& info = report::InfoOf(*format);
  const std::string name = absl::StrCat(tab->word, "-", PlainName(document.id()), info.extension());
  return {.content_type = info.media_type(),
          .headers = {{"Content-Disposition", absl::StrCat("attachment; filename=\"", name, "\"")},
                      {"Cache-Control", "no-store"}},
          .body = *std::move(text)};
}

http::HttpResponse Site::Events(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const std::string id = visit.Parameter("id");
  review::v1::GetReviewRequest summary = RequestOf(id);
  summary.set_is_summary_only(true);
  const auto review = visit.client.GetReview(summary);
  // Once the stream has begun, the status can no longer say what is wrong.
  if (!review.ok()) return ErrorPage(review.status(), visit.visitor, request.request_id);
  return {.stream = [id, client = visit.client](http::EventStream& stream) mutable {
    const absl::Status status =
        client.WatchReview(id, stream, [&](const review::v1::WatchReviewResponse& event) {
          if (event.has_progress()) return stream.Send("progress", TextOf(event.progress()));
          if (!IsRunning(event.review())) return stream.Send("end", "");
          return stream.Send("state", LabelOf(event.review().state()).query);
        });
    // Browsers come back by themselves; a page that has been told of the end does not.
    if (status.ok()) stream.Send("end", "");
  }};
}

}  // namespace allreview::web
