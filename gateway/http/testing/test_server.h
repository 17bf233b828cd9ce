#ifndef GATEWAY_HTTP_TESTING_TEST_SERVER_H_
#define GATEWAY_HTTP_TESTING_TEST_SERVER_H_

// A server on a free port of the loopback, and one question to it.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"

namespace allreview::http {

// Logs warnings only from now on.
inline std::unique_ptr<HttpServer> StartTestServer(HttpServerOptions options,
                                                   std::vector<Route> routes) {
  SetMinLogLevel(LogLevel::kWarning);
  options.address = "127.0.0.1:0";
  auto server = HttpServer::Start(std::move(routes), options);
  EXPECT_OK(server);
  return *std::move(server);
}

inline Answer Ask(const HttpServer& server, const std::string& request) {
  SocketClient client(server.port());
  client.Send(request);
  return client.ReadAnswer();
}

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_TESTING_TEST_SERVER_H_
