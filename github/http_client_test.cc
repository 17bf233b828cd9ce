#include "github/http_client.h"

#include <zlib.h>

#include <atomic>
#include <memory>

#include "absl/strings/match.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/http_server.h"

namespace allreview::github {
namespace {

using fakes::Gate;
using fakes::HttpServer;
using fakes::ServedRequest;
using fakes::ServedResponse;
using testing::HasSubstr;
using testing::Not;

constexpr char kSecret[] = "Bearer s3cret-t0ken";

ServedResponse Redirect(int status, const std::string& location) {
  return {.status = status, .headers = {{"Location", location}}};
}

TEST(HttpClient, ReturnsStatusHeadersAndBody) {
  HttpServer server([](const ServedRequest&) {
    return ServedResponse{.status = 418, .headers = {{"X-Tea", "green"}}, .body = "short"};
  });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  ASSERT_OK_AND_ASSIGN(HttpResponse response, client.Send({.url = server.base_url() + "/pot"}));
  EXPECT_EQ(response.status, 418);
  EXPECT_EQ(FindHeader(response.headers, "x-tea"), "green");
  EXPECT_EQ(FindHeader(response.headers, "x-coffee"), "");
  EXPECT_EQ(response.body, "short");
  EXPECT_EQ(response.sent, 1);
}

TEST(HttpClient, SendsMethodHeadersBodyAndAuthorization) {
  HttpServer server([](const ServedRequest&) { return ServedResponse{}; });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  ASSERT_OK(client.Send({.method = "PATCH",
                         .url = server.base_url() + "/x?y=z",
                         .headers = {{"X-One", "1"}},
                         .authorization = kSecret,
                         .body = "{}"}));
  ServedRequest request = server.requests().at(0);
  EXPECT_EQ(request.method, "PATCH");
  EXPECT_EQ(request.target(), "/x?y=z");
  EXPECT_EQ(request.header("x-one"), "1");
  EXPECT_EQ(request.header("authorization"), kSecret);
  EXPECT_EQ(request.body, "{}");
}

TEST(HttpClient, ReusesTheConnectionBetweenClients) {
  HttpServer server([](const ServedRequest&) { return ServedResponse{.body = "x"}; });
  HttpConnections connections;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(HttpClient({}, {}, &connections).Send({.url = server.base_url()}));
  }
  EXPECT_EQ(server.connections(), 1);
}

TEST(HttpClient, OpensAConnectionForWhatMustNotBeSentTwice) {
  HttpServer server([](const ServedRequest&) { return ServedResponse{.body = "x"}; });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(client.Send({.method = "POST", .url = server.base_url(), .is_repeatable = false}));
  }
  EXPECT_EQ(server.connections(), 3);
}

TEST(HttpClient, TellsWhatMayHaveArrived) {
  HttpServer server(
      [](const ServedRequest&) { return ServedResponse{.body = "cut off", .is_cut = true}; });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_TRUE(MayHaveArrived(client.Send({.url = server.base_url()}).status()));
  EXPECT_FALSE(MayHaveArrived(client.Send({.url = "http://127.0.0.1:1"}).status()));
  EXPECT_FALSE(MayHaveArrived(client.Send({.url = "ftp://127.0.0.1"}).status()));
}

TEST(HttpClient, KeepsTheTokenOnARedirectToTheSameOrigin) {
  HttpServer server([](const ServedRequest& request) {
    return request.path == "/old" ? Redirect(302, "/new") : ServedResponse{.body = "here"};
  });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  ASSERT_OK_AND_ASSIGN(HttpResponse response,
                       client.Send({.url = server.base_url() + "/old", .authorization = kSecret}));
  EXPECT_EQ(response.body, "here");
  EXPECT_EQ(response.url, server.base_url() + "/new");
  EXPECT_EQ(response.sent, 2);
  EXPECT_EQ(server.requests().at(1).header("authorization"), kSecret);
}

TEST(HttpClient, DropsTheTokenOnARedirectToAnotherOriginForGood) {
  std::string back;
  HttpServer other([&](const ServedRequest&) { return Redirect(302, back); });
  HttpServer server([&](const ServedRequest& request) {
    return request.path == "/old" ? Redirect(302, other.base_url() + "/archive")
                                  : ServedResponse{.body = "back"};
  });
  back = server.base_url() + "/back";
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  ASSERT_OK(client.Send({.url = server.base_url() + "/old", .authorization = kSecret}));
  EXPECT_EQ(server.requests().at(0).header("authorization"), kSecret);
  EXPECT_EQ(other.requests().at(0).header("authorization"), "");
  EXPECT_EQ(server.requests().at(1).header("authorization"), "");
}

TEST(HttpClient, RemembersPermanentRedirectsOnly) {
  for (int status : {301, 302, 307, 308}) {
    HttpServer server([&](const ServedRequest& request) {
      return request.path == "/old" ? Redirect(status, "/new") : ServedResponse{};
    });
    HttpConnections connections;
    for (int i = 0; i < 2; ++i) {
      ASSERT_OK(HttpClient({}, {}, &connections).Send({.url = server.base_url() + "/old"}));
    }
    bool is_permanent = status == 301 || status == 308;
    EXPECT_EQ(server.requests().size(), is_permanent ? 3u : 4u) << status;
  }
}

TEST(HttpClient, KeepsDroppingTheTokenOnARememberedRedirect) {
  HttpServer other([](const ServedRequest&) { return ServedResponse{}; });
  HttpServer server([&](const ServedRequest&) { return Redirect(301, other.base_url() + "/x"); });
  HttpConnections connections;
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK(HttpClient({}, {}, &connections)
                  .Send({.url = server.base_url(), .authorization = kSecret}));
  }
  EXPECT_EQ(server.requests().size(), 1u);
  ASSERT_EQ(other.requests().size(), 2u);
  EXPECT_EQ(other.requests().at(1).header("authorization"), "");
}

TEST(HttpClient, ReplaysABodyOn307And308) {
  for (int status : {307, 308}) {
    HttpServer server([&](const ServedRequest& request) {
      return request.path == "/old" ? Redirect(status, "/new") : ServedResponse{};
    });
    HttpConnections connections;
    HttpClient client({}, {}, &connections);
    ASSERT_OK(client.Send({.method = "POST", .url = server.base_url() + "/old", .body = "text"}));
    EXPECT_EQ(server.requests().at(1).method, "POST");
    EXPECT_EQ(server.requests().at(1).body, "text");
  }
}

TEST(HttpClient, RefusesARedirectThatWouldLoseABody) {
  HttpServer server([](const ServedRequest&) { return Redirect(301, "/new"); });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.method = "POST", .url = server.base_url() + "/old", .body = "text"}),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "POST " + server.base_url() +
                           "/old: redirect 301 would lose the request's body; the address must be "
                           "corrected"));
}

TEST(HttpClient, GivesUpAfterThreeRedirects) {
  HttpServer server([](const ServedRequest& request) { return Redirect(302, request.path + "x"); });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url() + "/a"}),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "GET " + server.base_url() + "/a: more than 3 redirects"));
  EXPECT_EQ(server.requests().size(), 4u);
}

TEST(HttpClient, FollowsNoOtherProtocol) {
  HttpServer server([](const ServedRequest&) { return Redirect(302, "file:///etc/passwd"); });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url()}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("is not followed")));
  EXPECT_THAT(client.Send({.url = "file:///etc/passwd"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not an http or https URL")));
}

TEST(HttpClient, LimitsTheBody) {
  HttpServer server([](const ServedRequest&) { return ServedResponse{.body = "0123456789"}; });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url() + "/big", .max_body_bytes = 9}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       "GET " + server.base_url() + "/big: the answer is longer than 9 bytes"));
  EXPECT_OK(client.Send({.url = server.base_url(), .max_body_bytes = 10}));
}

TEST(HttpClient, LimitsABodyThatExpands) {
  const std::string zeros(1 << 20, '\0');
  std::string packed(compressBound(zeros.size()), '\0');
  uLongf size = packed.size();
  ASSERT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                     reinterpret_cast<const Bytef*>(zeros.data()), zeros.size()),
            Z_OK);
  packed.resize(size);
  ASSERT_LT(packed.size(), 2000u);
  HttpServer server([&](const ServedRequest&) {
    return ServedResponse{.headers = {{"Content-Encoding", "deflate"}}, .body = packed};
  });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url(), .max_body_bytes = 100'000}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("the answer is longer than 100000 bytes")));
  ASSERT_OK_AND_ASSIGN(const HttpResponse whole,
                       client.Send({.url = server.base_url(), .max_body_bytes = 1 << 20}));
  EXPECT_EQ(whole.body, zeros);
}

TEST(HttpClient, CutsTheBodyWhereAPrefixIsEnough) {
  HttpServer server([](const ServedRequest&) { return ServedResponse{.body = "0123456789"}; });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  ASSERT_OK_AND_ASSIGN(
      HttpResponse response,
      client.Send({.url = server.base_url(), .max_body_bytes = 4, .is_prefix_enough = true}));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "0123");
}

TEST(HttpClient, ReportsABodyThatEndsTooSoon) {
  HttpServer server(
      [](const ServedRequest&) { return ServedResponse{.body = "0123456789", .is_cut = true}; });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url()}),
              StatusIs(absl::StatusCode::kUnavailable, testing::_));
}

TEST(HttpClient, ReportsAServerThatIsNotThere) {
  std::string url;
  {
    url = HttpServer([](const ServedRequest&) { return ServedResponse{}; }).base_url();
  }
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.url = url}),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("GET " + url + "/: ")));
}

TEST(HttpClient, StopsAtItsTransferTimeout) {
  Gate gate;
  HttpServer server([&](const ServedRequest&) {
    gate.Wait();
    return ServedResponse{};
  });
  HttpConnections connections;
  HttpClient client({.transfer = std::chrono::milliseconds(50)}, {}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url()}),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("timed out")));
  gate.Open();
}

TEST(HttpClient, StopsWhenTheCallIsCancelled) {
  Gate gate;
  std::atomic<bool> is_cancelled = false;
  HttpServer server([&](const ServedRequest&) {
    is_cancelled = true;
    gate.Wait();
    return ServedResponse{};
  });
  HttpConnections connections;
  HttpClient client({}, {.is_cancelled = [&] { return is_cancelled.load(); }}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url()}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("the call was cancelled")));
  gate.Open();
}

TEST(HttpClient, KeepsSecretsOutOfErrors) {
  HttpServer server([](const ServedRequest&) { return Redirect(302, "ftp://x/?sig=s3cret"); });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  absl::Status status =
      client.Send({.url = server.base_url() + "/a?key=s3cret", .authorization = kSecret}).status();
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("s3cret")));
  EXPECT_THAT(std::string(status.message()), HasSubstr("/a: redirect 302 leads to ftp://x/"));
}

TEST(HttpClient, RefusesATokenThatWouldForgeAHeader) {
  HttpServer server([](const ServedRequest&) { return ServedResponse{}; });
  HttpConnections connections;
  HttpClient client({}, {}, &connections);
  EXPECT_THAT(client.Send({.url = server.base_url(), .authorization = "Bearer a\r\nX-Evil: 1"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the value of header Authorization holds a control character"));
  EXPECT_TRUE(server.requests().empty());
}

TEST(UrlOrigin, NamesSchemeHostAndPort) {
  EXPECT_EQ(UrlOrigin("https://API.example/x"), "https://api.example:443");
  EXPECT_EQ(UrlOrigin("http://h:81"), "http://h:81");
  EXPECT_EQ(UrlOrigin("https://user@h/"), "");
  EXPECT_EQ(UrlOrigin("nonsense"), "");
  EXPECT_TRUE(IsLoopbackOrigin(UrlOrigin("http://127.0.0.1:5/")));
  EXPECT_TRUE(IsLoopbackOrigin(UrlOrigin("http://localhost/")));
  EXPECT_TRUE(IsLoopbackOrigin(UrlOrigin("http://[::1]:5/")));
  EXPECT_FALSE(IsLoopbackOrigin(UrlOrigin("http://127.evil.example/")));
}

}  // namespace
}  // namespace allreview::github
