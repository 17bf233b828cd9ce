#ifndef GATEWAY_QUEUE_REDIS_QUEUE_H_
#define GATEWAY_QUEUE_REDIS_QUEUE_H_

// A JobQueue in Redis, for many gateways and workers.
//
//   std::unique_ptr<JobQueue> queue = MakeRedisQueue(client, "allreview:", {});
//
// Each tenant has one stream with one consumer group. Every call is one script, so nobody sees half
// of it; a worker that finds nothing waits for a token in a list. See redis_queue_scripts.h for the
// keys. A job is as safe as the server's `appendfsync` makes it: run it with `always`.

#include <memory>
#include <string>

#include "gateway/queue/job_queue.h"
#include "storage/redis_client.h"

namespace allreview::gateway {

std::unique_ptr<JobQueue> MakeRedisQueue(std::shared_ptr<RedisClient> client, std::string prefix,
                                         JobQueueOptions options);

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_REDIS_QUEUE_H_
