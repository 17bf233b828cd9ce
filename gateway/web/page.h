#ifndef GATEWAY_WEB_PAGE_H_
#define GATEWAY_WEB_PAGE_H_

// The frame around every page: head, navigation, footer, and headers that let nothing run or load
// but files of ours. Pure.
//
//   return RenderPage({.title = "Rules", .section = Section::kRules, .visitor = &visitor}, main);

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gateway/http/message.h"
#include "gateway/web/html.h"
#include "gateway/web/visitor.h"

namespace allreview::web {

enum class Section { kNone, kReviews, kRepositories, kRules, kTrends };

struct PageInfo {
  std::string title;
  Section section = Section::kNone;
  const Visitor* visitor = nullptr;
  int status = 200;
  bool is_wide = false;       // Uses the whole window.
  int reload_seconds = 0;     // Without JavaScript the page loads itself again. 0: never.
  bool has_diagrams = false;  // Diagrams are drawn.
  bool is_diff = false;       // A diff with findings, and a way to skip to them.
};

http::HttpResponse RenderPage(const PageInfo& info, const Html& main);

// What is wrong and what to do, for a failed call.
http::HttpResponse ErrorPage(const absl::Status& status, const Visitor& visitor,
                             absl::string_view request_id);

// After a form: the browser goes on with GET.
http::HttpResponse SeeOther(const Url& url);
http::HttpResponse SeeOtherLocal(absl::string_view local_address);

// What RenderMarkdown returned, with blocks that may be wider than a phone reachable by keyboard.
std::string Scrollable(absl::string_view body);

// Heading of a page.
Html Title(absl::string_view text);
// A box that says why there is nothing, and what to do next.
Html EmptyState(absl::string_view title, const Html& advice);
// Term and description.
Html Fact(absl::string_view term, const Html& description);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_PAGE_H_
