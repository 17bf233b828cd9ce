#ifndef GITHUB_ACCOUNT_H_
#define GITHUB_ACCOUNT_H_

// What GitHub allows one account (an installation of an App, or a token), and what this process has
// used of it. All Api objects of one account share one Account, so that they wait for each other.
//
//   ASSIGN_OR_RETURN(WriteTurn turn, account.TakeWriteTurn(control));
//   Admission admission = account.Admit({.points = 5, .is_spaced = true, .is_content = true}, now);
//   if (admission.wait > absl::ZeroDuration()) …sleep and ask again…
//
// GitHub's secondary limits are kept before it has to say so: 900 points a minute for REST (a read
// costs 1, a write 5), 2,000 for GraphQL, 80 new pieces of content a minute and 500 an hour, at
// least a second between writes, and one write at a time. Where several processes share an account,
// each takes its part (`processes`). Of a GitHub Enterprise Server (an API base that ends in
// /api/v3) only the turns and the second are kept: it has no limits unless its operator sets some,
// and then its answers tell. Safe from any thread.

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/call_control.h"
#include "base/mutex.h"

namespace allreview::github {

// At most `limit` points within any `span`.
class SlidingWindow {
 public:
  SlidingWindow(int limit, absl::Duration span) : limit_(limit), span_(span) {}

  // Until `points` more fit in; zero when they do.
  absl::Duration WaitFor(int points, absl::Time now);
  void Add(int points, absl::Time now);
  int used(absl::Time now);
  int limit() const { return limit_; }

 private:
  void Forget(absl::Time now);

  const int limit_;
  const absl::Duration span_;
  int used_ = 0;
  std::deque<std::pair<absl::Time, int>> taken_;  // Oldest first.
};

struct Cost {
  int points = 1;
  bool is_graphql = false;
  bool is_spaced = false;   // A second after the last one.
  bool is_content = false;  // Counts as new content.
};

struct Admission {
  absl::Duration wait = {};      // Zero: go ahead, it is counted.
  absl::string_view limit = {};  // Which one makes it wait: "points", "graphql_points", …
};

// One budget as metrics show it.
struct BudgetUse {
  absl::string_view
      name;  // "points", "graphql_points", "content_minute", "content_hour", "primary".
  int used = 0;
  int limit = 0;
};

using WriteTurn = std::unique_lock<std::timed_mutex>;

class Account {
 public:
  explicit Account(int processes = 1);

  // What GitHub has imposed: nothing is to be sent before `until`.
  struct Pause {
    absl::Time until = absl::InfinitePast();
    std::string reason = {};
  };
  Pause pause() const;
  void set_pause(const Pause& pause);

  // Counts the request if it may be sent now.
  Admission Admit(const Cost& cost, absl::Time now);

  // Waits until nobody else writes. kCancelled or kDeadlineExceeded by `control`.
  absl::StatusOr<WriteTurn> TakeWriteTurn(const CallControl& control);

  // The primary limit as an answer told it (x-ratelimit-limit, x-ratelimit-remaining).
  void NotePrimary(int limit, int remaining);

  // For metrics: what is used now of each budget that is known.
  std::vector<BudgetUse> Uses(absl::Time now);

 private:
  std::timed_mutex writing_;
  mutable Mutex mutex_;
  Pause pause_ ABSL_GUARDED_BY(mutex_);
  SlidingWindow points_ ABSL_GUARDED_BY(mutex_);
  SlidingWindow graphql_points_ ABSL_GUARDED_BY(mutex_);
  SlidingWindow content_minute_ ABSL_GUARDED_BY(mutex_);
  SlidingWindow content_hour_ ABSL_GUARDED_BY(mutex_);
  absl::Time last_write_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  int primary_limit_ ABSL_GUARDED_BY(mutex_) = 0;
  int primary_remaining_ ABSL_GUARDED_BY(mutex_) = 0;
};

// The accounts of a process by name. An account stays as long as this object.
class Accounts {
 public:
  explicit Accounts(int processes = 1) : processes_(processes) {}

  Account& Find(const std::string& name);

 private:
  const int processes_;
  Mutex mutex_;
  std::map<std::string, std::unique_ptr<Account>> accounts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::github

#endif  // GITHUB_ACCOUNT_H_
