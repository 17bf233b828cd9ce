#ifndef GATEWAY_HTTP_MESSAGE_H_
#define GATEWAY_HTTP_MESSAGE_H_

// What handlers of the HTTP server take and return: plain structs that know no network.
//
//   http::HttpResponse Show(const http::HttpRequest& request) {
//     const std::string* id = request.Parameter("id");
//     return {.content_type = "text/html; charset=utf-8", .body = PageOf(*id)};
//   }
//   std::vector<http::Route> routes = {{.method = "GET", .pattern = "/reviews/{id}",
//                                       .handler = Show}};
//
// Handlers are called on threads of a bounded pool, several at once; they may block on calls that
// have deadlines. They must not throw.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::http {

using Fields = std::vector<std::pair<std::string, std::string>>;

// A request that was read whole and is within the route's limits.
struct HttpRequest {
  std::string method = "";  // "GET" also where HEAD was asked for; see is_head.
  std::string target = "";  // As it was sent: "/reviews/a%20b?x=1". Not for logs.
  std::vector<std::string> path =
      {};                       // Decoded segments: {"reviews", "a b"}. UTF-8, no "." or "..".
  Fields parameters = {};       // What {name} of the route's pattern matched, decoded.
  Fields query = {};            // Decoded, in order. UTF-8.
  Fields headers = {};          // Names in lower case; an unknown number of each.
  std::string body = "";        // As sent, at most Route::max_body_bytes.
  std::string peer = "";        // Address of the client, without port.
  std::string request_id = "";  // The caller's when it is fit for a log, else made here.
  bool is_head = false;         // The server drops the body of the answer itself.
  bool is_encrypted = false;    // TLS here, or at a proxy before us.

  // The first of that name; null: none.
  const std::string* Parameter(absl::string_view name) const;
  const std::string* Query(absl::string_view name) const;
  const std::string* Header(absl::string_view lower_case_name) const;
};

// The open end of a stream of server-sent events. Safe from any thread.
class EventStream {
 public:
  virtual ~EventStream() = default;

  // Queues one event and returns at once. `name` becomes its event: field (empty: none); each line
  // of `data` a data: field. False: the stream has ended, because the client went away, read too
  // slowly (its bounded queue was full or a write took too long), or the server drains.
  virtual bool Send(absl::string_view name, absl::string_view data) = 0;
  // The same with an id, which a client that comes again sends as Last-Event-ID.
  virtual bool SendNumbered(absl::string_view id, absl::string_view name,
                            absl::string_view data) = 0;

  // Calls `on_end` once when the stream ends from outside, at once if it has: the place to cancel
  // what the producer waits for. Called from a thread of the server, perhaps when the producer is
  // about to return: it must not block, and shares the ownership of what it touches.
  virtual void OnEnd(std::function<void()> on_end) = 0;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";  // Empty: no such header.
  Fields headers = {};  // Any case. These win over the server's defaults of the same name.
  std::string body = "";
  // Not null: the answer is a stream of events and `body` is not sent. Called once on a thread that
  // belongs to this stream until it returns, never on one of the pool; returning ends the stream.
  // HttpServerOptions::max_streams bounds how many there are.
  std::function<void(EventStream& stream)> stream = nullptr;
};

using Handler = std::function<HttpResponse(const HttpRequest&)>;

// Which requests a handler answers.
struct Route {
  std::string method = "GET";  // "GET" answers HEAD, too. OPTIONS and 405 are the server's own.
  // Segments are literal, {name} for any one, or at the end {name...} for any number of them
  // (joined by '/'). The most literal pattern wins, from left to right. Label of the metrics.
  std::string pattern = "";
  Handler handler = nullptr;
  int64_t max_body_bytes = 1 << 20;  // Larger: 413, and the handler is not called.
  // Answered on a thread that serves the sockets, even when all of the pool are busy: for health
  // checks. Such a handler must never wait.
  bool is_immediate = false;
  // Pages of HttpServerOptions::allowed_origins may call it (CORS).
  bool is_cross_origin = false;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_MESSAGE_H_
