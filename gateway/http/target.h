#ifndef GATEWAY_HTTP_TARGET_H_
#define GATEWAY_HTTP_TARGET_H_

// The target of a request line: decoded once, and refused when two readers could differ about it.
//
//   absl::StatusOr<Target> target = ParseTarget("/api/v1/rules/a%20b?page_size=10");
//   // target->path == {"api", "v1", "rules", "a b"}; target->query == {{"page_size", "10"}}
//
// Pure. Refused with kInvalidArgument are: what does not begin with '/' or http(s)://, broken
// percent escapes, text that is not UTF-8, control characters, empty segments before the last,
// "." and "..", and slashes or backslashes that hide in an escape. Nothing of the target is quoted
// in errors, because targets may hold secrets.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/http/message.h"

namespace allreview::http {

inline constexpr size_t kMaxQueryParameters = 100;

struct Target {
  // "host:80" of "http://host:80/path"; none where the target is a path.
  std::optional<std::string> authority;
  std::vector<std::string> path;  // "/a/" is {"a", ""}; "/" is {}.
  Fields query;
};

absl::StatusOr<Target> ParseTarget(absl::string_view target);

// "a=1&b=x+y", also the body of a form: '+' is a space. Line breaks are allowed, NUL is not.
absl::StatusOr<Fields> ParseQuery(absl::string_view text);

// For a path segment or a value of a query: everything but letters, digits and "-._~" escaped.
std::string PercentEncode(absl::string_view text);

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_TARGET_H_
