#include "gateway/platform/readiness.h"

#include <atomic>
#include <cstdint>
#include <future>
#include <string>

#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/api/rest.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

TEST(Readiness, TellsWhatTheLastLookFound) {
  SetMinLogLevel(LogLevel::kNone);
  std::promise<void> looked;
  const Readiness readiness({.look = [] { return absl::UnavailableError("no store"); },
                             .interval = absl::Hours(1),
                             .on_look = [&looked](const absl::Status&) { looked.set_value(); }});
  looked.get_future().wait();
  EXPECT_THAT(readiness.Get(), StatusIs(absl::StatusCode::kUnavailable, "no store"));
}

// A store that never answers: everybody who asks is answered all the same, by the one thread that
// serves sockets, while the store hangs.
TEST(Readiness, AnswersWhileTheStoreHangs) {
  SetMinLogLevel(LogLevel::kNone);
  std::promise<void> begun;
  std::promise<void> release;
  std::atomic<int64_t> seconds = 0;
  Readiness readiness({.look =
                           [&] {
                             begun.set_value();
                             release.get_future().wait();
                             return absl::OkStatus();
                           },
                       .interval = absl::Hours(1),
                       .now = [&seconds] { return absl::FromUnixSeconds(seconds); }});
  const auto server =
      http::HttpServer::Start(api::RestRoutes({.is_ready = [&] { return readiness.Get(); }}),
                              {.address = "127.0.0.1:0", .io_threads = 1, .workers = 1});
  ASSERT_OK(server);
  const auto ask = [&](const char* target) {
    http::SocketClient client((*server)->port());
    client.Send(http::Get(target));
    return client.ReadAnswer();
  };
  begun.get_future().wait();
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(ask("/readyz").status, 200) << "the store was there a moment ago";
    EXPECT_EQ(ask("/healthz").status, 200);
  }
  seconds = 4;
  for (int i = 0; i < 20; ++i) {
    const http::Answer answer = ask("/readyz");
    EXPECT_EQ(answer.status, 503);
    EXPECT_THAT(answer.body, HasSubstr("the store has not answered for 4 seconds"));
    EXPECT_EQ(ask("/healthz").status, 200);
  }
  release.set_value();
}

}  // namespace
}  // namespace allreview::gateway
