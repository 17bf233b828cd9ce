#include "base/url.h"

namespace allreview {

absl::string_view HostAndPortOf(absl::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme == absl::string_view::npos) return "";
  url.remove_prefix(scheme + 3);
  return url.substr(0, url.find('/'));
}

}  // namespace allreview
