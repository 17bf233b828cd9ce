#ifndef GATEWAY_CLI_INTERRUPT_H_
#define GATEWAY_CLI_INTERRUPT_H_

// Turns SIGINT and SIGTERM into the cancellation of a call.
//
//   Interrupt interrupt;                       // Before any other thread starts.
//   interrupt.OnSignal([&] { context->TryCancel(); });
//   …                                          // The call ends with CANCELLED.
//   interrupt.OnSignal(nullptr);               // Before `context` goes away.
//   if (interrupt.signal() != 0) return 128 + interrupt.signal();
//
// A second signal, or kGrace after the first, ends the process at once: a peer that does not notice
// the cancellation must not keep the user waiting. Programs that it has started end with it. One
// object at a time.

#include <signal.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"

namespace allreview::cli {

class Interrupt {
 public:
  static constexpr std::chrono::seconds kGrace{3};

  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Calls `action` from another thread when a signal comes, and at once if one has come already.
  // Null: nothing is to be done any more; no call of an earlier action is running afterwards.
  void OnSignal(std::function<void()> action);

  // Calls `action` from another thread before it ends the process, for what destructors would do.
  void BeforeEnd(std::function<void()> action);

  int signal() const { return signal_; }  // 0: none has come.

 private:
  void Watch();
  [[noreturn]] void EndProcess(int signal);

  sigset_t old_mask_;
  int stop_ = -1;  // Readable when the watching thread must end.
  std::atomic<int> signal_ = 0;
  Mutex mutex_;
  std::function<void()> action_ ABSL_GUARDED_BY(mutex_);
  std::function<void()> before_end_ ABSL_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_INTERRUPT_H_
