#ifndef GATEWAY_HTTP_ORIGIN_H_
#define GATEWAY_HTTP_ORIGIN_H_

// Origins of web pages, in the one spelling in which two of them can be compared.
//
//   NormalOrigin("https://AllReview.Example:443/");   // "https://allreview.example"
//
// Pure.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::http {

// Scheme and host in lower case, the port only where it is not the scheme's own, no slash at the
// end. kInvalidArgument: no "http://" or "https://", no host, a port that is none, a user, or a
// path, which an origin does not have.
absl::StatusOr<std::string> NormalOrigin(absl::string_view text);

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_ORIGIN_H_
