// What the server does to clients that want too much, or are too slow.

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gateway/http/testing/test_server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

using ::testing::HasSubstr;

std::vector<Route> Routes() {
  const Handler echo = [](const HttpRequest& request) {
    return HttpResponse{.body = request.body};
  };
  return {
      {.pattern = "/", .handler = echo},
      {.method = "POST", .pattern = "/", .handler = echo, .max_body_bytes = 1000},
      {.method = "POST", .pattern = "/big", .handler = echo, .max_body_bytes = 4 << 20},
      {.pattern = "/endless",
       .handler =
           [](const HttpRequest&) { return HttpResponse{.body = std::string(64 << 20, 'x')}; }},
  };
}

std::unique_ptr<HttpServer> StartServer(HttpServerOptions options,
                                        std::vector<Route> routes = Routes()) {
  return StartTestServer(std::move(options), std::move(routes));
}

TEST(Limits, FiftySlowHeadersDelayNobodyElse) {
  const auto server = StartServer({.workers = 2});
  std::vector<SocketClient> slow;
  for (int i = 0; i < 50; ++i) {
    slow.emplace_back(server->port()).Send("GET / HTTP/1.1\r\nHost: ");
  }
  const absl::Time start = absl::Now();
  EXPECT_EQ(Ask(*server, Get("/")).status, 200);
  EXPECT_LT(absl::Now() - start, absl::Seconds(1));
}

TEST(Limits, CutsOffAHeaderThatTricklesIn) {
  const auto server = StartServer({.header_timeout = absl::Milliseconds(300)});
  SocketClient client(server->port());
  const absl::Time start = absl::Now();
  // Each byte comes well within the limit; all of them do not.
  while (client.Send("a") && absl::Now() - start < absl::Seconds(5)) {
    absl::SleepFor(absl::Milliseconds(20));
  }
  EXPECT_LT(absl::Now() - start, absl::Seconds(3));
}

TEST(Limits, AnswersLargeHeadersWith431) {
  const auto server = StartServer({});
  const Answer answer =
      Ask(*server, Get("/", absl::StrCat("A: ", std::string(20000, 'a'), "\r\n")));
  EXPECT_EQ(answer.status, 431);
  EXPECT_THAT(answer.body, HasSubstr("larger than 16384 bytes"));
  EXPECT_EQ(answer.Header("connection"), "close");
  EXPECT_EQ(Ask(*server, Get("/?" + std::string(9000, 'a'))).status, 414);
}

TEST(Limits, AnswersLargeBodiesWith413BeforeReadingThem) {
  const auto server = StartServer({});
  SocketClient client(server->port());
  client.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n");
  const Answer answer = client.ReadAnswer();
  EXPECT_EQ(answer.status, 413);
  EXPECT_EQ(answer.Header("content-type"), "application/problem+json");
  EXPECT_THAT(answer.body, HasSubstr("larger than the 1000 bytes"));
}

TEST(Limits, AnswersLargeBodiesWith413EvenWhenTheClientSendsAllOfThemFirst) {
  const auto server = StartServer({});
  SocketClient client(server->port());
  client.Send(Post("/", std::string(3 << 20, 'x')));
  EXPECT_EQ(client.ReadAnswer().status, 413);
}

TEST(Limits, AnswersLargeChunkedBodiesWith413) {
  const auto server = StartServer({});
  std::string chunks;
  for (int i = 0; i < 11; ++i) absl::StrAppend(&chunks, "64\r\n", std::string(100, 'x'), "\r\n");
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(Ask(*server, head + chunks + "0\r\n\r\n").status, 413);
  EXPECT_EQ(Ask(*server, head + "64\r\n" + std::string(100, 'x') + "\r\n0\r\n\r\n").status, 200);
  EXPECT_EQ(Ask(*server, head + "fffffffffffffff\r\nx").status, 413);
}

// Each of these is a line that never ends. Nothing more needs to come for the answer.
TEST(Limits, AnswersEndlessLinesBetweenChunksWith431) {
  const auto server = StartServer({.body_timeout = absl::Minutes(10)});
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string much(20000, 'a');
  const std::string zeros(20000, '0');
  std::string fields;
  for (int i = 0; i < 4000; ++i) fields += "A: b\r\n";
  for (const std::string& body : {"1;a=" + much, "1\r\na\r\n1;" + much, zeros, "0;" + much,
                                  "0\r\nA: " + much, "0\r\n" + fields, "1;a=\"" + much}) {
    SocketClient client(server->port());
    client.Send(head + body);
    EXPECT_EQ(client.ReadAnswer().status, 431) << body.substr(0, 20);
    client.EndSending();
    EXPECT_TRUE(client.ReadToEnd().second);
  }
}

TEST(Limits, AnswersHeadersThatComeFieldByFieldWith431) {
  const auto server = StartServer({.header_timeout = absl::Minutes(10)});
  SocketClient client(server->port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n");
  for (int i = 0; i < 4000; ++i) client.Send("A: b\r\n");
  EXPECT_EQ(client.ReadAnswer().status, 431);
}

TEST(Limits, RefusesBodiesBeyondTheMemoryForAllOfThem) {
  host::Metrics metrics;
  const auto server = StartServer({.metrics = &metrics, .max_held_body_bytes = 1 << 20});
  const std::string declared(900000, 'x');
  SocketClient first(server->port());
  first.Send(absl::StrCat("POST /big HTTP/1.1\r\nHost: x\r\nContent-Length: ", declared.size(),
                          "\r\nExpect: 100-continue\r\n\r\n"));
  ASSERT_EQ(first.ReadHead().status, 100);
  // One body may be larger than the part of its address, but nothing beside it.
  for (const std::string& request :
       {Post("/big", std::string(200000, 'x')), Post("/", "x"),
        std::string("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "14\r\naaaaaaaaaaaaaaaaaaaa\r\n0\r\n\r\n")}) {
    const Answer refused = Ask(*server, request);
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.Header("retry-after"), "1");
    EXPECT_EQ(refused.Header("connection"), "close");
    EXPECT_THAT(refused.body, HasSubstr("the bodies of other requests fill the memory"));
  }
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_http_refusals_total{reason=\"memory\"} 3"));
  EXPECT_EQ(Ask(*server, Get("/")).status, 200);
  first.Send(declared);
  EXPECT_EQ(first.ReadAnswer().status, 200);
  EXPECT_EQ(Ask(*server, Post("/big", std::string(200000, 'x'))).status, 200);
}

TEST(Limits, CountsChunkedBodiesAsTheyGrow) {
  const auto server = StartServer({.max_held_body_bytes = 100000});
  const std::string head = "POST /big HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  std::string chunks;
  for (int i = 0; i < 20; ++i)
    absl::StrAppend(&chunks, "2710\r\n", std::string(10000, 'x'), "\r\n");
  EXPECT_EQ(Ask(*server, head + chunks + "0\r\n\r\n").status, 503);
  EXPECT_EQ(Ask(*server, head + "2710\r\n" + std::string(10000, 'x') + "\r\n0\r\n\r\n").status,
            200);
}

TEST(Limits, RefusesAnswersBeyondTheMemoryForAllOfThem) {
  const auto server = StartServer({.max_held_answer_bytes = 100 << 20});
  auto reader = std::make_unique<SocketClient>(server->port());
  reader->Send(Get("/endless"));
  ASSERT_EQ(reader->ReadHead().status, 200);  // And never reads on.
  const Answer refused = Ask(*server, Get("/endless"));
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.Header("retry-after"), "1");
  EXPECT_THAT(refused.body, HasSubstr("answers that others still read fill the memory"));
  EXPECT_EQ(Ask(*server, Get("/")).status, 200) << "small answers need no place";
  SocketClient head(server->port());
  head.Send("HEAD /endless HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(head.ReadHead().status, 200);
  reader.reset();
  while (Ask(*server, Get("/endless")).status != 200) {  // The server soon sees that it is gone.
  }
}

TEST(Limits, DropsReadersOfALargeAnswerWhoOnlySip) {
  const std::string line = std::string((64 << 10) - 1, 'x') + "\n";
  std::string lines;
  for (int i = 0; i < 1024; ++i) lines += line;
  host::Metrics metrics;
  const auto server = StartServer({.metrics = &metrics,
                                   .write_timeout = absl::Milliseconds(200),
                                   .min_answer_bytes_per_second = int64_t{1} << 40},
                                  {{.pattern = "/", .handler = [&](const HttpRequest&) {
                                      return HttpResponse{.body = lines};
                                    }}});
  SocketClient client(server->port());
  client.Send(Get("/"));
  EXPECT_EQ(client.ReadHead().status, 200);
  int sips = 0;
  // Each comes well before write_timeout.
  while (sips < 300 && !client.ReadUntil("\n").empty()) {
    absl::SleepFor(absl::Milliseconds(20));
    ++sips;
  }
  EXPECT_LT(sips, 300);
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_http_refusals_total{reason=\"slow\"} 1"));
}

TEST(Limits, KnowsALimitForEachRoute) {
  const auto server = StartServer({});
  EXPECT_EQ(Ask(*server, Post("/", std::string(1000, 'x'))).status, 200);
  EXPECT_EQ(Ask(*server, Post("/big", std::string(3 << 20, 'x'))).body.size(), 3u << 20);
}

TEST(Limits, AnswersSlowBodiesWith408) {
  const auto server = StartServer({.body_timeout = absl::Milliseconds(100)});
  SocketClient client(server->port());
  client.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  const Answer answer = client.ReadAnswer();
  EXPECT_EQ(answer.status, 408);
  EXPECT_THAT(answer.body, HasSubstr("longer than 100ms"));
  EXPECT_TRUE(client.ReadToEnd().second);
}

TEST(Limits, LetsClientsAskWhetherTheyMaySendABody) {
  const auto server = StartServer({});
  SocketClient client(server->port());
  client.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.ReadHead().status, 100);
  client.Send("abc");
  EXPECT_EQ(client.ReadAnswer().body, "abc");
  SocketClient large(server->port());
  large.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(large.ReadHead().status, 413);
}

TEST(Limits, ClosesIdleConnections) {
  const auto server = StartServer({.idle_timeout = absl::Milliseconds(100)});
  SocketClient client(server->port());
  client.Send(Get("/"));
  EXPECT_EQ(client.ReadAnswer().status, 200);
  EXPECT_TRUE(client.ReadToEnd().second);
}

TEST(Limits, DropsReadersThatDoNotRead) {
  host::Metrics metrics;
  const auto server = StartServer({.metrics = &metrics, .write_timeout = absl::Milliseconds(200)});
  SocketClient client(server->port());
  client.Send(Get("/endless"));
  EXPECT_EQ(client.ReadHead().status, 200);
  const absl::Time start = absl::Now();
  while (metrics.Text().find("allreview_http_refusals_total{reason=\"slow\"} 1") ==
             std::string::npos &&
         absl::Now() - start < absl::Seconds(10)) {
    absl::SleepFor(absl::Milliseconds(10));
  }
  EXPECT_LT(absl::Now() - start, absl::Seconds(10)) << "the reader was not dropped";
  EXPECT_LT(client.ReadToEnd().first.size(), 64u << 20);
}

TEST(Limits, RefusesConnectionsBeyondTheCaps) {
  host::Metrics metrics;
  const auto server = StartServer({.metrics = &metrics, .max_connections_per_address = 2});
  SocketClient one(server->port());
  SocketClient two(server->port());
  one.Send(Get("/"));
  two.Send(Get("/"));
  EXPECT_EQ(one.ReadAnswer().status, 200);
  EXPECT_EQ(two.ReadAnswer().status, 200);
  SocketClient three(server->port());
  three.Send(Get("/"));
  EXPECT_EQ(three.ReadAnswer().status, 0);
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_http_refusals_total{reason=\"connections\"} 1"));
}

TEST(Limits, ShedsRequestsWhenAllWorkersAreBusyButAnswersHealthChecks) {
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::promise<void> begun;
  std::vector<Route> routes = {
      {.pattern = "/wait",
       .handler =
           [&](const HttpRequest&) {
             begun.set_value();
             released.wait();
             return HttpResponse{.body = "done"};
           }},
      {.pattern = "/quick", .handler = [](const HttpRequest&) { return HttpResponse(); }},
      {.pattern = "/healthz",
       .handler = [](const HttpRequest&) { return HttpResponse{.body = "ok"}; },
       .is_immediate = true}};
  const auto server = StartServer({.workers = 1, .max_queued = 0}, std::move(routes));
  SocketClient waiting(server->port());
  waiting.Send(Get("/wait"));
  begun.get_future().wait();
  const Answer shed = Ask(*server, Get("/quick"));
  EXPECT_EQ(shed.status, 503);
  EXPECT_EQ(shed.Header("retry-after"), "1");
  EXPECT_EQ(Ask(*server, Get("/healthz")).body, "ok");
  release.set_value();
  EXPECT_EQ(waiting.ReadAnswer().body, "done");
  while (Ask(*server, Get("/quick")).status != 200) {  // The worker is done soon after its answer.
  }
}

TEST(Limits, BelievesForwardedAddressesOfTrustedProxiesOnly) {
  const std::vector<Route> routes = {{.pattern = "/", .handler = [](const HttpRequest& request) {
                                        return HttpResponse{.body = request.peer};
                                      }}};
  const std::string request = Get("/", "X-Forwarded-For: 1.1.1.1, 192.0.2.7\r\n");
  EXPECT_EQ(Ask(*StartServer({}, routes), request).body, "127.0.0.1");
  EXPECT_EQ(Ask(*StartServer({.trusted_proxies = *AddressRanges::Parse({"127.0.0.0/8"})}, routes),
                request)
                .body,
            "192.0.2.7");
}

}  // namespace
}  // namespace allreview::http
