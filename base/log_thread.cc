#include "base/log_thread.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "base/log_writer.h"
#include "base/mutex.h"

namespace allreview {
namespace {

constexpr absl::Duration kCrashFlushTime = absl::Milliseconds(200);
constexpr absl::Duration kFlushPause = absl::Milliseconds(1);

void WriteWhole(absl::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
      poll(&ready, 1, /*timeout=*/-1);
    } else if (errno != EINTR) {
      return;  // There is nowhere to say so.
    }
  }
}

class LogThread {
 public:
  LogThread() {
    waiting_.reserve(kMaxWaitingLogBytes);
    taken_.reserve(kMaxWaitingLogBytes);
    std::thread([this] { Run(); }).detach();
  }

  void Add(absl::string_view line) {
    {
      const MutexLock lock(mutex_);
      if (waiting_.size() + line.size() > kMaxWaitingLogBytes) {
        ++dropped_;
        return;
      }
      waiting_.append(line.data(), line.size());
      ++added_;
    }
    has_lines_.NotifyOne();
  }

  // Takes no lock, for it runs in signal handlers, too.
  bool WaitUntilWritten(absl::Duration limit) const {
    const int64_t wanted = added_;
    const timespec pause = absl::ToTimespec(kFlushPause);
    for (absl::Duration waited; written_ < wanted; waited += kFlushPause) {
      if (waited >= limit) return false;
      nanosleep(&pause, nullptr);
    }
    return true;
  }

 private:
  void Run() {
    while (true) {
      int64_t dropped = 0;
      int64_t added = 0;
      {
        MutexLock lock(mutex_);
        has_lines_.Wait(
            lock, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return !waiting_.empty(); });
        taken_.clear();
        taken_.swap(waiting_);
        dropped = std::exchange(dropped_, 0);
        added = added_;
      }
      WriteLines(taken_);
      if (dropped > 0) TellDropped(dropped);
      written_ = added;
    }
  }

  // One write per line, so that lines of several processes do not mix.
  static void WriteLines(absl::string_view lines) {
    while (!lines.empty()) {
      const size_t size = lines.find('\n') + 1;
      WriteWhole(lines.substr(0, size));
      lines.remove_prefix(size);
    }
  }

  void TellDropped(int64_t lines) {
    try {
      WriteWhole(TimedLogLine(LogLevel::kWarning,
                              "log lines were dropped: standard error was read too slowly",
                              {{"lines", std::to_string(lines)}}));
    } catch (const std::exception&) {
      const MutexLock lock(mutex_);
      dropped_ += lines;  // There is no memory; the next time, perhaps.
    }
  }

  Mutex mutex_;
  ConditionVariable has_lines_;
  std::string waiting_ ABSL_GUARDED_BY(mutex_);
  int64_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;
  std::string taken_;               // By the thread.
  std::atomic<int64_t> added_ = 0;  // Lines.
  std::atomic<int64_t> written_ = 0;
};

std::atomic<LogThread*> log_thread = nullptr;

void FlushBeforeDeath(int signal) {
  if (const LogThread* thread = log_thread) (void)thread->WaitUntilWritten(kCrashFlushTime);
  raise(signal);  // By default now.
}

void FlushInCrashes() {
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    struct sigaction action = {};
    // A sanitizer or whoever else wants to know of crashes comes first.
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = FlushBeforeDeath;
    action.sa_flags = SA_RESETHAND;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void StartLogThread() {
  if (log_thread != nullptr) return;
  // Signals are for other threads; a reader who went away must be an error of write.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    log_thread = new LogThread();  // For as long as the process.
  } catch (const std::exception& exception) {
    Log(LogLevel::kWarning, "there is no thread for the log", {{"reason", exception.what()}});
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (log_thread == nullptr) return;
  SetLogSink([](absl::string_view line) { log_thread.load()->Add(line); });
  // Threads stay behind.
  pthread_atfork(nullptr, nullptr, [] {
    SetLogSink(nullptr);
    log_thread = nullptr;
  });
  std::atexit([] { (void)FlushLog(kLogFlushTime); });
  FlushInCrashes();
}

bool FlushLog(absl::Duration limit) {
  const LogThread* thread = log_thread;
  return thread == nullptr || thread->WaitUntilWritten(limit);
}

}  // namespace allreview
