#ifndef GITHUB_HTTP_CLIENT_H_
#define GITHUB_HTTP_CLIENT_H_

// An HTTP client for APIs: libcurl behind one call.
//
//   HttpConnections connections;                      // Lives as long as the process.
//   HttpClient client({}, control, &connections);     // One for each call of a service.
//   absl::StatusOr<HttpResponse> response =
//       client.Send({.url = "https://host/path", .authorization = "Bearer …"});
//
// Any status is an answer; a non-OK result means that there was none:
//   kUnavailable (connection), kDeadlineExceeded (time), kCancelled, kResourceExhausted (the body
//   is over its limit), kFailedPrecondition (certificate, redirect that must not be followed),
//   kInvalidArgument (URL).
//
// Redirects are followed here, at most three: `authorization` goes to the origin (scheme, host,
// port) of the request's own URL and to no other; a permanent redirect of a GET (301, 308) is
// remembered and saves the detour next time; 301, 302 and 303 keep GET, and of other methods only
// 307 and 308 are followed, with the body. Only http and https, never from https to http.
// Neither `authorization` nor a query string appears in errors. Safe from any number of threads.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"

namespace allreview::github {

// Names are in lower case in responses.
using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

// The first value; empty when there is none.
absl::string_view FindHeader(const HttpHeaders& headers, absl::string_view lower_case_name);

struct HttpRequest {
  std::string method = "GET";
  std::string url = {};
  HttpHeaders headers = {};
  std::string authorization = {};  // Secret value of the header of that name. May be empty.
  std::string body = {};
  int64_t max_body_bytes = 64 << 20;  // Of the answer, after decompression.
  // Whether the first max_body_bytes of the answer will do: then a longer one is cut, not an error.
  bool is_prefix_enough = false;
  // Whether the server may get it twice. Otherwise it goes over a connection of its own, because
  // libcurl sends again by itself when a kept connection turns out to be closed.
  bool is_repeatable = true;
};

struct HttpResponse {
  int status = 0;
  HttpHeaders headers;
  std::string body;
  std::string url;  // That answered, after redirects.
  int sent = 0;     // Requests, redirects included.
};

// For one request without its redirects.
struct HttpTimeouts {
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds transfer{120'000};
  // Given up when fewer bytes a second arrive for that long; whole seconds.
  int64_t low_speed_bytes = 64;
  std::chrono::seconds low_speed{30};
};

// What outlives a call: idle connections and permanent redirects.
class HttpConnections {
 public:
  HttpConnections();
  ~HttpConnections();
  HttpConnections(const HttpConnections&) = delete;
  HttpConnections& operator=(const HttpConnections&) = delete;

 private:
  friend class HttpClient;
  struct State;
  std::unique_ptr<State> state_;
};

class HttpClient {
 public:
  // `connections` is borrowed.
  HttpClient(HttpTimeouts timeouts, CallControl control, HttpConnections* connections);

  absl::StatusOr<HttpResponse> Send(const HttpRequest& request) const;

 private:
  absl::StatusOr<HttpResponse> SendOnce(const HttpRequest& request) const;

  HttpTimeouts timeouts_;
  CallControl control_;
  HttpConnections* connections_;
};

// Whether the server may have got the request, and acted on it, although Send failed with this
// error.
bool MayHaveArrived(const absl::Status& status);

// "https://host:port" in lower case, with the port even where it is the default; empty when the URL
// is not http(s), holds a user name, or cannot be read.
std::string UrlOrigin(absl::string_view text);

// Whether the origin is this machine: 127.0.0.0/8, [::1] or localhost.
bool IsLoopbackOrigin(absl::string_view origin);

}  // namespace allreview::github

#endif  // GITHUB_HTTP_CLIENT_H_
