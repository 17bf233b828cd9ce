// JSON bodies of the REST interface. The first byte picks the message.
//
// Beside "does not crash", it checks that the reader agrees with a parser that builds everything.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/check.h"
#include "base/utf8.h"
#include "gateway/api/json_body.h"
#include "gateway/api/json_check.h"
#include "gateway/api/request.h"
#include "gateway/api/route_table.h"
#include "nlohmann/json.hpp"

namespace allreview::api {
namespace {

void CheckBody(const ApiRoute& route, absl::string_view text) {
  const auto message = NewMessage(*MethodOf(route).input_type());
  const absl::Status checked = CheckJson(text, *message->GetDescriptor());
  const auto json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
  CHECK(json.is_object() || !checked.ok()) << "only objects are messages";
  const absl::Status parsed = ParseJsonBody(text, *message);
  for (const absl::Status& status : {checked, parsed}) {
    if (status.ok()) continue;
    CHECK(absl::IsInvalidArgument(status)) << status;
    CHECK(IsValidUtf8(status.message())) << "errors are text";
  }
  if (!parsed.ok()) return;
  const auto copy = NewMessage(*MethodOf(route).input_type());
  CHECK(copy->ParseFromString(message->SerializeAsString())) << "the message can be sent";
}

}  // namespace
}  // namespace allreview::api

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace allreview::api;  // NOLINT: this file is the program.
  if (size == 0) return 0;
  const auto routes = ApiRoutes();
  CheckBody(routes[data[0] % routes.size()],
            absl::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
