#include "gateway/testing/redis_server.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "gateway/store/open_store.h"

namespace allreview::gateway {
namespace {

constexpr char kProgram[] = "/usr/bin/redis-server";

}  // namespace

bool RedisServer::IsInstalled() { return access(kProgram, X_OK) == 0; }

RedisServer::RedisServer(bool is_persistent) : is_persistent_(is_persistent) {
  // Not in TEST_TMPDIR: the path of a socket has at most 107 bytes.
  std::string folder = "/tmp/allreview-redis-XXXXXX";
  CHECK(mkdtemp(folder.data()) != nullptr) << folder;
  folder_ = folder;
  Start();
}

RedisServer::~RedisServer() {
  Kill();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string RedisServer::url() const { return absl::StrCat("redis+unix://", folder_, "/s"); }

void RedisServer::Kill() {
  if (process_ == nullptr) return;
  process_->Kill();
  CHECK(process_->Wait({}).ok());
  process_.reset();
}

void RedisServer::Start() {
  auto process = Subprocess::Start(
      {.argv = {kProgram, "--port", "0", "--unixsocket", absl::StrCat(folder_, "/s"), "--dir",
                folder_, "--save", "", "--appendonly", is_persistent_ ? "yes" : "no",
                "--appendfsync", "always", "--loglevel", "warning", "--logfile",
                absl::StrCat(folder_, "/log")}});
  CHECK(process.ok()) << process.status();
  process_ = *std::move(process);
  RedisClient client(
      {.address = {.unix_socket = absl::StrCat(folder_, "/s")}, .patience = absl::Seconds(20)});
  const auto answer = client.Run({"PING"});
  CHECK(answer.ok()) << answer.status();
}

}  // namespace allreview::gateway
