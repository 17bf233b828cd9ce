// Headers of a request that travel on to gRPC, with every byte that a stranger can send: through
// the real server, the REST interface and an in-process service. gRPC ends the process on a byte
// that it does not take.

#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/api/rest.h"
#include "gateway/api/testing/fake_review_service.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/call.h"

namespace allreview::api {
namespace {

using http::Answer;
using http::Get;
using http::Post;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class ForwardedFields : public ::testing::Test {
 protected:
  ForwardedFields() : stub_(fake_.NewStub()) {
    SetMinLogLevel(LogLevel::kNone);
    fake_.reviews["r1"].mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
    auto server =
        http::HttpServer::Start(RestRoutes({.stub = stub_.get()}), {.address = "127.0.0.1:0"});
    EXPECT_OK(server);
    server_ = *std::move(server);
  }

  Answer Ask(const std::string& request) {
    http::SocketClient client(server_->port());
    client.Send(request);
    client.EndSending();
    return client.ReadAnswer();
  }

  FakeReviewService fake_;
  const std::unique_ptr<review::v1::ReviewService::Stub> stub_;
  std::unique_ptr<http::HttpServer> server_;  // First to go: its handlers use the others.
};

bool IsPrintable(int byte) { return byte >= 0x20 && byte <= 0x7e; }

// What HTTP itself allows inside of a field; the rest never gets past the parser.
bool IsFieldByte(int byte) { return IsPrintable(byte) || byte == '\t' || byte >= 0x80; }

std::string Line(const std::string& name, const std::string& before, int byte) {
  return absl::StrCat(name, ": ", before, std::string(1, static_cast<char>(byte)), "z\r\n");
}

TEST_F(ForwardedFields, AuthorizationIsPassedOnOrRefusedWhole) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string line = Line("Authorization", "Bearer a", byte);
    fake_.last_authorization.clear();
    const Answer answer = Ask(Get("/api/v1/rules", line));
    if (IsPrintable(byte)) {
      EXPECT_EQ(answer.status, 200) << byte;
      EXPECT_EQ(fake_.last_authorization,
                absl::StrCat("Bearer a", std::string(1, static_cast<char>(byte)), "z"));
    } else {
      EXPECT_EQ(answer.status, IsFieldByte(byte) ? 401 : 400) << byte;
      EXPECT_EQ(answer.Header("content-type"), "application/problem+json") << byte;
      EXPECT_EQ(fake_.last_authorization, "") << byte;
    }
  }
  const Answer answer = Ask(Get("/api/v1/rules", "Authorization: Bearer a\tb\r\n"));
  EXPECT_THAT(answer.body, HasSubstr("the header authorization has the byte 0x09 at position 8; "
                                     "wanted printable ASCII"));
  EXPECT_EQ(answer.Header("www-authenticate"), "Bearer realm=\"allreview\"");
}

TEST_F(ForwardedFields, AuthorizationIsRefusedByEveryKindOfRoute) {
  const std::string type = "Content-Type: application/json\r\n";
  for (const std::string bad : {"Authorization: \t\x80\r\n", "Authorization: Bearer \xff\r\n",
                                "Authorization: Bearer a\tb\r\n"}) {
    EXPECT_EQ(Ask(Get("/api/v1/reviews/r1", bad)).status, 401);
    EXPECT_EQ(Ask(Get("/api/v1/reviews/r1/documents/review", bad)).status, 401);
    EXPECT_EQ(Ask(Get("/api/v1/reviews/r1/events", bad)).status, 401);
    EXPECT_EQ(Ask(Post("/api/v1/reviews", "{}", bad + type)).status, 401);
    EXPECT_EQ(Ask(Post("/api/v1/reviews", "no JSON", bad + type)).status, 401);
  }
  EXPECT_EQ(Ask(Get("/api/v1/rules")).status, 200);
}

// Ids and traces are not worth a refusal: what is not fit to travel is replaced.
TEST_F(ForwardedFields, OthersArePassedOnOrReplaced) {
  const std::string trace = "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const struct {
    const char* name;
    std::string before;
    std::string lines;
  } kFields[] = {{"X-Request-Id", "id", ""},
                 {"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", ""},
                 {"tracestate", "a=b", trace + "\r\n"},
                 {"x-allreview-request-id", "id", ""},
                 {"x-allreview-trace-id", "id", ""},
                 {"X-Forwarded-For", "1.1.1.1", ""},
                 {"Forwarded", "for=a", ""},
                 {"User-Agent", "a", ""},
                 {"Accept", "text/markdown", ""},
                 {"If-None-Match", "\"a", ""},
                 {"Cookie", "allreview_token=a", ""}};
  for (const auto& field : kFields) {
    for (int byte = 0; byte < 256; ++byte) {
      const Answer answer =
          Ask(Get("/api/v1/rules", Line(field.name, field.before, byte) + field.lines));
      ASSERT_EQ(answer.status, IsFieldByte(byte) ? 200 : 400) << field.name << " " << byte;
      if (answer.status == 200) {
        EXPECT_TRUE(host::IsValidRequestId(fake_.last_request_id)) << field.name << " " << byte;
      }
    }
  }
}

TEST_F(ForwardedFields, MayBeAsLongAsAHeader) {
  const std::string token(15000, 'a');
  EXPECT_THAT(Ask(Get("/api/v1/rules", "Authorization: Bearer " + token + "\r\n")).status,
              AnyOf(200, 401, 429));
  EXPECT_EQ(Ask(Get("/api/v1/rules")).status, 200);
}

}  // namespace
}  // namespace allreview::api
