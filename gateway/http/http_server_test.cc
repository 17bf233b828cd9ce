#include "gateway/http/http_server.h"

#include <future>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/http/testing/test_server.h"
#include "gateway/http/worker_pool.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace allreview::http {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

HttpResponse Hello(const HttpRequest& request) {
  const std::string* name = request.Parameter("name");
  return {.headers = {{"Content-Security-Policy", "default-src 'self'"}},
          .body = absl::StrCat("hello ", *name, " of ", request.peer, " ", request.body)};
}

std::vector<Route> Routes() {
  return {
      {.pattern = "/hello/{name}", .handler = Hello},
      {.method = "POST", .pattern = "/hello/{name}", .handler = Hello, .max_body_bytes = 100},
      {.pattern = "/plain", .handler = [](const HttpRequest&) { return HttpResponse(); }},
      {.pattern = "/large",
       .handler =
           [](const HttpRequest&) { return HttpResponse{.body = std::string(5 << 20, 'x')}; }},
      {.pattern = "/throws",
       .handler = [](const HttpRequest&) -> HttpResponse { throw std::runtime_error("secret"); }},
      {.pattern = "/exhausts",
       .handler = [](const HttpRequest&) -> HttpResponse { throw std::bad_alloc(); }},
      {.pattern = "/healthz",
       .handler = [](const HttpRequest&) { return HttpResponse{.body = "ok"}; },
       .is_immediate = true},
  };
}

std::unique_ptr<HttpServer> StartServer(
    const HttpServerOptions& options = {.address = "127.0.0.1:0"},
    std::vector<Route> routes = Routes()) {
  SetMinLogLevel(LogLevel::kWarning);
  auto server = HttpServer::Start(std::move(routes), options);
  EXPECT_OK(server);
  return *std::move(server);
}

std::string DetailOf(const Answer& answer) {
  const auto problem = nlohmann::json::parse(answer.body, nullptr, false);
  return problem.is_object() ? problem.value("detail", "") : answer.body;
}

TEST(HttpServer, AnswersWithWhatTheHandlerReturns) {
  const auto server = StartServer();
  const Answer answer = Ask(*server, Get("/hello/m%C3%A9"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "hello m\xC3\xA9 of 127.0.0.1 ");
  EXPECT_EQ(answer.Header("content-type"), "text/plain; charset=utf-8");
  EXPECT_EQ(answer.Header("connection"), "keep-alive");
}

TEST(HttpServer, AnswersSeveralRequestsOfOneConnectionInOrder) {
  const auto server = StartServer();
  SocketClient client(server->port());
  client.Send(Get("/hello/a") + Post("/hello/b", "body") + Get("/hello/c"));
  EXPECT_THAT(client.ReadAnswer().body, HasSubstr("hello a"));
  EXPECT_THAT(client.ReadAnswer().body, HasSubstr("hello b of 127.0.0.1 body"));
  EXPECT_THAT(client.ReadAnswer().body, HasSubstr("hello c"));
  client.Send(Get("/hello/d", "Connection: close\r\n"));
  EXPECT_THAT(client.ReadAnswer().body, HasSubstr("hello d"));
  EXPECT_TRUE(client.ReadToEnd().second);
}

TEST(HttpServer, SendsTheHeaderOnlyForHead) {
  const auto server = StartServer();
  SocketClient client(server->port());
  client.Send("HEAD /hello/a HTTP/1.1\r\nHost: x\r\n\r\n");
  const Answer head = client.ReadAnswer(/*is_head=*/true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.Header("content-length"), "21");
  client.Send(Get("/plain"));
  EXPECT_EQ(client.ReadAnswer().status, 200) << "a body came where none may";
}

TEST(HttpServer, SaysWhichMethodsAPathHas) {
  const auto server = StartServer();
  const Answer options = Ask(*server, "OPTIONS /hello/a HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.Header("allow"), "GET, HEAD, OPTIONS, POST");
  const Answer refused = Ask(*server, "DELETE /hello/a HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.Header("allow"), "GET, HEAD, OPTIONS, POST");
  EXPECT_EQ(refused.Header("content-type"), "application/problem+json");
  EXPECT_EQ(DetailOf(refused), "this path has only GET, HEAD, OPTIONS, POST");
  EXPECT_EQ(Ask(*server, Get("/nowhere")).status, 404);
  EXPECT_EQ(Ask(*server, Get("/hello/..")).status, 400);
}

TEST(HttpServer, IsCarefulByDefaultAndLetsHandlersDecide) {
  const auto server = StartServer();
  const Answer plain = Ask(*server, Get("/plain"));
  EXPECT_THAT(plain.Header("content-security-policy"), HasSubstr("default-src 'none'"));
  EXPECT_EQ(plain.Header("x-content-type-options"), "nosniff");
  EXPECT_EQ(plain.Header("x-frame-options"), "DENY");
  EXPECT_EQ(plain.Header("cache-control"), "no-store");
  EXPECT_EQ(plain.Header("strict-transport-security"), "") << "this is not TLS";
  EXPECT_EQ(Ask(*server, Get("/hello/a")).Header("content-security-policy"), "default-src 'self'");
}

TEST(HttpServer, KeepsTheCallersRequestIdWhenItIsFitForALog) {
  const auto server = StartServer();
  EXPECT_EQ(Ask(*server, Get("/plain", "X-Request-Id: abc-1\r\n")).Header("x-request-id"), "abc-1");
  const std::string made =
      Ask(*server, Get("/plain", "X-Request-Id: a b\"\r\n")).Header("x-request-id");
  EXPECT_EQ(made.size(), 16u) << made;
}

TEST(HttpServer, TellsNothingOfAnExceptionButThatThereWasOne) {
  const auto server = StartServer();
  const Answer answer = Ask(*server, Get("/throws"));
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(answer.body, Not(HasSubstr("secret")));
}

TEST(HttpServer, EndsOneRequestWhenThereIsNoMemory) {
  const auto server = StartServer();
  SocketClient client(server->port());
  client.Send(Get("/exhausts"));
  const Answer answer = client.ReadAnswer();
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.Header("retry-after"), "1");
  EXPECT_EQ(DetailOf(answer), "there is not enough memory for this request now");
  client.Send(Get("/plain"));
  EXPECT_EQ(client.ReadAnswer().status, 200) << "the same connection goes on";
}

TEST(WorkerPool, GoesOnAfterWorkThatThrows) {
  SetMinLogLevel(LogLevel::kNone);
  WorkerPool pool({.workers = 1, .max_queued = 10});
  std::promise<void> done;
  ASSERT_TRUE(pool.Submit([] { throw std::bad_alloc(); }));
  ASSERT_TRUE(pool.Submit([&done] { done.set_value(); }));
  done.get_future().wait();
}

TEST(HttpServer, SendsLargeAnswersWhole) {
  const auto server = StartServer();
  EXPECT_EQ(Ask(*server, Get("/large")).body.size(), 5u << 20);
}

TEST(HttpServer, LetsOnlyAllowedOriginsCallRoutesMadeForThem) {
  std::vector<Route> routes = Routes();
  routes[0].is_cross_origin = true;
  const auto server = StartServer(
      {.address = "127.0.0.1:0", .allowed_origins = {"https://good.example"}}, std::move(routes));
  const auto origin_of = [&](const std::string& target, const std::string& origin) {
    return Ask(*server, Get(target, absl::StrCat("Origin: ", origin, "\r\n")))
        .Header("access-control-allow-origin");
  };
  EXPECT_EQ(origin_of("/hello/a", "https://good.example"), "https://good.example");
  EXPECT_EQ(origin_of("/hello/a", "https://bad.example"), "");
  EXPECT_EQ(origin_of("/plain", "https://good.example"), "");
  const Answer preflight =
      Ask(*server,
          "OPTIONS /hello/a HTTP/1.1\r\nHost: x\r\nOrigin: https://good.example\r\n"
          "Access-Control-Request-Method: GET\r\n\r\n");
  EXPECT_EQ(preflight.Header("access-control-allow-origin"), "https://good.example");
  EXPECT_THAT(preflight.Header("access-control-allow-headers"), HasSubstr("Authorization"));
}

TEST(HttpServer, LetsNoPageOfAnotherOriginChangeAnything) {
  std::vector<Route> routes = Routes();
  routes[1].is_cross_origin = true;
  const auto server = StartServer(
      {.address = "127.0.0.1:0", .allowed_origins = {"https://good.example"}}, std::move(routes));
  const auto status_for = [&](const std::string& origin) {
    return Ask(*server, Post("/hello/a", "", absl::StrCat("Origin: ", origin, "\r\n"))).status;
  };
  EXPECT_EQ(status_for("http://localhost"), 200) << "the server's own origin";
  EXPECT_EQ(status_for("https://good.example"), 200);
  EXPECT_EQ(status_for("https://bad.example"), 403);
  EXPECT_EQ(status_for("https://localhost"), 200) << "the same behind a proxy with TLS";
  EXPECT_EQ(status_for("http://localhost.bad.example"), 403);
  EXPECT_EQ(status_for("null"), 403);
  EXPECT_EQ(Ask(*server, Get("/hello/a", "Origin: https://bad.example\r\n")).status, 200);
}

TEST(HttpServer, KnowsItsPublicPagesWhateverAProxySendsOn) {
  const auto server =
      StartServer({.address = "127.0.0.1:0", .public_origin = "https://reviews.example"}, Routes());
  const auto status_for = [&](const std::string& host, const std::string& origin) {
    return Ask(*server, absl::StrCat("POST /hello/a HTTP/1.1\r\nHost: ", host,
                                     "\r\nOrigin: ", origin, "\r\nContent-Length: 0\r\n\r\n"))
        .status;
  };
  for (const char* host : {"reviews.example", "Reviews.Example:443", "127.0.0.1:8080", "backend"}) {
    EXPECT_EQ(status_for(host, "https://reviews.example"), 200) << host;
    EXPECT_EQ(status_for(host, "https://Reviews.Example:443"), 200) << host;
    for (const char* origin : {"http://reviews.example", "https://reviews.example:8443", "null",
                               "https://evil.example", "https://reviews.example.evil.example"}) {
      EXPECT_EQ(status_for(host, origin), 403) << host << " " << origin;
    }
  }
  EXPECT_EQ(status_for("127.0.0.1:8080", "http://127.0.0.1:8080"), 200) << "without the proxy";
}

TEST(HttpServer, TakesTheSchemeOfItsPublicOriginForThatOfRequests) {
  const auto plain = StartServer();
  EXPECT_EQ(Ask(*plain, Get("/plain")).Header("strict-transport-security"), "");
  const auto server =
      StartServer({.address = "127.0.0.1:0", .public_origin = "https://reviews.example"}, Routes());
  EXPECT_NE(Ask(*server, Get("/plain")).Header("strict-transport-security"), "");
}

TEST(HttpServer, IsNotFooledByNamesThatResolveToThisMachine) {
  const auto server = StartServer({.address = "127.0.0.1:0",
                                   .public_origin = "http://reviews.example",
                                   .is_host_checked = true});
  const auto status_for = [&](const std::string& host) {
    return Ask(*server, absl::StrCat("GET /plain HTTP/1.1\r\nHost: ", host, "\r\n\r\n")).status;
  };
  for (const char* host : {"localhost", "LOCALHOST:80", "127.0.0.1:80", "[::1]:80", "10.1.2.3",
                           "reviews.example:8080", "Reviews.Example"}) {
    EXPECT_EQ(status_for(host), 200) << host;
  }
  for (const char* host : {"evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example",
                           "fade", "[::1].evil.example:x"}) {
    EXPECT_EQ(status_for(host), 403) << host;
  }
}

TEST(HttpServer, CountsRequestsByPatternAndNotByPath) {
  host::Metrics metrics;
  {
    const auto server = StartServer({.address = "127.0.0.1:0", .metrics = &metrics});
    Ask(*server, Get("/hello/secret"));
    Ask(*server, "BREW /nowhere HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  const std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr("allreview_http_request_duration_seconds_count{code=\"200\","
                              "method=\"GET\",route=\"/hello/{name}\"} 1"));
  EXPECT_THAT(text, HasSubstr("{code=\"404\",method=\"other\",route=\"unmatched\"} 1"));
  EXPECT_THAT(text, HasSubstr("allreview_http_connections 0"));
  EXPECT_THAT(text, Not(HasSubstr("secret")));
}

TEST(HttpServer, RefusesWhatItCannotServe) {
  EXPECT_THAT(HttpServer::Start(Routes(), {.address = "somewhere:80"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("'somewhere:80'")));
  EXPECT_THAT(HttpServer::Start(Routes(), {.address = "127.0.0.1"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("HOST:PORT")));
  const auto server = StartServer();
  EXPECT_THAT(
      HttpServer::Start(Routes(), {.address = absl::StrCat("127.0.0.1:", server->port())}),
      StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("cannot listen for HTTP on")));
}

}  // namespace
}  // namespace allreview::http
