#ifndef GATEWAY_ACCESS_ENTRIES_H_
#define GATEWAY_ACCESS_ENTRIES_H_

// Files of one entry a line: tokens, grants.

#include <functional>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace allreview::access {

// Gives each line to `take`, without the blanks around it. Empty lines and those that begin with
// '#' are skipped. Stops at the first line that is refused, and names it.
inline absl::Status ForEachEntry(absl::string_view text,
                                 const std::function<absl::Status(absl::string_view line)>& take) {
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line.front() == '#') continue;
    const absl::Status taken = take(line);
    if (taken.ok()) continue;
    return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", taken.message()));
  }
  return absl::OkStatus();
}

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_ENTRIES_H_
