#ifndef GATEWAY_API_STREAMS_H_
#define GATEWAY_API_STREAMS_H_

// Routes whose RPCs answer with a stream.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/api/route_table.h"
#include "gateway/http/message.h"
#include "proto/report/v1/report.pb.h"

namespace allreview::api {

// A document, whole, as `wanted` asks for it; without a format, as the Accept header does.
http::HttpResponse SendDocument(Stub& stub, const http::HttpRequest& request,
                                review::v1::GetDocumentRequest wanted);

// The events of a review.
http::HttpResponse SendEvents(Stub& stub, const http::HttpRequest& request,
                              const review::v1::WatchReviewRequest& wanted);

// What happens on the server, after Last-Event-ID where the client sends one.
http::HttpResponse SendServerEvents(Stub& stub, const http::HttpRequest& request,
                                    review::v1::WatchEventsRequest wanted);

// "text/markdown; charset=utf-8".
absl::string_view MediaTypeOf(report::v1::Format format);

// The format that `accept` likes best; Markdown where it likes all the same. kInvalidArgument:
// none.
absl::StatusOr<report::v1::Format> Negotiate(absl::string_view accept);

}  // namespace allreview::api

#endif  // GATEWAY_API_STREAMS_H_
