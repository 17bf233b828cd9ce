#ifndef GATEWAY_STORE_SQLITE_STORE_H_
#define GATEWAY_STORE_SQLITE_STORE_H_

// A KeyedStore in one SQLite file; the queue of the same URL has its own table there.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<KeyedStore> store,
//                    OpenSqliteStore("/var/lib/allreview/store.db"));

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "gateway/store/keyed_store.h"

namespace allreview::gateway {

// The schema of all tables in the file.
inline constexpr int kSqliteSchemaVersion = 1;

// `path` may be ":memory:". Errors as storage/sqlite.h.
absl::StatusOr<std::unique_ptr<KeyedStore>> OpenSqliteStore(const std::string& path);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_SQLITE_STORE_H_
