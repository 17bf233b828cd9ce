#ifndef GATEWAY_HTTP_COMPRESSION_H_
#define GATEWAY_HTTP_COMPRESSION_H_

// Answers in gzip, for clients that take it.
//
//   return http::Compressed(request, std::move(response));
//
// An answer whose body would compress says "Vary: Accept-Encoding" either way. Its ETag becomes
// weak, for the bytes are others than those of the plain answer; WithETag compares weakly.
//
// Compression tells by the length of an answer how much of it is said twice (BREACH). So a secret
// must not stand in a page in the same bytes every time, beside text that a stranger can choose:
// the pages' only one, the token of forms, is made anew for each answer (gateway/web/visitor.h).

#include "gateway/http/message.h"

namespace allreview::http {

// As it is: streams of events, what is small, encoded already, or of a type that does not compress.
HttpResponse Compressed(const HttpRequest& request, HttpResponse response);

// Whether Accept-Encoding takes gzip: named, or by "*", and not with q=0.
bool TakesGzip(absl::string_view accept_encoding);

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_COMPRESSION_H_
