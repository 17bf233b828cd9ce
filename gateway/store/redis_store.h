#ifndef GATEWAY_STORE_REDIS_STORE_H_
#define GATEWAY_STORE_REDIS_STORE_H_

// A KeyedStore in Redis, for many gateways and workers.
//
//   std::unique_ptr<KeyedStore> store = MakeRedisStore(client, "allreview:");
//
// With the prefix before each key, "allreview:" here:
//
//   v:<key>               "<version> <packed value>", or "<version> c<upload> <chunks>"
//   c:<upload>:<chunk>    a part of a packed value of more than 512 KiB
//   i:<kind>/             sorted set of the keys of one kind, all of score 0: ordered by their
//   bytes kinds                 set of kinds version               the last batch's number
//
// A batch is one script, which compares the versions before it writes, so nobody sees half of it.
// The parts of large values are sent before, one by one, and vanish after an hour when the batch
// never comes: the server is never kept busy by one large command. Cluster is not supported: a
// script touches keys that it computes.

#include <memory>
#include <string>

#include "gateway/store/keyed_store.h"
#include "storage/redis_client.h"

namespace allreview::gateway {

std::unique_ptr<KeyedStore> MakeRedisStore(std::shared_ptr<RedisClient> client, std::string prefix);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_REDIS_STORE_H_
