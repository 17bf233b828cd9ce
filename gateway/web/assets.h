#ifndef GATEWAY_WEB_ASSETS_H_
#define GATEWAY_WEB_ASSETS_H_

// Files that pages load: style sheets, scripts, the mermaid library. They are constants of the
// program; their addresses hold a hash of their content, so browsers may keep them for ever.
//
//   AssetUrl("page.css");  // "/assets/page.3f2a1c….css"

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "gateway/http/message.h"
#include "gateway/web/html.h"

namespace allreview::web {

// `name` is one of the table in assets.cc.
Url AssetUrl(absl::string_view name);

// The file of that address' last part; none: there is no such file. Names with an older hash are
// none: a page that still asks for them was made by another version.
std::optional<http::HttpResponse> AssetResponse(absl::string_view hashed_name);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_ASSETS_H_
