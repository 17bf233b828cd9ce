#ifndef GATEWAY_HTTP_EDGE_H_
#define GATEWAY_HTTP_EDGE_H_

// The decisions of the HTTP server that need no socket: what a header is worth, who answers it, and
// how an answer is written. The sessions (session.h) only move bytes and keep time.
//
//   Edge edge(std::move(router), options);
//   Edge::Verdict verdict = edge.Judge(std::move(header));
//   if (verdict.answer) Write(edge.Serialise(*verdict.answer, …));
//
// Immutable, so safe from any thread.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "gateway/http/address_ranges.h"
#include "gateway/http/message.h"
#include "gateway/http/proxy_identity.h"
#include "gateway/http/router.h"
#include "host/metrics.h"

namespace allreview::http {

struct EdgeOptions {
  AddressRanges trusted_proxies = {};
  std::vector<std::string> allowed_origins = {};
  bool is_host_checked = false;
  std::string public_origin = "";  // As NormalOrigin writes it.
  ProxyIdentity proxy_identity = {};
  host::Metrics* metrics = nullptr;
};

// A header as the parser gives it.
struct RequestHeader {
  std::string method;
  std::string target;
  int version = 11;    // 10 or 11.
  Fields fields = {};  // Any case.
  std::string peer;    // Address of the socket's other end.
  bool is_tls = false;
};

class Edge {
 public:
  Edge(Router router, EdgeOptions options);

  // What is to be done with a request.
  struct Verdict {
    HttpRequest request = {};      // But for its body.
    const Route* route = nullptr;  // Null: nothing was found.
    // There is no need to read the body and call the handler.
    std::optional<HttpResponse> answer = std::nullopt;
    bool is_malformed = false;          // Nothing after it on the connection can be trusted.
    bool is_continue_expected = false;  // The client waits for "100 Continue".
    std::string refusal = "";           // Label of the metric; empty: not refused by a limit.
  };
  Verdict Judge(RequestHeader header) const;

  struct Framing {
    bool is_kept_alive = false;
    bool is_chunked = false;  // The body follows in chunks, as its length is not known.
    bool is_encrypted = false;
    absl::Time now = absl::UnixEpoch();
  };
  // The header of an answer to the end of its empty line. `request` may have come from no verdict.
  std::string Serialise(const HttpRequest& request, const Route* route,
                        const HttpResponse& response, const Framing& framing) const;

  // The line in the log and the metrics, once for each answer.
  void Record(const HttpRequest& request, const Route* route, int status,
              absl::Duration took) const;
  void CountRefusal(const std::string& reason) const;

  host::Metrics* metrics() const { return options_.metrics; }

 private:
  HttpRequest ReadHeader(RequestHeader header) const;
  void FindRoute(Verdict& verdict) const;
  // Why a browser must not do this for the page that it shows.
  absl::Status CheckOrigin(const HttpRequest& request, const Route& route) const;
  absl::Status CheckHost(const HttpRequest& request) const;
  HttpResponse AnswerOptions(const HttpRequest& request, const Router::Found& found) const;
  Fields CorsHeaders(const HttpRequest& request) const;

  const Router router_;
  const EdgeOptions options_;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_EDGE_H_
