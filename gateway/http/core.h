#ifndef GATEWAY_HTTP_CORE_H_
#define GATEWAY_HTTP_CORE_H_

// What all sessions of a server share, and the list of them. Internal to http_server.cc.

#include <atomic>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "gateway/http/byte_budget.h"
#include "gateway/http/connection_limits.h"
#include "gateway/http/edge.h"
#include "gateway/http/http_server.h"
#include "gateway/http/stream_threads.h"
#include "gateway/http/worker_pool.h"

namespace allreview::http {

// One connection. Both calls return at once and may come from any thread.
class SessionBase : public std::enable_shared_from_this<SessionBase> {
 public:
  virtual ~SessionBase() = default;
  // Ends when what it is doing is done; a stream of events ends now.
  virtual void Drain() = 0;
  // Ends now.
  virtual void Abort() = 0;
};

class SessionList {
 public:
  void Add(const std::shared_ptr<SessionBase>& session) {
    const MutexLock lock(mutex_);
    sessions_[session.get()] = session;
  }

  void Remove(SessionBase* session) {
    const MutexLock lock(mutex_);
    sessions_.erase(session);
    if (sessions_.empty()) is_empty_.NotifyAll();
  }

  std::vector<std::shared_ptr<SessionBase>> All() {
    const MutexLock lock(mutex_);
    std::vector<std::shared_ptr<SessionBase>> all;
    for (const auto& [key, weak] : sessions_) {
      if (auto session = weak.lock()) all.push_back(std::move(session));
    }
    return all;
  }

  // Whether all are gone.
  bool WaitUntilEmpty(absl::Duration limit) {
    MutexLock lock(mutex_);
    return is_empty_.WaitFor(
        lock, limit, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return sessions_.empty(); });
  }

 private:
  Mutex mutex_;
  ConditionVariable is_empty_;
  std::map<SessionBase*, std::weak_ptr<SessionBase>> sessions_ ABSL_GUARDED_BY(mutex_);
};

// One address gets one part of so many.
constexpr int64_t kSharesOfABudget = 4;

struct Core {
  Core(Router router, const HttpServerOptions& server_options)
      : options(server_options),
        edge(std::move(router), {.trusted_proxies = options.trusted_proxies,
                                 .allowed_origins = options.allowed_origins,
                                 .is_host_checked = options.is_host_checked,
                                 .public_origin = options.public_origin,
                                 .proxy_identity = options.proxy_identity,
                                 .metrics = options.metrics}),
        limits({.max_connections = options.max_connections,
                .max_per_address = options.max_connections_per_address,
                .unlimited = options.trusted_proxies}),
        stream_limits(
            {.max_connections = std::numeric_limits<int>::max(),  // Threads bound them all.
             .max_per_address = options.max_streams_per_address,
             .unlimited = options.trusted_proxies}),
        bodies({.max_bytes = options.max_held_body_bytes,
                .max_per_address = options.max_held_body_bytes / kSharesOfABudget,
                .unlimited = options.trusted_proxies}),
        answers({.max_bytes = options.max_held_answer_bytes,
                 .max_per_address = options.max_held_answer_bytes / kSharesOfABudget,
                 .unlimited = options.trusted_proxies}),
        streams(options.max_streams),
        pool({.workers = options.workers, .max_queued = options.max_queued}) {}

  const HttpServerOptions options;
  const Edge edge;
  ConnectionLimits limits;
  ConnectionLimits stream_limits;  // Streams of events.
  ByteBudget bodies;               // Of requests, until their handlers are done.
  ByteBudget answers;              // Until they are written.
  SessionList sessions;
  std::atomic<bool> is_draining = false;
  StreamThreads streams;
  WorkerPool pool;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_CORE_H_
