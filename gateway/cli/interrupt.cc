#include "gateway/cli/interrupt.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <utility>

#include "base/mutex.h"
#include "base/running_programs.h"

namespace allreview::cli {
namespace {

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

// The next stop signal; 0 when `stop` became readable first, or after `milliseconds`.
int WaitForSignal(int signals, int stop, int milliseconds) {
  pollfd events[] = {{.fd = signals, .events = POLLIN, .revents = 0},
                     {.fd = stop, .events = POLLIN, .revents = 0}};
  poll(events, 2, milliseconds);
  signalfd_siginfo info;
  if (events[1].revents != 0 || events[0].revents == 0) return 0;
  return read(signals, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

bool IsReadable(int fd) {
  pollfd event = {.fd = fd, .events = POLLIN, .revents = 0};
  return poll(&event, 1, 0) > 0;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, &old_mask_);
  stop_ = eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this] { Watch(); });
}

Interrupt::~Interrupt() {
  eventfd_write(stop_, 1);
  thread_.join();
  close(stop_);
  pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

void Interrupt::OnSignal(std::function<void()> action) {
  MutexLock lock(mutex_);
  action_ = std::move(action);
  if (signal_ != 0 && action_) action_();
}

void Interrupt::BeforeEnd(std::function<void()> action) {
  MutexLock lock(mutex_);
  before_end_ = std::move(action);
}

// Where nothing else ends the process.
void Interrupt::EndProcess(int signal) {
  EndPrograms();
  MutexLock lock(mutex_);
  if (before_end_) before_end_();
  _exit(128 + signal);
}

void Interrupt::Watch() {
  const sigset_t mask = StopSignals();
  const int signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  int signal = 0;
  while (signal == 0 && !IsReadable(stop_)) signal = WaitForSignal(signals, stop_, -1);
  if (signal != 0) {
    {
      MutexLock lock(mutex_);
      signal_ = signal;
      if (action_) action_();
    }
    WaitForSignal(signals, stop_, std::chrono::milliseconds(kGrace).count());
    if (!IsReadable(stop_)) EndProcess(signal);
  }
  close(signals);
}

}  // namespace allreview::cli
