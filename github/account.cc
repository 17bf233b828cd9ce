#include "github/account.h"

#include <algorithm>
#include <chrono>

#include "base/status_macros.h"

namespace allreview::github {
namespace {

constexpr int kPointsPerMinute = 900;
constexpr int kGraphQlPointsPerMinute = 2000;
constexpr int kContentPerMinute = 80;
constexpr int kContentPerHour = 500;
constexpr absl::Duration kBetweenWrites = absl::Seconds(1);
constexpr std::chrono::milliseconds kPoll(50);

int Part(int limit, int processes) { return std::max(1, limit / std::max(1, processes)); }

}  // namespace

void SlidingWindow::Forget(absl::Time now) {
  while (!taken_.empty() && taken_.front().first + span_ <= now) {
    used_ -= taken_.front().second;
    taken_.pop_front();
  }
}

int SlidingWindow::used(absl::Time now) {
  Forget(now);
  return used_;
}

absl::Duration SlidingWindow::WaitFor(int points, absl::Time now) {
  Forget(now);
  int left = used_;
  for (const auto& [at, taken] : taken_) {
    if (left + points <= limit_) return absl::ZeroDuration();
    left -= taken;
    if (left + points <= limit_) return at + span_ - now;
  }
  return absl::ZeroDuration();
}

void SlidingWindow::Add(int points, absl::Time now) {
  used_ += points;
  taken_.emplace_back(now, points);
}

Account::Account(int processes)
    : points_(Part(kPointsPerMinute, processes), absl::Minutes(1)),
      graphql_points_(Part(kGraphQlPointsPerMinute, processes), absl::Minutes(1)),
      content_minute_(Part(kContentPerMinute, processes), absl::Minutes(1)),
      content_hour_(Part(kContentPerHour, processes), absl::Hours(1)) {}

Account::Pause Account::pause() const {
  const MutexLock lock(mutex_);
  return pause_;
}

void Account::set_pause(const Pause& pause) {
  const MutexLock lock(mutex_);
  pause_ = pause;
}

Admission Account::Admit(const Cost& cost, absl::Time now) {
  const MutexLock lock(mutex_);
  Admission longest;
  auto ask = [&longest](absl::Duration wait, absl::string_view limit) {
    if (wait > longest.wait) longest = {.wait = wait, .limit = limit};
  };
  SlidingWindow& points = cost.is_graphql ? graphql_points_ : points_;
  ask(points.WaitFor(cost.points, now), cost.is_graphql ? "graphql_points" : "points");
  if (cost.is_spaced) ask(last_write_ + kBetweenWrites - now, "writes_apart");
  if (cost.is_content) {
    ask(content_minute_.WaitFor(1, now), "content_minute");
    ask(content_hour_.WaitFor(1, now), "content_hour");
  }
  if (longest.wait > absl::ZeroDuration()) return longest;
  points.Add(cost.points, now);
  if (cost.is_spaced) last_write_ = now;
  if (cost.is_content) {
    content_minute_.Add(1, now);
    content_hour_.Add(1, now);
  }
  return {};
}

absl::StatusOr<WriteTurn> Account::TakeWriteTurn(const CallControl& control) {
  WriteTurn turn(writing_, std::defer_lock);
  do {
    RETURN_IF_ERROR(control.Check());
  } while (!turn.try_lock_for(kPoll));
  return turn;
}

void Account::NotePrimary(int limit, int remaining) {
  const MutexLock lock(mutex_);
  primary_limit_ = limit;
  primary_remaining_ = remaining;
}

std::vector<BudgetUse> Account::Uses(absl::Time now) {
  const MutexLock lock(mutex_);
  std::vector<BudgetUse> uses = {
      {"points", points_.used(now), points_.limit()},
      {"graphql_points", graphql_points_.used(now), graphql_points_.limit()},
      {"content_minute", content_minute_.used(now), content_minute_.limit()},
      {"content_hour", content_hour_.used(now), content_hour_.limit()}};
  if (primary_limit_ > 0) {
    uses.push_back({"primary", primary_limit_ - primary_remaining_, primary_limit_});
  }
  return uses;
}

Account& Accounts::Find(const std::string& name) {
  const MutexLock lock(mutex_);
  std::unique_ptr<Account>& account = accounts_[name];
  if (account == nullptr) account = std::make_unique<Account>(processes_);
  return *account;
}

}  // namespace allreview::github
