#ifndef GITHUB_STATE_H_
#define GITHUB_STATE_H_

#include <string>

#include "github/account.h"
#include "github/cache.h"
#include "github/http_client.h"

namespace allreview::github {

// Shared by all Api objects of a process: connections, permanent redirects, cached answers, and
// what each account has used of its limits. Safe from any number of threads.
struct ApiState {
  // `cache_dir` empty: answers are kept in memory. `processes`: that share the accounts' limits.
  explicit ApiState(const std::string& cache_dir, int processes = 1)
      : cache(cache_dir), accounts(processes) {}

  HttpConnections connections;
  AnswerCache cache;
  Accounts accounts;
};

}  // namespace allreview::github

#endif  // GITHUB_STATE_H_
