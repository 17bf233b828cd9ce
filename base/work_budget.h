#ifndef BASE_WORK_BUDGET_H_
#define BASE_WORK_BUDGET_H_

// How much CPU time, wall time and memory a piece of work may take, and whether anybody still waits
// for it. Code does not pass budgets along: a thread works for one, and says so at each step.
//
//   WorkBudget review("the review", {.cpu_seconds = 15, .net_bytes = 1 << 30, .is_cancelled = f});
//   absl::Status status = RunWithin(review, "the change model", [&] { model = Build(change); });
//
//   for (const Edge& edge : edges) {  // Somewhere below, in a loop over what an author controls.
//     Poll();
//     ...
//   }
//
// Poll() is two instructions but for every 256th call. It throws OverBudget when a budget of the
// thread is used up: then the work unwinds, and a loop that forgot to look at a result cannot go
// on. Only RunWithin catches it, at the boundary of a phase, together with std::bad_alloc and
// std::length_error, and turns all of them into a status. Code between must be safe to unwind:
// release by destructors only, and keep nothing that is half built where somebody finds it later.
// A destructor and a function marked noexcept must not poll, except while an exception unwinds the
// thread, when Poll() does nothing.
//
// Budgets nest: one that is made while a thread works for another is inside of it, and what is
// used counts for both. BudgetOfThread hands it on to other threads.
//
// Memory is what the threads of a budget have allocated minus what they have freed since they began
// to work for it. It is known where jemalloc is linked, which is in all programs but not in tests.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/poll.h"  // IWYU pragma: export

namespace allreview {

class WorkBudget {
 public:
  struct Limits {
    double cpu_seconds = std::numeric_limits<double>::infinity();  // Of all its threads together.
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    int64_t net_bytes = std::numeric_limits<int64_t>::max();
    // Whether nobody waits any more. May be empty. Called from any thread, at most once in some
    // milliseconds by each.
    std::function<bool()> is_cancelled = {};
  };
  enum class Limit { kCpu, kWall, kMemory, kCancelled };

  // `owner` is what reasons call the work: "the review", "the file". Inside of the budget that the
  // calling thread works for, if any, which must outlive it.
  WorkBudget(absl::string_view owner, Limits limits);
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  // The budget of the calling thread. Null: nothing limits it.
  static WorkBudget* Current();

  // What has been charged so far: of a thread that is at work, up to its last look at the clock.
  double cpu_seconds() const { return static_cast<double>(cpu_nanoseconds_) * 1e-9; }
  int64_t net_bytes() const { return net_bytes_; }

  double cpu_limit_seconds() const;  // Infinite: none.

  // Limits for a phase: a share of the CPU time of the outermost budget that the calling thread
  // works for.
  static Limits Share(double share);

  // For a size that becomes known during the work. Safe from any thread.
  void Extend(double cpu_seconds, int64_t net_bytes);
  // The outermost budget that the calling thread works for, if any.
  static void ExtendOutermost(double cpu_seconds, int64_t net_bytes);

  // Which limit is reached, its own or that of a budget around it, and of which budget.
  struct Excess {
    Limit limit;
    const WorkBudget* budget;
  };
  std::optional<Excess> FindExcess() const;

  // "the review used up its 15 s of CPU time".
  std::string Describe(Limit limit) const;

 private:
  friend class BudgetScope;
  friend class BudgetThread;

  std::optional<Limit> OwnExcess() const;

  const std::string owner_;
  const Limits limits_;
  WorkBudget* const outer_;
  WorkBudget* const outer_checked_;  // Without those that a SharedWorkScope leaves out.
  std::atomic<int64_t> cpu_limit_nanoseconds_;
  std::atomic<int64_t> bytes_limit_;
  std::atomic<int64_t> cpu_nanoseconds_ = 0;
  std::atomic<int64_t> net_bytes_ = 0;
  mutable std::atomic<bool> is_cancelled_ = false;  // Once cancelled, it stays so.
};

// Thrown by Poll(). Not for others to catch.
class OverBudget : public std::exception {
 public:
  OverBudget(WorkBudget::Limit limit, std::string reason)
      : limit_(limit), reason_(std::move(reason)) {}
  WorkBudget::Limit limit() const { return limit_; }
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  WorkBudget::Limit limit_;
  std::string reason_;
};

// What a thread works for, to be handed to another one that works on the same.
class BudgetOfThread {
 public:
  BudgetOfThread();  // The calling thread's.

 private:
  friend class BudgetScope;
  WorkBudget *current_, *checked_;
};

// While it lives, the calling thread works for `budget`; null: for none. Scopes of a thread nest.
class BudgetScope {
 public:
  explicit BudgetScope(WorkBudget* budget);
  explicit BudgetScope(const BudgetOfThread& budget);
  ~BudgetScope();
  BudgetScope(const BudgetScope&) = delete;
  BudgetScope& operator=(const BudgetScope&) = delete;

 private:
  BudgetScope(WorkBudget* budget, WorkBudget* checked);

  WorkBudget* const outer_;
  WorkBudget* const outer_checked_;
};

// While it lives, the calling thread works on what the whole review shares, such as a table that is
// built at the first question: all budgets are charged, but only the outermost ends the work here.
// The others end it after the scope. So nobody finds a shared table half built while there is time
// left to use it.
class SharedWorkScope {
 public:
  SharedWorkScope();
  ~SharedWorkScope();
  SharedWorkScope(const SharedWorkScope&) = delete;
  SharedWorkScope& operator=(const SharedWorkScope&) = delete;

 private:
  WorkBudget* const outer_checked_;
};

// Works for `budget` and returns why `work` was stopped: kResourceExhausted (CPU time, memory),
// kDeadlineExceeded (wall time) or kCancelled; OK when it returned. It does not begin when the
// budget is used up already. `phase` completes "stopped in …": "the cross-file rules".
absl::Status RunWithin(WorkBudget& budget, absl::string_view phase,
                       const std::function<void()>& work);
// The same for the budget of the calling thread.
absl::Status RunWithin(absl::string_view phase, const std::function<void()>& work);

}  // namespace allreview

#endif  // BASE_WORK_BUDGET_H_
