#ifndef GATEWAY_API_EXPORT_H_
#define GATEWAY_API_EXPORT_H_

// Reviews and findings for programs that want all of them: a line of JSON each, in pages.

#include <string>

#include "absl/status/statusor.h"
#include "gateway/api/route_table.h"
#include "gateway/http/message.h"

namespace allreview::api {

struct Lines {
  std::string text = {};
  std::string next_page_token = {};  // Empty: there are no more.
};

// A page of the reviews that `wanted` lists.
absl::StatusOr<Lines> ReviewLines(Stub& stub, const http::HttpRequest& request,
                                  const review::v1::ListReviewsRequest& wanted);

// The findings of a page of them, each with its review's id, repository, number, head and time. A
// page ends early, behind a whole review, when it has grown large.
absl::StatusOr<Lines> FindingLines(Stub& stub, const http::HttpRequest& request,
                                   const review::v1::ListReviewsRequest& wanted);

}  // namespace allreview::api

#endif  // GATEWAY_API_EXPORT_H_
