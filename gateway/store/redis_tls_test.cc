// Redis over TLS, against a real redis-server with certificates of an authority made in the test.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "gateway/queue/open_queue.h"
#include "gateway/store/open_store.h"
#include "gateway/testing/redis_server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "storage/redis_client.h"
#include "tests/distributed/certificates.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

constexpr char kOpenSsl[] = "/usr/bin/openssl";

// redis-server takes no port 0 for TLS.
int FreePort() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  socklen_t size = sizeof(address);
  CHECK(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  close(socket);
  return ntohs(address.sin_port);
}

std::string NewFolder() {
  std::string folder = testing::TempDir() + "/redis-tls-XXXXXX";
  CHECK(mkdtemp(folder.data()) != nullptr) << folder;
  return folder;
}

struct TlsServer {
  explicit TlsServer(bool wants_certificates = false) {
    auto made = distributed::Authority::Make(folder);
    CHECK(made.ok()) << made.status();
    ca = made->certificate();
    const auto server_files = made->Issue("redis");
    const auto client_files = made->Issue("gateway");
    CHECK(server_files.ok() && client_files.ok());
    certificate = client_files->certificate;
    key = client_files->key;
    auto started = Subprocess::Start({.argv = {"/usr/bin/redis-server",
                                               "--port",
                                               "0",
                                               "--tls-port",
                                               absl::StrCat(port),
                                               "--bind",
                                               "0.0.0.0",
                                               "--protected-mode",
                                               "no",
                                               "--requirepass",
                                               "secret",
                                               "--tls-cert-file",
                                               server_files->certificate,
                                               "--tls-key-file",
                                               server_files->key,
                                               "--tls-ca-cert-file",
                                               ca,
                                               "--tls-auth-clients",
                                               wants_certificates ? "yes" : "no",
                                               "--save",
                                               "",
                                               "--dir",
                                               folder,
                                               "--logfile",
                                               folder + "/log"}});
    CHECK(started.ok()) << started.status();
    process = *std::move(started);
  }
  ~TlsServer() {
    process->Kill();
    CHECK(process->Wait({}).ok());
  }

  std::string Url(const std::string& host, const std::string& query) const {
    return absl::StrCat("rediss://:secret@", host, ":", port, "/1", query);
  }
  std::string WithCa() const { return absl::StrCat("?ca=", ca); }

  const std::string folder = NewFolder();
  const int port = FreePort();
  std::string ca, certificate, key;
  std::unique_ptr<Subprocess> process;
};

class RedisTlsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
    if (access(kOpenSsl, X_OK) != 0) GTEST_SKIP() << "openssl is not installed";
  }
};

TEST_F(RedisTlsTest, CarriesStoreAndQueue) {
  const TlsServer server;
  for (const char* host : {"127.0.0.1", "localhost"}) {
    const std::string url = server.Url(host, server.WithCa());
    ASSERT_OK_AND_ASSIGN(const auto store, OpenKeyedStore(url, {}));
    // More than one record of TLS either way, and more than one chunk of the store.
    std::string large(3 << 20, 'x');
    for (size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * 7919 >> 5);
    ASSERT_OK(store->Commit({{.key = "kind/large", .value = large}}));
    ASSERT_OK_AND_ASSIGN(const auto entry, store->Get("kind/large"));
    ASSERT_TRUE(entry.has_value());
    EXPECT_TRUE(entry->value == large);
    ASSERT_OK_AND_ASSIGN(const auto queue, OpenJobQueue(url, {}, {}));
    EXPECT_OK(queue->Stats());
  }
}

TEST_F(RedisTlsTest, KeepsConnections) {
  const TlsServer server;
  ASSERT_OK_AND_ASSIGN(const auto client, OpenRedis(server.Url("127.0.0.1", server.WithCa()), {}));
  for (int i = 0; i < 20; ++i) ASSERT_OK(client->Run({"SET", "a", absl::StrCat(i)}));
  ASSERT_OK_AND_ASSIGN(const RedisValue info, client->Run({"INFO", "stats"}));
  EXPECT_THAT(info.text, HasSubstr("total_connections_received:1\r\n"));
}

TEST_F(RedisTlsTest, ShowsTheClientsCertificate) {
  const TlsServer server(/*wants_certificates=*/true);
  EXPECT_OK(OpenRedis(
      server.Url("127.0.0.1",
                 absl::StrCat(server.WithCa(), "&cert=", server.certificate, "&key=", server.key)),
      {}));
  EXPECT_THAT(OpenRedis(server.Url("127.0.0.1", server.WithCa()), {}),
              StatusIs(absl::StatusCode::kUnavailable,
                       HasSubstr("give cert=FILE and key=FILE in the URL of the store")));
}

TEST_F(RedisTlsTest, TrustsNobodyElse) {
  const TlsServer server;
  ASSERT_OK(OpenRedis(server.Url("127.0.0.1", server.WithCa()), {}));
  EXPECT_THAT(OpenRedis(server.Url("127.0.0.1", ""), {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("is not trusted")));
  EXPECT_THAT(OpenRedis(server.Url("127.0.0.2", server.WithCa()), {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("IP address mismatch")));
  EXPECT_THAT(
      OpenRedis(server.Url("127.0.0.1", "?ca=/nonexistent.pem"), {}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("names /nonexistent.pem as ca")));
}

TEST_F(RedisTlsTest, SaysThatAServerHasNone) {
  const int port = FreePort();
  const std::string folder = NewFolder();
  auto plain =
      Subprocess::Start({.argv = {"/usr/bin/redis-server", "--port", absl::StrCat(port), "--save",
                                  "", "--dir", folder, "--logfile", folder + "/log"}});
  ASSERT_OK(plain);
  // Up.
  ASSERT_OK(OpenRedis(absl::StrCat("redis://127.0.0.1:", port), {}));
  const auto client = OpenRedis(absl::StrCat("rediss://127.0.0.1:", port), {});
  EXPECT_FALSE(client.ok());
  EXPECT_THAT(std::string(client.status().message()), HasSubstr("TLS"));
  (*plain)->Kill();
  EXPECT_OK((*plain)->Wait({}));
}

}  // namespace
}  // namespace allreview::gateway
