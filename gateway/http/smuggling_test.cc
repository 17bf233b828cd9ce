// Messages that two readers could cut in different places. Each must be refused, and what follows
// it on the connection must never be taken for a request.

#include <atomic>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Case {
  const char* name;
  std::string message;
  int status = 400;
};

class Smuggling : public ::testing::TestWithParam<Case> {};

constexpr char kSmuggled[] = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

TEST_P(Smuggling, IsRefusedAndEndsTheConnection) {
  SetMinLogLevel(LogLevel::kWarning);
  std::atomic<int> calls = 0;
  const Handler count = [&calls](const HttpRequest&) {
    ++calls;
    return HttpResponse{.body = "reached"};
  };
  auto server = HttpServer::Start({{.method = "POST", .pattern = "/", .handler = count},
                                   {.pattern = "/", .handler = count},
                                   {.pattern = "/smuggled", .handler = count}},
                                  {.address = "127.0.0.1:0"});
  ASSERT_OK(server);
  SocketClient client((*server)->port());
  client.Send(GetParam().message + kSmuggled);
  client.EndSending();
  const auto [text, has_ended] = client.ReadToEnd();
  EXPECT_TRUE(has_ended);
  EXPECT_THAT(text, HasSubstr(absl::StrCat("HTTP/1.1 ", GetParam().status)));
  EXPECT_THAT(text, HasSubstr("Connection: close"));
  EXPECT_THAT(text, Not(HasSubstr("reached")));
  EXPECT_EQ(calls, 0);
}

std::string Message(const std::string& headers, const std::string& body = "") {
  return absl::StrCat("POST / HTTP/1.1\r\nHost: x\r\n", headers, "\r\n", body);
}

INSTANTIATE_TEST_SUITE_P(
    All, Smuggling,
    ::testing::Values(
        Case{"LengthThenChunked",
             Message("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        Case{"ChunkedThenLength",
             Message("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")},
        Case{"TwoLengths", Message("Content-Length: 1\r\nContent-Length: 2\r\n", "ab")},
        Case{"TwoEqualLengths", Message("Content-Length: 1\r\nContent-Length: 1\r\n", "a")},
        Case{"ListOfLengths", Message("Content-Length: 1, 1\r\n", "a")},
        Case{"SignedLength", Message("Content-Length: +1\r\n", "a")},
        Case{"NegativeLength", Message("Content-Length: -1\r\n")},
        Case{"HexadecimalLength", Message("Content-Length: 0x1\r\n", "a")},
        Case{"EnormousLength", Message("Content-Length: 99999999999999999999999\r\n")},
        Case{"ChunkedTwice",
             Message("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        Case{"ChunkedUnderAnotherCoding",
             Message("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")},
        Case{"ChunkedNotLast", Message("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")},
        Case{"UnknownCoding", Message("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")},
        Case{"EmptyCoding", Message("Transfer-Encoding:\r\n", "0\r\n\r\n")},
        Case{"ChunkedInHttp10", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        Case{"SpaceBeforeTheColon", Message("Transfer-Encoding : chunked\r\n", "0\r\n\r\n")},
        Case{"SpaceBeforeTheName", "POST / HTTP/1.1\r\n Host: x\r\n\r\n"},
        Case{"BareLineFeeds", "POST / HTTP/1.1\nHost: x\nContent-Length: 0\n\n"},
        Case{"BareLineFeedInAHeader", Message("A: b\nTransfer-Encoding: chunked\r\n")},
        Case{"BareCarriageReturn", Message("A: b\rTransfer-Encoding: chunked\r\n")},
        Case{"NulInAHeader", Message(std::string("A: b\0c\r\n", 8))},
        Case{"BadChunkSize", Message("Transfer-Encoding: chunked\r\n", "zz\r\n\r\n")},
        Case{"SignedChunkSize", Message("Transfer-Encoding: chunked\r\n", "+1\r\na\r\n0\r\n\r\n")},
        Case{"ChunkWithoutItsEnd",
             Message("Transfer-Encoding: chunked\r\n", "1\r\nabc\r\n0\r\n\r\n")},
        Case{"TwoHosts", "POST / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n"},
        Case{"NoHost", "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n"},
        Case{"TwoAuthorizations", Message("Authorization: a\r\nAuthorization: b\r\n")},
        Case{"UnknownVersion", "GET / HTTP/9.9\r\nHost: x\r\n\r\n"},
        Case{"Http2Preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
        Case{"FoldedField", Message("A: b\r\n c\r\nContent-Length: 0\r\n")},
        Case{"FoldedByATab", Message("A: b\r\n\tc\r\nContent-Length: 0\r\n")},
        Case{"FoldedCoding", Message("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n")},
        Case{"FoldedLength", Message("Content-Length:\r\n 1\r\n", "a")},
        Case{"FoldHidesACoding", Message("A: b\r\n Transfer-Encoding: chunked\r\n")},
        Case{"FoldedTwice", Message("A: b\r\n c\r\n d\r\nContent-Length: 0\r\n")},
        Case{"FoldedLastField", Message("Content-Length: 0\r\nA: b\r\n \r\n")},
        Case{"FoldedTrailer", Message("Transfer-Encoding: chunked\r\n", "0\r\nA: b\r\n c\r\n\r\n")},
        Case{"BareLineFeedsBetweenChunks",
             Message("Transfer-Encoding: chunked\r\n", "1\na\n0\n\n")},
        Case{"BareLineFeedAfterAChunk",
             Message("Transfer-Encoding: chunked\r\n", "1\r\na\n0\r\n\r\n")},
        Case{"BareLineFeedsInTrailers",
             Message("Transfer-Encoding: chunked\r\n", "0\r\nA: b\n\r\n")},
        Case{"OtherAuthority", "GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n"},
        Case{"OtherPort", "GET http://x:81/ HTTP/1.1\r\nHost: x:80\r\n\r\n"},
        Case{"AuthorityWithAUser", "GET http://a@x/ HTTP/1.1\r\nHost: x\r\n\r\n"},
        Case{"EmptyAuthority", "GET http:/// HTTP/1.1\r\nHost: x\r\n\r\n"},
        Case{"AuthorityWithoutAHost", "GET http://x/ HTTP/1.0\r\n\r\n"},
        Case{"SpaceInTheTarget", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"}),
    [](const auto& info) { return info.param.name; });

// Nothing more needs to come: a line that ends in another way can no longer become right.
TEST(BareLineFeeds, AreRefusedAtOnce) {
  SetMinLogLevel(LogLevel::kWarning);
  auto server = HttpServer::Start({{.method = "POST",
                                    .pattern = "/",
                                    .handler = [](const HttpRequest&) { return HttpResponse(); }}},
                                  {.address = "127.0.0.1:0",
                                   .header_timeout = absl::Minutes(10),
                                   .body_timeout = absl::Minutes(10)});
  ASSERT_OK(server);
  const std::string chunked = Message("Transfer-Encoding: chunked\r\n");
  for (const std::string& message :
       {std::string("POST / HTTP/1.1\n"), std::string("POST / HTTP/1.1\r\nHost: x\n"),
        std::string("\n"), chunked + "1\n", chunked + "1\r\na\n", chunked + "1\r\na\r\n0\n",
        chunked + "0\r\nA: b\n", chunked + "1;a=b\n", chunked + "\n"}) {
    SocketClient client((*server)->port());
    client.Send(message);
    EXPECT_EQ(client.ReadAnswer().status, 400) << message;
    client.EndSending();
    EXPECT_TRUE(client.ReadToEnd().second) << message;
  }
}

TEST(AbsoluteForm, IsTakenWhenItNamesTheHost) {
  SetMinLogLevel(LogLevel::kWarning);
  auto server = HttpServer::Start(
      {{.pattern = "/a", .handler = [](const HttpRequest&) { return HttpResponse(); }}},
      {.address = "127.0.0.1:0"});
  ASSERT_OK(server);
  for (const char* message : {"GET http://x:80/a HTTP/1.1\r\nHost: x:80\r\n\r\n",
                              "GET HTTPS://X/a HTTP/1.1\r\nHost: x\r\n\r\n"}) {
    SocketClient client((*server)->port());
    client.Send(message);
    EXPECT_EQ(client.ReadAnswer().status, 200) << message;
  }
}

}  // namespace
}  // namespace allreview::http
