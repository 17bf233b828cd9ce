// Bytes as they come from a socket: what the HTTP server makes of lines, framing, chunks and
// whatever follows on the same connection. They go to a real server, over the loopback.
//
// Beside "does not crash and does not hang", it checks that what comes back is whole answers and
// nothing else.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/log.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"

namespace allreview::http {
namespace {

const HttpServer& Server() {
  static const HttpServer& server = []() -> const HttpServer& {
    SetMinLogLevel(LogLevel::kNone);
    const Handler echo = [](const HttpRequest& request) {
      return HttpResponse{.headers = {{"X-Echo", request.target}}, .body = request.body};
    };
    auto started = HttpServer::Start(
        {{.pattern = "/{path...}", .handler = echo},
         {.method = "POST", .pattern = "/{path...}", .handler = echo, .max_body_bytes = 1000},
         {.pattern = "/healthz", .handler = echo, .is_immediate = true},
         {.pattern = "/events",
          .handler =
              [](const HttpRequest&) {
                return HttpResponse{
                    .stream = [](EventStream& stream) { stream.Send("name", "data"); }};
              }}},
        {.address = "127.0.0.1:0"});
    CHECK(started.ok()) << started.status();
    return *started->release();
  }();
  return server;
}

// Removes one answer from the front.
void TakeAnswer(absl::string_view& text) {
  CHECK(absl::StartsWith(text, "HTTP/1.1 ")) << "an answer begins with its version";
  const size_t end = text.find("\r\n\r\n");
  CHECK(end != absl::string_view::npos) << "a header ends";
  const absl::string_view head = text.substr(0, end);
  text.remove_prefix(end + 4);
  if (absl::StartsWith(head, "HTTP/1.1 100")) return;
  size_t length = 0;
  for (absl::string_view line : absl::StrSplit(head, "\r\n")) {
    CHECK(line.find_first_of("\r\n") == absl::string_view::npos) << "no line hides in a line";
    if (absl::StartsWith(line, "Transfer-Encoding: ")) length = text.size();  // The last.
    if (!absl::StartsWith(line, "Content-Length: ")) continue;
    CHECK(absl::SimpleAtoi(line.substr(16), &length)) << line;
  }
  CHECK(length <= text.size()) << "a body is whole";
  text.remove_prefix(length);
}

// With a thousand connections a second there are moments when each local port is still in use.
SocketClient Connect() {
  constexpr int kMaxAttempts = 10'000;
  for (int i = 1;; ++i) {
    SocketClient client(Server().port());
    if (client.is_connected()) return client;
    CHECK(i < kMaxAttempts) << "the server is there";
  }
}

void CheckConnection(absl::string_view bytes) {
  SocketClient client = Connect();
  client.Send(bytes);
  client.EndSending();
  const auto [text, has_ended] = client.ReadToEnd();
  CHECK(has_ended) << "the connection ends after its last request";
  // Where HEAD is asked for, lengths speak of bodies that do not come.
  if (absl::StrContains(bytes, "HEAD ")) return;
  absl::string_view rest = text;
  while (!rest.empty()) TakeAnswer(rest);
}

}  // namespace
}  // namespace allreview::http

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  allreview::http::CheckConnection(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
