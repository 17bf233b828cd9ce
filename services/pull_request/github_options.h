#ifndef SERVICES_PULL_REQUEST_GITHUB_OPTIONS_H_
#define SERVICES_PULL_REQUEST_GITHUB_OPTIONS_H_

// What a source of pull requests needs to know.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/call_control.h"
#include "github/api.h"
#include "github/http_client.h"
#include "github/state.h"
#include "services/pull_request/github_grants.h"

namespace allreview::pull_request {

struct GitHubOptions {
  // URL of the server that the token belongs to; empty: "https://api.github.com". With a token it
  // must be https, except on this machine.
  std::string api_base = {};
  std::string token = {};  // Secret. Empty: public repositories, 60 requests an hour.
  // Not null: `token` came with the call, not from the operator; see github_grants.h. Borrowed.
  GitHubGrants* grants = nullptr;
  // Whether a reference may name another server than api_base; it never gets the token. False where
  // references come from the network, or they could make this process ask any address.
  bool is_other_server_allowed = false;

  github::ApiState* state = nullptr;  // Borrowed. Null: the source has its own, with cache_dir.
  std::string cache_dir = {};         // For that case. Empty: memory only.
  std::function<void(const github::ApiEvent&)> observe = {};  // Calls; see github/metrics.h.

  github::HttpTimeouts timeouts = {};
  CallControl control = {};
  int max_attempts = 4;                        // For each request, the first included.
  absl::Duration max_wait = absl::Minutes(3);  // For a rate limit; a longer one is an error.
  int concurrent_reads = 4;                    // Blobs asked for at the same time.
  int max_blob_pairs = 200;                    // Files whose patch is made from their blobs.
  int64_t max_blob_bytes = 4 << 20;            // Of each of these blobs.

  // For tests. Defaults: the system's clock, a wait that heeds `control`, and random numbers in
  // [0, 1) for the spread of retries.
  std::function<absl::Time()> now = {};
  std::function<absl::Status(absl::Duration)> sleep = {};
  std::function<double()> random = {};
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_OPTIONS_H_
