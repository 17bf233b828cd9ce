#include "base/running_programs.h"

#include <signal.h>

#include <mutex>
#include <set>
#include <shared_mutex>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"

namespace allreview {
namespace {

struct Programs {
  // Shared while a program starts, so that EndPrograms misses none and none waits for another.
  std::shared_mutex starting;
  bool has_ended = false;  // Guarded by `starting`; shared locks have no annotations.
  Mutex mutex;
  std::set<pid_t> pids ABSL_GUARDED_BY(mutex);
};

// Never destroyed: threads may still run while the process exits.
Programs& ThePrograms() {
  static auto* const programs = new Programs();
  return *programs;
}

}  // namespace

void EndPrograms() {
  Programs& programs = ThePrograms();
  const std::unique_lock starting(programs.starting);
  programs.has_ended = true;
  const MutexLock lock(programs.mutex);
  for (const pid_t pid : programs.pids) {
    // Where the group does not exist yet, the program itself.
    if (kill(-pid, SIGKILL) != 0) kill(pid, SIGKILL);
  }
}

bool StartProgram(absl::FunctionRef<pid_t()> spawn) {
  Programs& programs = ThePrograms();
  const std::shared_lock starting(programs.starting);
  if (programs.has_ended) return false;
  const pid_t pid = spawn();
  if (pid == 0) return true;
  const MutexLock lock(programs.mutex);
  programs.pids.insert(pid);
  return true;
}

void ForgetProgram(pid_t pid) {
  Programs& programs = ThePrograms();
  const MutexLock lock(programs.mutex);
  programs.pids.erase(pid);
}

}  // namespace allreview
