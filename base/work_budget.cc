#include "base/work_budget.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <new>
#include <stdexcept>
#include <utility>

#include "absl/strings/str_cat.h"

// jemalloc's own name; null where it is not linked.
extern "C" __attribute__((weak)) int mallctl(const char* name, void* old_value, size_t* old_size,
                                             void* new_value, size_t new_size);

namespace allreview {
namespace {

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

int64_t Nanoseconds(clockid_t clock) {
  std::timespec time = {};
  ::clock_gettime(clock, &time);
  return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// Read without a system call; moves every few milliseconds.
int64_t CoarseNow() { return Nanoseconds(CLOCK_MONOTONIC_COARSE); }

const uint64_t* ThreadCounter(const char* name) {
  static constexpr uint64_t kZero = 0;
  uint64_t* counter = nullptr;
  size_t size = sizeof(counter);
  if (mallctl == nullptr || mallctl(name, &counter, &size, nullptr, 0) != 0) return &kZero;
  return counter;
}

// Allocated minus freed, by the calling thread since it began.
int64_t ThreadNetBytes() {
  thread_local const uint64_t* const allocated = ThreadCounter("thread.allocatedp");
  thread_local const uint64_t* const freed = ThreadCounter("thread.deallocatedp");
  return static_cast<int64_t>(*allocated - *freed);
}

int64_t ToNanoseconds(double seconds) {
  constexpr double kMost = 1e9;  // Thirty years.
  return seconds < kMost ? static_cast<int64_t>(seconds * 1e9) : kUnlimited;
}

// Cuts off what no reader wants: "15 s", "0.25 s".
std::string SecondsText(double seconds) { return absl::StrCat(std::round(seconds * 100) / 100); }

// Never past the largest value, which means unlimited.
void AddTo(std::atomic<int64_t>& limit, int64_t more) {
  int64_t now = limit;
  while (!limit.compare_exchange_weak(now, now > kUnlimited - more ? kUnlimited : now + more)) {
  }
}

}  // namespace

namespace work_budget_internal {
constinit thread_local int steps_left = 0;
}  // namespace work_budget_internal

// What the calling thread works for, and up to where that has been charged.
class BudgetThread {
 public:
  WorkBudget* current = nullptr;
  WorkBudget* checked = nullptr;  // It and those around it end the work.
  int64_t looked_at = 0;          // By the coarse clock.

  void Begin() {
    charged_cpu_ = Nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    charged_bytes_ = ThreadNetBytes();
  }

  void Charge() {
    const int64_t cpu = Nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    const int64_t bytes = ThreadNetBytes();
    for (WorkBudget* budget = current; budget != nullptr; budget = budget->outer_) {
      budget->cpu_nanoseconds_ += cpu - charged_cpu_;
      budget->net_bytes_ += bytes - charged_bytes_;
    }
    charged_cpu_ = cpu;
    charged_bytes_ = bytes;
  }

  static WorkBudget* Outermost(WorkBudget* budget) {
    while (budget != nullptr && budget->outer_ != nullptr) budget = budget->outer_;
    return budget;
  }

 private:
  int64_t charged_cpu_ = 0, charged_bytes_ = 0;
};

namespace {
constinit thread_local BudgetThread thread;
}  // namespace

void work_budget_internal::Look(bool is_asked_now) {
  steps_left = kStepsBetweenLooks;
  if (thread.current == nullptr || std::uncaught_exceptions() > 0) return;
  const int64_t now = CoarseNow();
  if (now == thread.looked_at && !is_asked_now) return;
  thread.looked_at = now;
  thread.Charge();
  const std::optional<WorkBudget::Excess> excess = thread.checked->FindExcess();
  if (excess) throw OverBudget(excess->limit, excess->budget->Describe(excess->limit));
}

WorkBudget::WorkBudget(absl::string_view owner, Limits limits)
    : owner_(owner),
      limits_(std::move(limits)),
      outer_(thread.current),
      outer_checked_(thread.checked),
      cpu_limit_nanoseconds_(ToNanoseconds(limits_.cpu_seconds)),
      bytes_limit_(limits_.net_bytes) {}

WorkBudget* WorkBudget::Current() { return thread.current; }

double WorkBudget::cpu_limit_seconds() const {
  const int64_t limit = cpu_limit_nanoseconds_;
  return limit == kUnlimited ? std::numeric_limits<double>::infinity()
                             : static_cast<double>(limit) * 1e-9;
}

WorkBudget::Limits WorkBudget::Share(double share) {
  const WorkBudget* const all = BudgetThread::Outermost(thread.current);
  return all == nullptr ? Limits() : Limits{.cpu_seconds = share * all->cpu_limit_seconds()};
}

void WorkBudget::Extend(double cpu_seconds, int64_t net_bytes) {
  AddTo(cpu_limit_nanoseconds_, std::max<int64_t>(ToNanoseconds(cpu_seconds), 0));
  AddTo(bytes_limit_, net_bytes);
}

void WorkBudget::ExtendOutermost(double cpu_seconds, int64_t net_bytes) {
  WorkBudget* const all = BudgetThread::Outermost(thread.current);
  if (all != nullptr) all->Extend(cpu_seconds, net_bytes);
}

std::optional<WorkBudget::Limit> WorkBudget::OwnExcess() const {
  if (!is_cancelled_ && limits_.is_cancelled && limits_.is_cancelled()) is_cancelled_ = true;
  if (is_cancelled_) return Limit::kCancelled;
  if (cpu_nanoseconds_ >= cpu_limit_nanoseconds_) return Limit::kCpu;
  if (net_bytes_ > bytes_limit_) return Limit::kMemory;
  constexpr auto kNever = std::chrono::steady_clock::time_point::max();
  if (limits_.deadline != kNever && std::chrono::steady_clock::now() >= limits_.deadline) {
    return Limit::kWall;
  }
  return std::nullopt;
}

std::optional<WorkBudget::Excess> WorkBudget::FindExcess() const {
  // Outermost first: that the review is cancelled says more than that a file is over its time.
  if (outer_checked_ != nullptr) {
    if (const std::optional<Excess> excess = outer_checked_->FindExcess()) return excess;
  }
  if (const std::optional<Limit> limit = OwnExcess()) return Excess{*limit, this};
  return std::nullopt;
}

std::string WorkBudget::Describe(Limit limit) const {
  switch (limit) {
    case Limit::kCpu:
      return absl::StrCat(owner_, " used up its ",
                          SecondsText(static_cast<double>(cpu_limit_nanoseconds_) * 1e-9),
                          " s of CPU time");
    case Limit::kWall:
      return absl::StrCat(owner_, " ran out of time");
    case Limit::kMemory:
      return absl::StrCat(owner_, " used up its ", bytes_limit_ >> 20, " MiB of memory");
    case Limit::kCancelled:
      return absl::StrCat(owner_, " was cancelled, or its time ran out");
  }
  return owner_;
}

BudgetOfThread::BudgetOfThread() : current_(thread.current), checked_(thread.checked) {}

BudgetScope::BudgetScope(WorkBudget* budget) : BudgetScope(budget, budget) {}

BudgetScope::BudgetScope(const BudgetOfThread& budget)
    : BudgetScope(budget.current_, budget.checked_) {}

BudgetScope::BudgetScope(WorkBudget* budget, WorkBudget* checked)
    : outer_(thread.current), outer_checked_(thread.checked) {
  if (outer_ != nullptr) {
    thread.Charge();
  } else {
    thread.Begin();
  }
  thread.current = budget;
  thread.checked = checked;
  work_budget_internal::steps_left = 0;  // The first step looks.
  thread.looked_at = 0;
}

BudgetScope::~BudgetScope() {
  thread.Charge();
  thread.current = outer_;
  thread.checked = outer_checked_;
}

SharedWorkScope::SharedWorkScope() : outer_checked_(thread.checked) {
  thread.checked = BudgetThread::Outermost(thread.current);
}

SharedWorkScope::~SharedWorkScope() { thread.checked = outer_checked_; }

absl::Status RunWithin(WorkBudget& budget, absl::string_view phase,
                       const std::function<void()>& work) {
  const BudgetScope scope(&budget);
  return RunWithin(phase, work);
}

absl::Status RunWithin(absl::string_view phase, const std::function<void()>& work) {
  const auto stopped = [&](absl::string_view reason) {
    return absl::StrCat("stopped in ", phase, ": ", reason);
  };
  try {
    PollNow();
    work();
    return absl::OkStatus();
  } catch (const OverBudget& over) {
    switch (over.limit()) {
      case WorkBudget::Limit::kCancelled:
        return absl::CancelledError(stopped(over.what()));
      case WorkBudget::Limit::kWall:
        return absl::DeadlineExceededError(stopped(over.what()));
      case WorkBudget::Limit::kCpu:
      case WorkBudget::Limit::kMemory:
        break;
    }
    return absl::ResourceExhaustedError(stopped(over.what()));
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(stopped("the process has no memory left"));
  } catch (const std::length_error&) {
    return absl::ResourceExhaustedError(stopped("a text or a list became too long"));
  }
}

}  // namespace allreview
