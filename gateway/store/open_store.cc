#include "gateway/store/open_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/store/redis_store.h"
#include "gateway/store/sqlite_store.h"
#include "storage/store_url.h"

namespace allreview::gateway {
namespace {

// Empty when the server does not tell.
std::string Setting(RedisClient& client, absl::string_view name) {
  const absl::StatusOr<RedisValue> answer = client.Run({"CONFIG", "GET", name});
  return answer.ok() && answer->elements.size() == 2 ? answer->elements[1].text : "";
}

void WarnOfSettings(RedisClient& client) {
  if (Setting(client, "appendonly") == "no") {
    Log(LogLevel::kWarning, "redis keeps nothing when it is restarted",
        {{"server", client.name()}, {"cure", "set appendonly yes and appendfsync always"}});
  }
  const std::string policy = Setting(client, "maxmemory-policy");
  if (!policy.empty() && policy != "noeviction") {
    Log(LogLevel::kWarning, "redis may throw away reviews when its memory is full",
        {{"server", client.name()},
         {"policy", policy},
         {"cure", "set maxmemory-policy noeviction"}});
  }
}

absl::Status CheckImport(KeyedStore& store) {
  ASSIGN_OR_RETURN(std::optional<StoredEntry> progress, store.Get(kImportKey));
  if (!progress) return absl::OkStatus();
  return absl::FailedPreconditionError(
      "the store contains only part of an import; run `allreview store import` again with the same "
      "file");
}

}  // namespace

absl::StatusOr<std::shared_ptr<RedisClient>> OpenRedis(absl::string_view url,
                                                       const OpenOptions& options) {
  ASSIGN_OR_RETURN(RedisAddress address, ReadRedisUrl(url, options.redis_password_file));
  auto client = std::make_shared<RedisClient>(RedisClientOptions{.address = std::move(address)});
  RETURN_IF_ERROR(client->Run({"PING"}).status());
  return client;
}

absl::StatusOr<std::unique_ptr<KeyedStore>> OpenKeyedStore(absl::string_view url,
                                                           const OpenOptions& options) {
  ASSIGN_OR_RETURN(const StoreUrl parsed, ParseStoreUrl(url));
  std::unique_ptr<KeyedStore> store;
  if (!parsed.sqlite_path.empty()) {
    ASSIGN_OR_RETURN(store, OpenSqliteStore(parsed.sqlite_path));
  } else {
    ASSIGN_OR_RETURN(std::shared_ptr<RedisClient> client, OpenRedis(url, options));
    WarnOfSettings(*client);
    store = MakeRedisStore(std::move(client), options.redis_prefix);
  }
  if (!options.is_unfinished_import_allowed) RETURN_IF_ERROR(CheckImport(*store));
  return store;
}

}  // namespace allreview::gateway
