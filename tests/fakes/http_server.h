#ifndef TESTS_FAKES_HTTP_SERVER_H_
#define TESTS_FAKES_HTTP_SERVER_H_

// A small HTTP/1.1 server on a real loopback socket, for tests of clients.
//
//   HttpServer server([](const ServedRequest& request) {
//     return ServedResponse{.status = 200, .body = "hello"};
//   });
//   Get(server.base_url() + "/greeting");
//   EXPECT_EQ(server.requests()[0].path, "/greeting");
//
// The port is free and chosen by the system. Each connection has a thread and is kept alive; the
// handler is called from these threads, several at a time, and may block (see Gate). The destructor
// cuts all connections and joins all threads, so a blocked handler must be released before.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::fakes {

struct ServedRequest {
  std::string method;
  std::string path;                            // Not decoded, without query.
  std::string query;                           // Without '?'.
  std::map<std::string, std::string> headers;  // Names in lower case.
  std::string body;

  // Path, '?' and query, as they came.
  std::string target() const;
  // Empty when absent.
  std::string header(const std::string& lower_case_name) const;
  // Value of a query parameter, not decoded; empty when absent.
  std::string parameter(absl::string_view name) const;
};

struct ServedResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
  bool is_cut = false;  // Closes the connection after half of the body.
};

// Holds callers until it is opened: makes "slow" deterministic.
class Gate {
 public:
  Gate();
  ~Gate();
  void Wait();
  void Open();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

class HttpServer {
 public:
  using Handler = std::function<ServedResponse(const ServedRequest&)>;

  explicit HttpServer(Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // "http://127.0.0.1:PORT".
  std::string base_url() const;

  // All that came so far, in order of arrival.
  std::vector<ServedRequest> requests() const;
  // From now on only so many of the last are kept.
  void KeepRequests(size_t most);

  // Connections accepted so far.
  int connections() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_HTTP_SERVER_H_
