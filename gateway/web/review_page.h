#ifndef GATEWAY_WEB_REVIEW_PAGE_H_
#define GATEWAY_WEB_REVIEW_PAGE_H_

// What all tabs of a review share: its head and the links to the tabs; and the tabs that are short.
// Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "gateway/web/document_links.h"
#include "gateway/web/html.h"
#include "proto/report/v1/report.pb.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::web {

// A tab, by the word in its address.
struct Tab {
  absl::string_view word;  // "deep-dive", "changes".
  absl::string_view title;
  report::v1::Document document = report::v1::DOCUMENT_UNSPECIFIED;  // Unset: not a document.
};

absl::Span<const Tab> Tabs();
// Null: there is no such tab. An empty word is the first.
const Tab* FindTab(absl::string_view word);
Url TabUrl(const std::string& review_id, const Tab& tab);

struct ReviewView {
  const review::v1::StoredReview& review;
  const Tab& tab;
  absl::Time now;
  Html pushes = {};  // Of the same pull request; see PushLinks.
};

// Head, tabs and `content` below them.
Html ReviewPage(const ReviewView& view, const Html& content);

// Instead of a tab while there is no review: progress, or why there is none.
Html WaitingPage(const review::v1::ReviewSummary& review);

// `markdown` as GitHub shows it, beside its contents. `language` may be empty: not known.
struct DocumentView {
  const std::string& review_id;
  const Tab& tab;
  absl::string_view markdown;
  std::string language;  // Of the text.
  CodeLinks links = {};
};

Html DocumentPage(const DocumentView& view);

Html CoveragePage(const review::v1::Review& review);
Html ReceiptPage(const review::v1::StoredReview& stored);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_REVIEW_PAGE_H_
