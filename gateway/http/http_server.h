#ifndef GATEWAY_HTTP_HTTP_SERVER_H_
#define GATEWAY_HTTP_HTTP_SERVER_H_

// HTTP/1.1 for untrusted clients. What is served is a list of routes (message.h); several parts of
// the gateway bring theirs, and they are joined:
//
//   std::vector<http::Route> routes = api::Routes(...);
//   for (http::Route& route : web::Routes(...)) routes.push_back(std::move(route));
//   absl::StatusOr<std::unique_ptr<http::HttpServer>> server =
//       http::HttpServer::Start(std::move(routes), {.address = "127.0.0.1:8080"});
//   (*server)->Drain(absl::Seconds(10));
//
// The server answers by itself, with application/problem+json: targets that cannot be decoded and
// broken messages (400), unknown paths (404, unless a route {path...} takes them), other methods
// (405 with Allow), slow bodies (408), large bodies (413), large headers, trailers and extensions
// of chunks (431), more streams of one address than max_streams_per_address (429), more work than
// max_queued, or more memory than there is for bodies and answers (503 with Retry-After). A slow
// header, a slow reader, or a connection beyond the caps, is cut off.
//
// Each answer carries x-request-id and headers that make browsers careful: a
// Content-Security-Policy that allows nothing, nosniff, no framing, no referrer, no caching. A
// handler that needs another policy sets that header itself. Requests that change something and
// come from a page of another origin are refused (403), whether or not they carry a token. Each
// request is one line in the log, with the route's pattern and never the target, and counts in
// allreview_http_requests_total {route,method,code} and
// allreview_http_request_duration_seconds{route,method}.
//
// Threads: `io_threads` serve sockets and never wait. Handlers run on `workers`. A stream of events
// has a thread of its own while its producer runs, at most `max_streams` of them: producers wait in
// blocking gRPC reads, and a thread that sleeps costs some kilobytes, where a place in the pool
// would be lost for as long as somebody watches.

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gateway/http/address_ranges.h"
#include "gateway/http/message.h"
#include "gateway/http/proxy_identity.h"
#include "host/metrics.h"

namespace allreview::http {

struct HttpServerOptions {
  std::string address = "";          // "127.0.0.1:0" for any free port; "[::]:8080".
  std::string certificate = "";      // File, PEM, with its chain. Empty: plain HTTP.
  std::string key = "";              // File, PEM.
  host::Metrics* metrics = nullptr;  // Outlives the server. Null: not counted.

  int io_threads = 2;
  int workers = 16;
  int max_queued = 256;  // Requests that wait for a worker.
  int max_streams = 256;
  int max_connections = 4096;
  int max_connections_per_address = 256;  // Not for trusted proxies.
  int max_streams_per_address = 64;       // The same.

  // Memory. One address has a quarter of each at most, or one body or answer that is larger.
  int64_t max_held_body_bytes = 256 << 20;    // Of requests that are read or handled.
  int64_t max_held_answer_bytes = 256 << 20;  // That are being written.

  absl::Duration header_timeout =
      absl::Seconds(5);  // For a whole header, and for the TLS handshake.
  absl::Duration body_timeout = absl::Seconds(30);   // For a whole body.
  absl::Duration write_timeout = absl::Seconds(10);  // Without progress for one piece of an answer.
  // Over a whole answer, from write_timeout on: who reads 64 KiB every ten seconds would hold a
  // large one for hours.
  int64_t min_answer_bytes_per_second = 64 << 10;
  absl::Duration idle_timeout = absl::Seconds(60);            // Between requests of one connection.
  absl::Duration event_comment_interval = absl::Seconds(15);  // Keeps streams of events open.

  // Addresses whose X-Forwarded-For and X-Forwarded-Proto are believed.
  AddressRanges trusted_proxies = {};
  // Origins ("https://dashboard.example") whose pages may call routes that are is_cross_origin.
  std::vector<std::string> allowed_origins = {};
  // Where browsers reach this server, as NormalOrigin writes it: "https://allreview.example". Its
  // scheme is that of every request, whatever came over the wire: a proxy may end TLS. Its pages
  // are our own. Empty: there are only addresses.
  std::string public_origin = "";
  // Takes requests for "localhost", IP addresses and the public origin only. For a server that asks
  // for no token: a page elsewhere cannot reach it by a name of its own that resolves to this
  // machine.
  bool is_host_checked = false;
  // Whom trusted proxies name.
  ProxyIdentity proxy_identity = {};
};

class HttpServer {
 public:
  // kInvalidArgument: patterns, address, TLS files. kFailedPrecondition: the address cannot be had.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(std::vector<Route> routes,
                                                           const HttpServerOptions& options);

  // Ends every connection; waits for handlers and producers that are running.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  std::string address() const;  // With the real port.

  // Takes no new connections, ends streams and idle connections, lets requests in flight finish and
  // returns when all have, or after `limit`; then the rest is cut off.
  void Drain(absl::Duration limit);

 private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_HTTP_SERVER_H_
