// Headers of a request that travel on as metadata of gRPC, which ends the process on a byte that it
// does not take. The input is fields as "name:value", one on each line; it goes through the routes
// of the REST interface to a service in this process.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/log.h"
#include "gateway/api/rest.h"
#include "gateway/api/testing/fake_review_service.h"
#include "gateway/http/client.h"
#include "host/call.h"

namespace allreview::api {
namespace {

struct Rest {
  FakeReviewService service;
  std::unique_ptr<review::v1::ReviewService::Stub> stub = service.NewStub();
  std::vector<http::Route> routes = RestRoutes({.stub = stub.get()});
};

http::HttpRequest RequestWith(absl::string_view text) {
  http::HttpRequest request = {.method = "GET"};
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    request.headers.emplace_back(absl::AsciiStrToLower(field.first), field.second);
  }
  const std::string* id = request.Header("x-request-id");
  request.request_id = http::RequestIdFor(id == nullptr ? "" : *id);
  request.parameters = {{"id", "r1"}, {"document", "review"}};
  return request;
}

void CheckFields(absl::string_view text) {
  static Rest& rest = *new Rest();
  const http::HttpRequest request = RequestWith(text);
  const std::string* sent = request.Header("authorization");
  for (const http::Route& route : rest.routes) {
    if (route.method != "GET" || !route.is_cross_origin) continue;
    rest.service.last_authorization = "";
    rest.service.last_request_id = "";
    const http::HttpResponse response = route.handler(request);
    CHECK(response.status != 500) << route.pattern;
    if (rest.service.last_request_id.empty()) continue;  // It did not get there.
    CHECK(host::IsValidRequestId(rest.service.last_request_id)) << "ids are fit for a log";
    CHECK(rest.service.last_authorization == (sent == nullptr ? "" : *sent))
        << "a token arrives as it was sent, or not at all";
  }
}

}  // namespace
}  // namespace allreview::api

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  allreview::SetMinLogLevel(allreview::LogLevel::kNone);
  allreview::api::CheckFields(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
