#ifndef GATEWAY_STORE_STORE_URL_H_
#define GATEWAY_STORE_STORE_URL_H_

// Where a store is; see open_store.h for the forms.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/store/redis_client.h"

namespace allreview::gateway {

struct StoreUrl {
  std::string sqlite_path = {};  // Empty: Redis.
  RedisAddress redis = {};
};

// kInvalidArgument says which part is wrong; never the password.
absl::StatusOr<StoreUrl> ParseStoreUrl(absl::string_view url);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_STORE_URL_H_
