#ifndef STORAGE_STORE_URL_H_
#define STORAGE_STORE_URL_H_

// Where a store is; see open_store.h for the forms.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "storage/redis_client.h"

namespace allreview {

struct StoreUrl {
  std::string sqlite_path = {};  // Empty: Redis.
  RedisAddress redis = {};
};

// kInvalidArgument says which part is wrong; never the password.
absl::StatusOr<StoreUrl> ParseStoreUrl(absl::string_view url);

// The same of a URL that must be one of Redis. The password is what `password_file` holds, white
// space around it left out; without such a file, that of the URL.
absl::StatusOr<RedisAddress> ReadRedisUrl(absl::string_view url, const std::string& password_file);

}  // namespace allreview

#endif  // STORAGE_STORE_URL_H_
