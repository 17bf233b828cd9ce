#ifndef GATEWAY_STORE_OPEN_STORE_H_
#define GATEWAY_STORE_OPEN_STORE_H_

// Opens a store by its URL:
//
//   sqlite:/var/lib/allreview/store.db     a file; it is made when it does not exist
//   sqlite::memory:                        for tests
//   redis://[:PASSWORD@]HOST:PORT/N        database N of a server
//   rediss://HOST:PORT/N?ca=FILE          the same over TLS; cert=FILE&key=FILE of a client
//   redis+unix:///run/redis/redis.sock?db=N
//
//   ASSIGN_OR_RETURN(std::unique_ptr<KeyedStore> store, OpenKeyedStore(url, {}));
//
// The queue of the same URL is opened by gateway/queue/open_queue.h. Errors say what of the URL or
// the server is wrong and what to do; they never hold the password.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/store/keyed_store.h"
#include "storage/redis_client.h"

namespace allreview::gateway {

struct OpenOptions {
  std::string redis_prefix = "allreview:";  // Of all keys in Redis.
  std::string redis_password_file = {};     // Instead of a password in the URL.
  // Opens also a store into which an import has not finished.
  bool is_unfinished_import_allowed = false;
};

absl::StatusOr<std::unique_ptr<KeyedStore>> OpenKeyedStore(absl::string_view url,
                                                           const OpenOptions& options);

// The entry of a store into which an import has begun and not finished.
inline constexpr absl::string_view kImportKey = "import/progress";

// For whatever else lives in the same Redis; the URL is one of Redis.
absl::StatusOr<std::shared_ptr<RedisClient>> OpenRedis(absl::string_view url,
                                                       const OpenOptions& options);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_OPEN_STORE_H_
