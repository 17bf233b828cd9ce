#ifndef GATEWAY_WEB_TESTING_HTML_CHECK_H_
#define GATEWAY_WEB_TESTING_HTML_CHECK_H_

// Reads HTML as a suspicious browser would. For tests.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::web {

// Everything in a page of ours that could run, load or lead elsewhere: elements that pages do not
// use, event attributes, styles, addresses of other kinds than ours, scripts with content, elements
// that are closed in the wrong order. Empty: there is none.
std::vector<std::string> DangersIn(absl::string_view html);

// Text between tags, decoded, for comparisons.
std::string TextOf(absl::string_view html);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_TESTING_HTML_CHECK_H_
