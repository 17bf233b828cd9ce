#ifndef TESTS_FUZZ_REQUEST_TEXT_H_
#define TESTS_FUZZ_REQUEST_TEXT_H_

// A request as text, for fuzz targets that begin behind the parser of HTTP: "METHOD TARGET",
// fields, an empty line, a body. Cut at line feeds, so that values can hold every other byte.

#include <string>
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gateway/http/edge.h"

namespace allreview::http {

// The header and the body.
inline std::pair<RequestHeader, std::string> ParseRequestText(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits("\n\n", 1));
  RequestHeader header = {.peer = "10.0.0.1"};
  bool is_first = true;
  for (absl::string_view line : absl::StrSplit(parts.first, '\n')) {
    const char separator = is_first ? ' ' : ':';
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(line, absl::MaxSplits(separator, 1));
    if (is_first) {
      header.method = std::string(pair.first);
      header.target = std::string(pair.second);
    } else {
      header.fields.emplace_back(pair.first, pair.second);
    }
    is_first = false;
  }
  return {std::move(header), std::string(parts.second)};
}

}  // namespace allreview::http

#endif  // TESTS_FUZZ_REQUEST_TEXT_H_
