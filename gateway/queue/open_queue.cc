#include "gateway/queue/open_queue.h"

#include <utility>

#include "base/status_macros.h"
#include "gateway/queue/redis_queue.h"
#include "gateway/queue/sqlite_queue.h"
#include "storage/store_url.h"

namespace allreview::gateway {

absl::StatusOr<std::unique_ptr<JobQueue>> OpenJobQueue(absl::string_view url,
                                                       const OpenOptions& options,
                                                       const JobQueueOptions& queue_options) {
  ASSIGN_OR_RETURN(const StoreUrl parsed, ParseStoreUrl(url));
  if (!parsed.sqlite_path.empty()) return OpenSqliteQueue(parsed.sqlite_path, queue_options);
  ASSIGN_OR_RETURN(std::shared_ptr<RedisClient> client, OpenRedis(url, options));
  return MakeRedisQueue(std::move(client), options.redis_prefix, queue_options);
}

}  // namespace allreview::gateway
