// What the HTTP edge and the REST interface do with bytes from outside before any service sees
// them: target, query, router, headers, JSON. The bytes are a request as text; the parser of its
// lines is in http_session_fuzz.cc.
//
// Beside "does not crash", it checks what must hold of any request.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/utf8.h"
#include "gateway/api/request.h"
#include "gateway/api/route_table.h"
#include "gateway/http/edge.h"
#include "gateway/http/event_queue.h"
#include "gateway/http/target.h"
#include "tests/fuzz/request_text.h"

namespace allreview::http {
namespace {

Edge MakeEdge() {
  std::vector<Route> routes;
  for (const api::ApiRoute& route : api::ApiRoutes()) {
    routes.push_back({.method = std::string(route.method),
                      .pattern = std::string(route.pattern),
                      .handler = [](const HttpRequest&) { return HttpResponse(); },
                      .is_cross_origin = true});
  }
  auto router = Router::Make(std::move(routes));
  CHECK(router.ok()) << router.status();
  return Edge(*std::move(router), {.trusted_proxies = *AddressRanges::Parse({"10.0.0.0/8"}),
                                   .allowed_origins = {"https://a.example"},
                                   .is_host_checked = true});
}

void CheckTarget(const HttpRequest& request) {
  for (const std::string& segment : request.path) {
    CHECK(IsValidUtf8(segment)) << "segments are text";
    CHECK(segment != "." && segment != "..") << "no way up";
    CHECK(segment.find_first_of(std::string("/\\\0\r\n", 5)) == std::string::npos) << "one segment";
  }
  CHECK(request.query.size() <= kMaxQueryParameters) << "parameters";
  for (const auto& [name, value] : request.query) {
    CHECK(IsValidUtf8(name) && IsValidUtf8(value)) << "parameters are text";
    const auto again = ParseQuery(PercentEncode(name) + "=" + PercentEncode(value));
    CHECK(again.ok() && *again == (Fields{{name, value}})) << "encoding is reversed by decoding";
  }
}

// An answer that repeats the request's own words must stay one answer.
void CheckAnswer(const Edge& edge, const Edge::Verdict& verdict) {
  HttpResponse response;
  if (verdict.answer.has_value()) response = *verdict.answer;
  response.headers.emplace_back("X-Echo", verdict.request.target);
  const std::string head = edge.Serialise(verdict.request, verdict.route, response, {});
  CHECK(absl::EndsWith(head, "\r\n\r\n")) << "a header ends";
  CHECK(head.find("\r\n\r\n") == head.size() - 4) << "and ends once";
  for (absl::string_view line : absl::StrSplit(head, "\r\n")) {
    CHECK(line.find_first_of("\r\n") == absl::string_view::npos) << "no line hides in a line";
  }
}

void CheckBinding(const Edge::Verdict& verdict) {
  for (const api::ApiRoute& route : api::ApiRoutes()) {
    if (route.pattern != verdict.route->pattern || route.method != verdict.route->method) continue;
    const auto message = api::NewMessage(*api::MethodOf(route).input_type());
    const absl::Status status = api::BindRequest(route, verdict.request, *message);
    if (!status.ok()) {
      CHECK(absl::IsInvalidArgument(status) || absl::IsNotFound(status)) << status;
      CHECK(IsValidUtf8(status.message())) << "errors are text";
      continue;
    }
    // What went in as text comes out of the wire format the same.
    const auto copy = api::NewMessage(*api::MethodOf(route).input_type());
    CHECK(copy->ParseFromString(message->SerializeAsString())) << "the message can be sent";
  }
}

void CheckRequest(absl::string_view text) {
  static const Edge& edge = *new Edge(MakeEdge());
  auto [header, body] = ParseRequestText(text);
  Edge::Verdict verdict = edge.Judge(std::move(header));
  CHECK(!verdict.request.request_id.empty()) << "each request has an id";
  CheckTarget(verdict.request);
  CheckAnswer(edge, verdict);
  CHECK(verdict.answer.has_value() || verdict.route != nullptr) << "somebody answers";
  if (verdict.answer.has_value()) return;
  verdict.request.body = std::move(body);
  CheckBinding(verdict);
  const std::string event = FormatEvent(verdict.request.target, verdict.request.body);
  CHECK(event.find("\n\n") == event.size() - 2) << "an event is one event";
}

}  // namespace
}  // namespace allreview::http

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  allreview::http::CheckRequest(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
