#ifndef GITHUB_LINK_HEADER_H_
#define GITHUB_LINK_HEADER_H_

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::github {

// The URL of rel="next" in a Link header; empty when there is none. Pure.
std::string NextLink(absl::string_view link);

}  // namespace allreview::github

#endif  // GITHUB_LINK_HEADER_H_
