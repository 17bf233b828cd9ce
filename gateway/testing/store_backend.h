#ifndef GATEWAY_TESTING_STORE_BACKEND_H_
#define GATEWAY_TESTING_STORE_BACKEND_H_

// The two kinds of store, for tests that must hold for both.
//
//   class MyTest : public testing::TestWithParam<StoreKind> {};
//   TEST_P(MyTest, …) {
//     if (!StoreBackend::IsInstalled(GetParam())) GTEST_SKIP() << RedisServer::kNotInstalled;
//     StoreBackend backend(GetParam());
//     OpenKeyedStore(backend.url(), {});
//   }
//   INSTANTIATE_TEST_SUITE_P(Stores, MyTest, testing::ValuesIn(kStoreKinds), NameOfStore);

#include <memory>
#include <optional>
#include <string>

#include "gateway/testing/redis_server.h"

namespace allreview::gateway {

enum class StoreKind { kSqlite, kRedis };
inline constexpr StoreKind kStoreKinds[] = {StoreKind::kSqlite, StoreKind::kRedis};

// For INSTANTIATE_TEST_SUITE_P; `info` is a testing::TestParamInfo<StoreKind>.
inline constexpr auto NameOfStore = [](const auto& info) -> std::string {
  return info.param == StoreKind::kSqlite ? "Sqlite" : "Redis";
};

class StoreBackend {
 public:
  static bool IsInstalled(StoreKind kind) {
    return kind == StoreKind::kSqlite || RedisServer::IsInstalled();
  }

  // Empty. Persistent as a server should be; a test that needs no restart is quicker without.
  explicit StoreBackend(StoreKind kind, bool is_persistent = false);

  const std::string& url() const { return url_; }
  // Null for SQLite.
  RedisServer* redis() { return redis_ ? &*redis_ : nullptr; }

 private:
  std::optional<RedisServer> redis_;
  std::string url_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_TESTING_STORE_BACKEND_H_
