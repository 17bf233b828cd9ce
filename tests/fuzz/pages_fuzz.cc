// Requests for the web pages: target, cookies, forms. They go through the server's edge to the
// pages over an invented service, so everything behind the parser of HTTP is real.
//
// Beside "does not crash", it checks that nothing of a request becomes markup, a header, or a way
// to another server.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "base/check.h"
#include "base/log.h"
#include "gateway/http/edge.h"
#include "gateway/web/routes.h"
#include "gateway/web/testing/demo_service.h"
#include "gateway/web/testing/demo_store.h"
#include "gateway/web/testing/html_check.h"
#include "tests/fuzz/request_text.h"

namespace allreview::web {
namespace {

constexpr char kSecret[] = "0123456789abcdef0123456789abcdef";

struct Pages {
  Demo demo{{}};
  http::Edge edge = [this] {
    auto router = http::Router::Make(Routes({.reviews = demo.stub(),
                                             .diff = [this] { return demo.diff(); },
                                             .now = DemoNow,
                                             .random = [] { return std::string(kSecret); }}));
    CHECK(router.ok()) << router.status();
    return http::Edge(*std::move(router), {});
  }();
};

void CheckPage(absl::string_view text) {
  static const Pages& pages = *new Pages();
  auto [header, body] = http::ParseRequestText(text);
  http::Edge::Verdict verdict = pages.edge.Judge(std::move(header));
  if (verdict.answer.has_value()) return;
  if (static_cast<int64_t>(body.size()) > verdict.route->max_body_bytes) return;
  verdict.request.body = std::move(body);
  const http::HttpResponse response = verdict.route->handler(verdict.request);
  CHECK(response.status < 500 || response.status == 501) << verdict.route->pattern;
  for (const auto& [name, value] : response.headers) {
    CHECK(value.find_first_of("\r\n") == std::string::npos) << name << " is one line";
    if (name != "Location") continue;
    CHECK(absl::StartsWith(value, "/") && !absl::StartsWith(value, "//") &&
          value.find('\\') == std::string::npos)
        << "it leads elsewhere: " << value;
  }
  // Documents are pages of their own kind, in a sandbox.
  const bool is_page = absl::StartsWith(response.content_type, "text/html") &&
                       verdict.route->pattern != "/reviews/{id}/download";
  if (!is_page) return;
  const std::vector<std::string> dangers = DangersIn(response.body);
  CHECK(dangers.empty()) << dangers.front();
}

}  // namespace
}  // namespace allreview::web

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  allreview::SetMinLogLevel(allreview::LogLevel::kNone);
  allreview::web::CheckPage(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
