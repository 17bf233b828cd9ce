#ifndef GATEWAY_QUEUE_REDIS_QUEUE_SCRIPT_H_
#define GATEWAY_QUEUE_REDIS_QUEUE_SCRIPT_H_

// What RedisQueue runs inside the server. ARGV: the operation, the prefix of all keys, the time in
// milliseconds (empty: the server's), then what the operation needs. With the prefix
// "allreview:queue:" before each key:
//
//   job:<key>         hash: a job that waits, is delayed, runs or is dead
//   ended:<key>       "<state> <token> <at> <tenant>" of a done or withdrawn one; expires
//   stream:<tenant>   waiting and running jobs; group "workers". Gone when empty
//   turns             sorted set: tenants with waiting jobs, by their next turn
//   idle              the same for tenants without, as long as their turn lies ahead
//   clock             the turn of the job that was given last
//   waiting           sorted set of keys by `queued_at`
//   delayed, leases   sorted sets of keys by the time when they are due or the lease ends
//   dead, letters     sorted set of keys by time; hash from letter id to key
//   pull:<repository>/<number>   set of keys of its live reviews
//   token             the last lease's
//   wake              a list: a token for each job that came
//
// A tenant's turn never lags behind the clock: who had nothing to do saves up no turns.

#include "storage/redis_client.h"

namespace allreview::gateway {

extern const RedisScript kQueueScript;

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_REDIS_QUEUE_SCRIPT_H_
