#ifndef GATEWAY_HTTP_ETAG_H_
#define GATEWAY_HTTP_ETAG_H_

// Answers that a client has already need not be sent again.
//
//   return http::WithETag(request, std::move(response));
//
// The tag is strong: a hash of the body and its type. The body is made all the same; what is spared
// is the way.

#include "absl/strings/string_view.h"
#include "gateway/http/message.h"

namespace allreview::http {

// Adds ETag and "Cache-Control: private, no-cache" to an answer 200 of a GET; turns it into 304
// when If-None-Match names its tag. Others come back as they are.
HttpResponse WithETag(const HttpRequest& request, HttpResponse response);

// By the weak comparison, as RFC 9110 wants it for If-None-Match: "*", or a list of tags.
bool IsTagNamed(absl::string_view if_none_match, absl::string_view tag);

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_ETAG_H_
