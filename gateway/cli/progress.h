#ifndef GATEWAY_CLI_PROGRESS_H_
#define GATEWAY_CLI_PROGRESS_H_

// A line on standard error that says what long work is at; never part of any output.
//
//   Progress progress(STDERR_FILENO, is_terminal && !is_quiet, columns);
//   progress.Update({.stage = "analysis", .message = "12 files", .done = 3, .total = 12});
//   progress.Finish();   // The line is gone.
//
// It appears when the work has taken kDelay, is redrawn at most every kInterval, and is erased by
// Finish() or the destructor. Safe from any thread.

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"

namespace allreview::cli {

struct ProgressState {
  std::string stage = {};
  std::string message = {};
  int64_t done = 0;
  int64_t total = 0;  // 0: unknown.
};

// Decides what to draw and when. Pure: time is an argument.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kDelay{300};
  static constexpr std::chrono::milliseconds kInterval{100};

  ProgressLine(Clock::time_point start, int columns) : start_(start), columns_(columns) {}

  void Update(const ProgressState& state) { state_ = state; }

  // Bytes for the terminal; empty: nothing to do now.
  std::string Draw(Clock::time_point now);
  // Erases what was drawn; nothing is drawn afterwards until the next Update and Draw.
  std::string Erase();
  // When Draw is worth calling next.
  Clock::time_point NextDraw() const;

 private:
  std::string Text(Clock::time_point now) const;

  Clock::time_point start_;
  int columns_;
  ProgressState state_;
  bool is_drawn_ = false;
  Clock::time_point last_draw_;
};

class Progress {
 public:
  // When not enabled, all methods do nothing and there is no thread.
  Progress(int fd, bool is_enabled, int columns);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Update(const ProgressState& state);
  void Finish();

 private:
  void DrawUntilFinished();
  void Print(const std::string& bytes);

  const int fd_;
  Mutex mutex_;
  ConditionVariable changed_;
  ProgressLine line_ ABSL_GUARDED_BY(mutex_);
  bool is_finished_ ABSL_GUARDED_BY(mutex_) = true;
  std::thread thread_;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_PROGRESS_H_
