#include "gateway/api/docs_page.h"

#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "base/check.h"
#include "gateway/http/etag.h"
#include "third_party/rapidoc/script.h"

namespace allreview::api {
namespace {

// The library writes styles of its own; it may run nothing but itself and ask nobody but this
// server.
constexpr char kPolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr char kPage[] = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API of AllReview</title>
<script type="module" src="$SCRIPT"></script>
</head>
<body>
<rapi-doc spec-url="/openapi.json" render-style="read" theme="light" show-header="false"
  load-fonts="false" allow-spec-url-load="false" allow-spec-file-load="false"
  allow-server-selection="false" schema-style="table" show-method-in-nav-bar="as-colored-text"
  use-path-in-nav-bar="true" regular-font="system-ui, sans-serif"
  mono-font="ui-monospace, monospace" primary-color="#1f6feb"></rapi-doc>
<noscript>This page needs JavaScript; <a href="/openapi.json">the description</a> does not.</noscript>
</body>
</html>
)";

// Changes with its content, so that browsers keep it.
std::string ScriptAddress() {
  return absl::StrCat("/docs/rapidoc.", std::string(third_party::kRapidocSha256).substr(0, 16),
                      ".js");
}

}  // namespace

std::vector<http::Route> DocsRoutes() {
  std::string script;
  CHECK(absl::Base64Unescape(third_party::kRapidoc, &script));
  std::string page = absl::StrReplaceAll(kPage, {{"$SCRIPT", ScriptAddress()}});
  http::HttpResponse document = {.content_type = "text/html; charset=utf-8",
                                 .headers = {{"Content-Security-Policy", kPolicy}},
                                 .body = std::move(page)};
  // All browsers that can run it read gzip.
  http::HttpResponse code = {.content_type = "text/javascript; charset=utf-8",
                             .headers = {{"Content-Encoding", "gzip"},
                                         {"Cache-Control", "public, max-age=31536000, immutable"}},
                             .body = std::move(script)};
  std::vector<http::Route> routes;
  routes.push_back({.pattern = "/docs",
                    .handler =
                        [document = std::move(document)](const http::HttpRequest& request) {
                          return http::WithETag(request, document);
                        },
                    .max_body_bytes = 0});
  routes.push_back({.pattern = ScriptAddress(),
                    .handler = [code = std::move(code)](const http::HttpRequest&) { return code; },
                    .max_body_bytes = 0});
  return routes;
}

}  // namespace allreview::api
