#ifndef GATEWAY_TESTING_REDIS_SERVER_H_
#define GATEWAY_TESTING_REDIS_SERVER_H_

// A real redis-server for a test, reached by a socket in a folder of its own.
//
//   if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
//   RedisServer server;
//   OpenKeyedStore(server.url(), {});
//
// Ends with the object. CHECKs that it starts.

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "base/subprocess.h"

namespace allreview::gateway {

class RedisServer {
 public:
  static constexpr absl::string_view kNotInstalled =
      "redis-server is not installed; apt-get install redis-server";
  static bool IsInstalled();

  // Persistent: every command is on the disk before its answer, and survives Kill and Start.
  explicit RedisServer(bool is_persistent = false);
  ~RedisServer();

  // redis+unix://…
  std::string url() const;

  void Kill();   // As a loss of power.
  void Start();  // After Kill. Answers when it has loaded its data.

 private:
  const bool is_persistent_;
  std::string folder_;
  std::unique_ptr<Subprocess> process_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_TESTING_REDIS_SERVER_H_
