// Streams of server-sent events.

#include <atomic>
#include <future>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gateway/http/event_queue.h"
#include "gateway/http/testing/test_server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

using ::testing::HasSubstr;

// Sends one event and waits until the stream ends from outside, as a blocked gRPC read would.
HttpResponse WaitForEnd(const HttpRequest&) {
  return {.stream = [](EventStream& stream) {
    const auto ended = std::make_shared<std::promise<void>>();
    stream.OnEnd([ended] { ended->set_value(); });
    stream.Send("hello", "there");
    ended->get_future().wait();
  }};
}

HttpResponse ThreeEvents(const HttpRequest&) {
  return {.stream = [](EventStream& stream) {
    stream.Send("", "one");
    stream.Send("two", "a\nb");
    stream.Send("three", "");
  }};
}

std::vector<Route> Routes() {
  return {{.pattern = "/", .handler = [](const HttpRequest&) { return HttpResponse(); }},
          {.pattern = "/wait", .handler = WaitForEnd},
          {.pattern = "/three", .handler = ThreeEvents}};
}

std::unique_ptr<HttpServer> StartServer(HttpServerOptions options,
                                        std::vector<Route> routes = Routes()) {
  return StartTestServer(std::move(options), std::move(routes));
}

TEST(FormatEvent, GivesEachLineOfDataAFieldOfItsOwn) {
  EXPECT_EQ(FormatEvent("a", "x\r\ny\rz"), "event: a\ndata: x\ndata: y\ndata: z\n\n");
  EXPECT_EQ(FormatEvent("a\ndata: forged", ""), "event: a data: forged\ndata: \n\n");
  EXPECT_EQ(FormatEvent("a", "x", "7"), "id: 7\nevent: a\ndata: x\n\n");
}

TEST(Events, ArriveInOrderAndEndWithTheirProducer) {
  const auto server = StartServer({});
  const Answer answer = Ask(*server, Get("/three"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.Header("content-type"), "text/event-stream");
  EXPECT_EQ(answer.Header("x-accel-buffering"), "no");
  EXPECT_EQ(answer.body, "data: one\n\nevent: two\ndata: a\ndata: b\n\nevent: three\ndata: \n\n");
}

TEST(Events, ArriveAtOnce) {
  const auto server = StartServer({});
  SocketClient client(server->port());
  client.Send(Get("/wait"));
  EXPECT_THAT(client.ReadUntil("data: there\n\n"), HasSubstr("event: hello\n"));
}

TEST(Events, StandAsideForCommentsWhenNothingHappens) {
  const auto server = StartServer({.event_comment_interval = absl::Milliseconds(20)});
  SocketClient client(server->port());
  client.Send(Get("/wait"));
  EXPECT_NE(client.ReadUntil("data: there\n\n"), "");
  EXPECT_NE(client.ReadUntil("\r\n:\n\n\r\n"), "");
  EXPECT_NE(client.ReadUntil("\r\n:\n\n\r\n"), "") << "one comment only";
}

TEST(Events, OfFiftyOpenStreamsDelayNobodyElse) {
  const auto server = StartServer({.workers = 2});
  std::vector<SocketClient> watching;
  for (int i = 0; i < 50; ++i) {
    watching.emplace_back(server->port()).Send(Get("/wait"));
    ASSERT_NE(watching.back().ReadUntil("data: there\n\n"), "");
  }
  const absl::Time start = absl::Now();
  EXPECT_EQ(Ask(*server, Get("/")).status, 200);
  EXPECT_LT(absl::Now() - start, absl::Seconds(1));
}

TEST(Events, TellTheirProducerWhenTheClientGoesAway) {
  std::promise<void> ended;
  const auto server =
      StartServer({}, {{.pattern = "/", .handler = [&ended](const HttpRequest&) {
                          return HttpResponse{.stream = [&ended](EventStream& stream) {
                            const auto gone = std::make_shared<std::promise<void>>();
                            stream.OnEnd([gone] { gone->set_value(); });
                            stream.Send("", "x");
                            gone->get_future().wait();
                            EXPECT_FALSE(stream.Send("", "y"));
                            ended.set_value();
                          }};
                        }}});
  {
    SocketClient client(server->port());
    client.Send(Get("/"));
    ASSERT_NE(client.ReadUntil("data: x\n\n"), "");
  }
  EXPECT_EQ(ended.get_future().wait_for(std::chrono::seconds(10)), std::future_status::ready);
}

TEST(Events, EndForReadersThatDoNotRead) {
  host::Metrics metrics;
  std::promise<int> sent;
  const auto server = StartServer({.metrics = &metrics, .write_timeout = absl::Milliseconds(200)},
                                  {{.pattern = "/", .handler = [&sent](const HttpRequest&) {
                                      return HttpResponse{.stream = [&sent](EventStream& stream) {
                                        const std::string large(100000, 'x');
                                        int count = 0;
                                        while (stream.Send("", large)) ++count;
                                        sent.set_value(count);
                                      }};
                                    }}});
  SocketClient client(server->port());
  client.Send(Get("/"));
  std::future<int> count = sent.get_future();
  ASSERT_EQ(count.wait_for(std::chrono::seconds(10)), std::future_status::ready);
  EXPECT_TRUE(client.ReadToEnd().second);
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_http_refusals_total{reason=\"slow\"} 1"));
}

TEST(Events, AreRefusedBeyondTheBound) {
  const auto server = StartServer({.max_streams = 1});
  SocketClient first(server->port());
  first.Send(Get("/wait"));
  ASSERT_NE(first.ReadUntil("data: there\n\n"), "");
  const Answer refused = Ask(*server, Get("/wait"));
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.Header("retry-after"), "1");
}

TEST(Events, LeaveRoomForOtherAddresses) {
  const auto server = StartServer({.max_streams = 10,
                                   .max_streams_per_address = 1,
                                   .trusted_proxies = *AddressRanges::Parse({"127.0.0.0/8"})});
  const auto from = [](const char* address) {
    return Get("/wait", absl::StrCat("X-Forwarded-For: ", address, "\r\n"));
  };
  auto first = std::make_unique<SocketClient>(server->port());
  first->Send(from("192.0.2.1"));
  ASSERT_NE(first->ReadUntil("data: there\n\n"), "");
  const Answer refused = Ask(*server, from("192.0.2.1"));
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.Header("retry-after"), "1");
  SocketClient other(server->port());
  other.Send(from("192.0.2.2"));
  EXPECT_NE(other.ReadUntil("data: there\n\n"), "");
  first.reset();
  int status = 0;
  while (status != 200) {  // The server soon sees that it is gone.
    SocketClient again(server->port());
    again.Send(from("192.0.2.1"));
    status = again.ReadHead().status;
  }
}

TEST(Events, EndWhenTheirProducerThrows) {
  const auto server = StartServer({}, {{.pattern = "/", .handler = [](const HttpRequest&) {
                                          return HttpResponse{.stream = [](EventStream& stream) {
                                            stream.Send("", "x");
                                            throw std::bad_alloc();
                                          }};
                                        }}});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Ask(*server, Get("/")).body, "data: x\n\n");
}

TEST(Events, AnswerHeadWithoutAProducer) {
  const auto server = StartServer({});
  SocketClient client(server->port());
  client.Send("HEAD /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.ReadHead().Header("content-type"), "text/event-stream");
  EXPECT_EQ(client.ReadToEnd().first, "");
}

TEST(Drain, EndsStreamsAndIdleConnectionsAndLetsRequestsFinish) {
  std::promise<void> begun;
  std::promise<void> release;
  std::vector<Route> routes = Routes();
  routes.push_back({.pattern = "/slow", .handler = [&](const HttpRequest&) {
                      begun.set_value();
                      release.get_future().wait();
                      return HttpResponse{.body = "finished"};
                    }});
  const auto server = StartServer({}, std::move(routes));
  SocketClient idle(server->port());
  idle.Send(Get("/"));
  EXPECT_EQ(idle.ReadAnswer().status, 200);
  SocketClient watching(server->port());
  watching.Send(Get("/wait"));
  ASSERT_NE(watching.ReadUntil("data: there\n\n"), "");
  SocketClient slow(server->port());
  slow.Send(Get("/slow"));
  begun.get_future().wait();

  std::future<void> drained =
      std::async(std::launch::async, [&server] { server->Drain(absl::Seconds(20)); });
  EXPECT_TRUE(idle.ReadToEnd().second);
  const auto [rest, has_ended] = watching.ReadToEnd();
  EXPECT_TRUE(has_ended);
  EXPECT_THAT(rest, HasSubstr("0\r\n\r\n")) << "the stream was cut, not ended";
  EXPECT_EQ(drained.wait_for(std::chrono::milliseconds(0)), std::future_status::timeout);
  release.set_value();
  const Answer answer = slow.ReadAnswer();
  EXPECT_EQ(answer.body, "finished");
  EXPECT_EQ(answer.Header("connection"), "close");
  EXPECT_EQ(drained.wait_for(std::chrono::seconds(10)), std::future_status::ready);
  EXPECT_FALSE(SocketClient(server->port()).is_connected());
}

TEST(Drain, CutsOffWhatTakesTooLong) {
  std::promise<void> begun;
  std::promise<void> release;
  const auto server = StartServer({}, {{.pattern = "/", .handler = [&](const HttpRequest&) {
                                          begun.set_value();
                                          release.get_future().wait();
                                          return HttpResponse();
                                        }}});
  SocketClient client(server->port());
  client.Send(Get("/"));
  begun.get_future().wait();
  server->Drain(absl::Milliseconds(50));
  EXPECT_EQ(client.ReadAnswer().status, 0);
  release.set_value();
}

}  // namespace
}  // namespace allreview::http
