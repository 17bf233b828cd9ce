// TLS by certificates of an authority made in the test.

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/distributed/certificates.h"

namespace allreview::http {
namespace {

using ::testing::HasSubstr;

std::vector<Route> Routes() {
  return {{.pattern = "/",
           .handler =
               [](const HttpRequest& request) {
                 return HttpResponse{.body = request.is_encrypted ? "encrypted" : "plain"};
               }},
          {.pattern = "/events", .handler = [](const HttpRequest&) {
             return HttpResponse{.stream = [](EventStream& stream) { stream.Send("a", "b"); }};
           }}};
}

class Tls : public ::testing::Test {
 protected:
  void SetUp() override {
    SetMinLogLevel(LogLevel::kWarning);
    const std::string folder = testing::TempDir() + "/authority";
    std::filesystem::create_directories(folder);
    auto authority = distributed::Authority::Make(folder);
    if (absl::IsNotFound(authority.status())) GTEST_SKIP() << authority.status();
    ASSERT_OK(authority);
    auto files = authority->Issue("http");
    ASSERT_OK(files);
    files_ = *files;
  }

  host::TlsFiles files_;
};

TEST_F(Tls, CarriesRequestsAndEvents) {
  auto server = HttpServer::Start(
      Routes(), {.address = "127.0.0.1:0", .certificate = files_.certificate, .key = files_.key});
  ASSERT_OK(server);
  SocketClient client((*server)->port(), files_.ca);
  ASSERT_TRUE(client.is_connected());
  client.Send(Get("/"));
  const Answer answer = client.ReadAnswer();
  EXPECT_EQ(answer.body, "encrypted");
  EXPECT_EQ(answer.Header("strict-transport-security"), "max-age=31536000");
  client.Send(Get("/events"));
  EXPECT_EQ(client.ReadAnswer().body, "event: a\ndata: b\n\n");
}

TEST_F(Tls, CutsOffClientsThatNeverShakeHands) {
  auto server = HttpServer::Start(Routes(), {.address = "127.0.0.1:0",
                                             .certificate = files_.certificate,
                                             .key = files_.key,
                                             .header_timeout = absl::Milliseconds(100)});
  ASSERT_OK(server);
  SocketClient silent((*server)->port());
  EXPECT_TRUE(silent.ReadToEnd().second);
  SocketClient plain((*server)->port());
  plain.Send(Get("/"));
  EXPECT_EQ(plain.ReadAnswer().status, 0);
}

TEST_F(Tls, NamesTheFileThatCannotBeUsed) {
  EXPECT_THAT(
      HttpServer::Start(
          Routes(), {.address = "127.0.0.1:0", .certificate = "/nowhere.pem", .key = files_.key}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("/nowhere.pem")));
  EXPECT_THAT(HttpServer::Start(Routes(), {.address = "127.0.0.1:0", .key = files_.key}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("both")));
}

}  // namespace
}  // namespace allreview::http
