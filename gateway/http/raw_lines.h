#ifndef GATEWAY_HTTP_RAW_LINES_H_
#define GATEWAY_HTTP_RAW_LINES_H_

// Shapes of lines that a parser forgives and another reader may understand in another way. Pure.

#include "absl/strings/string_view.h"

namespace allreview::http {

// A line feed without a carriage return before it.
inline bool HasBareLineFeed(absl::string_view text) {
  for (size_t at = text.find('\n'); at != absl::string_view::npos; at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return true;
  }
  return false;
}

// A line that begins with white space: obs-fold of RFC 9112, which goes on with the line before.
inline bool HasFoldedLine(absl::string_view text) {
  return text.find("\n ") != absl::string_view::npos ||
         text.find("\n\t") != absl::string_view::npos;
}

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_RAW_LINES_H_
