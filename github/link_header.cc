#include "github/link_header.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"

namespace allreview::github {

std::string NextLink(absl::string_view link) {
  while (true) {
    size_t open = link.find('<');
    if (open == absl::string_view::npos) return "";
    size_t close = link.find('>', open);
    if (close == absl::string_view::npos) return "";
    absl::string_view url = link.substr(open + 1, close - open - 1);
    size_t next = link.find('<', close);
    absl::string_view parameters =
        link.substr(close + 1, next == absl::string_view::npos ? next : next - close - 1);
    for (absl::string_view parameter : absl::StrSplit(parameters, absl::ByAnyChar(";,"))) {
      parameter = absl::StripAsciiWhitespace(parameter);
      if (parameter == "rel=\"next\"" || parameter == "rel=next") return std::string(url);
    }
    if (next == absl::string_view::npos) return "";
    link.remove_prefix(next);
  }
}

}  // namespace allreview::github
