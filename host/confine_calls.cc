#include <fcntl.h>
#include <linux/prctl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status_macros.h"
#include "host/confine_layers.h"

namespace allreview::host {
namespace {

// What computing, answering calls on open connections, logging and SQLite need. Calls of which only
// some arguments are allowed are in AllowWithArguments.
constexpr int kAllowed[] = {
    // Memory, threads, time.
    SCMP_SYS(brk), SCMP_SYS(clock_getres), SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(futex), SCMP_SYS(getcpu), SCMP_SYS(getegid),
    SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getrandom),
    SCMP_SYS(getrlimit), SCMP_SYS(getrusage), SCMP_SYS(gettid), SCMP_SYS(gettimeofday),
    SCMP_SYS(getuid), SCMP_SYS(madvise), SCMP_SYS(membarrier), SCMP_SYS(mincore), SCMP_SYS(mremap),
    SCMP_SYS(munmap), SCMP_SYS(nanosleep), SCMP_SYS(restart_syscall), SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler), SCMP_SYS(sched_yield),
    SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(sigaltstack), SCMP_SYS(sysinfo),
    SCMP_SYS(time), SCMP_SYS(times), SCMP_SYS(uname),
    // Descriptors that are open.
    SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
    SCMP_SYS(fcntl), SCMP_SYS(fdatasync), SCMP_SYS(flock), SCMP_SYS(fstat), SCMP_SYS(fstatfs),
    SCMP_SYS(fsync), SCMP_SYS(ftruncate), SCMP_SYS(getdents64), SCMP_SYS(lseek), SCMP_SYS(msync),
    SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(pwrite64), SCMP_SYS(pwritev), SCMP_SYS(read),
    SCMP_SYS(readv), SCMP_SYS(write), SCMP_SYS(writev),
    // Files, which Landlock and the arguments of open() restrict.
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(fadvise64),
    SCMP_SYS(getcwd), SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat), SCMP_SYS(stat), SCMP_SYS(statx),
    // Connections that others make, and waiting.
    SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_pwait), SCMP_SYS(epoll_wait), SCMP_SYS(eventfd2), SCMP_SYS(getpeername),
    SCMP_SYS(getsockname), SCMP_SYS(getsockopt), SCMP_SYS(pipe2), SCMP_SYS(poll), SCMP_SYS(ppoll),
    SCMP_SYS(pselect6), SCMP_SYS(recvfrom), SCMP_SYS(recvmsg), SCMP_SYS(select), SCMP_SYS(sendmsg),
    SCMP_SYS(sendto), SCMP_SYS(setsockopt), SCMP_SYS(shutdown), SCMP_SYS(timerfd_create),
    SCMP_SYS(timerfd_settime)};

// Calls of a service with a folder of its own; SQLite's journals come and go.
constexpr int kAllowedWithFolder[] = {SCMP_SYS(fallocate), SCMP_SYS(fchmod),  SCMP_SYS(fchown),
                                      SCMP_SYS(mkdir),     SCMP_SYS(open),    SCMP_SYS(openat),
                                      SCMP_SYS(unlink),    SCMP_SYS(unlinkat)};

// No honest program of ours has a use for these, and neither has git.
constexpr int kRefused[] = {SCMP_SYS(acct),
                            SCMP_SYS(add_key),
                            SCMP_SYS(adjtimex),
                            SCMP_SYS(bpf),
                            SCMP_SYS(chroot),
                            SCMP_SYS(clock_adjtime),
                            SCMP_SYS(clock_settime),
                            SCMP_SYS(delete_module),
                            SCMP_SYS(fanotify_init),
                            SCMP_SYS(finit_module),
                            SCMP_SYS(fsconfig),
                            SCMP_SYS(fsmount),
                            SCMP_SYS(fsopen),
                            SCMP_SYS(fspick),
                            SCMP_SYS(init_module),
                            SCMP_SYS(io_uring_enter),
                            SCMP_SYS(io_uring_register),
                            SCMP_SYS(io_uring_setup),
                            SCMP_SYS(ioperm),
                            SCMP_SYS(iopl),
                            SCMP_SYS(kcmp),
                            SCMP_SYS(kexec_file_load),
                            SCMP_SYS(kexec_load),
                            SCMP_SYS(keyctl),
                            SCMP_SYS(lookup_dcookie),
                            SCMP_SYS(mknod),
                            SCMP_SYS(mknodat),
                            SCMP_SYS(mount),
                            SCMP_SYS(mount_setattr),
                            SCMP_SYS(move_mount),
                            SCMP_SYS(move_pages),
                            SCMP_SYS(name_to_handle_at),
                            SCMP_SYS(open_by_handle_at),
                            SCMP_SYS(open_tree),
                            SCMP_SYS(perf_event_open),
                            SCMP_SYS(personality),
                            SCMP_SYS(pivot_root),
                            SCMP_SYS(process_madvise),
                            SCMP_SYS(process_vm_readv),
                            SCMP_SYS(process_vm_writev),
                            SCMP_SYS(ptrace),
                            SCMP_SYS(quotactl),
                            SCMP_SYS(reboot),
                            SCMP_SYS(request_key),
                            SCMP_SYS(setns),
                            SCMP_SYS(settimeofday),
                            SCMP_SYS(swapoff),
                            SCMP_SYS(swapon),
                            SCMP_SYS(syslog),
                            SCMP_SYS(umount2),
                            SCMP_SYS(unshare),
                            SCMP_SYS(userfaultfd),
                            SCMP_SYS(vhangup)};

constexpr uint64_t kNewNamespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                    CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

class Filter {
 public:
  Filter(uint32_t otherwise, uint32_t listed)
      : context_(seccomp_init(otherwise)), otherwise_(otherwise), listed_(listed) {}
  ~Filter() { seccomp_release(context_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void Add(absl::Span<const int> calls) {
    for (int call : calls) Keep(seccomp_rule_add(context_, listed_, call, 0));
  }
  void AddIf(int call, const scmp_arg_cmp& condition) {
    Keep(seccomp_rule_add_array(context_, listed_, call, 1, &condition));
  }
  // Says that the kernel is too old, so that the C library takes another way.
  void PretendMissing(int call) {
    if (otherwise_ != SCMP_ACT_LOG) {
      Keep(seccomp_rule_add(context_, SCMP_ACT_ERRNO(ENOSYS), call, 0));
    }
  }

  absl::Status Load() {
    Keep(seccomp_attr_set(context_, SCMP_FLTATR_CTL_TSYNC, 1));
    Keep(seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2));  // Binary tree.
    if (failure_ == 0) Keep(seccomp_load(context_));
    if (failure_ == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("cannot restrict system calls: ", strerror(-failure_),
                     "; --confine=off serves without this protection"));
  }

 private:
  void Keep(int result) {
    if (failure_ == 0) failure_ = result;
  }

  scmp_filter_ctx context_;
  const uint32_t otherwise_;
  const uint32_t listed_;
  int failure_ = 0;
};

scmp_arg_cmp Equals(unsigned argument, uint64_t value) {
  return {.arg = argument, .op = SCMP_CMP_EQ, .datum_a = value, .datum_b = 0};
}

scmp_arg_cmp Masked(unsigned argument, uint64_t mask, uint64_t value) {
  return {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
}

void AddWithArguments(Filter& filter) {
  filter.AddIf(SCMP_SYS(clone), Masked(0, CLONE_THREAD, CLONE_THREAD));  // No processes.
  filter.PretendMissing(SCMP_SYS(clone3));  // Its flags are in memory, where no filter sees them.
  filter.AddIf(SCMP_SYS(mmap), Masked(2, PROT_EXEC, 0));
  filter.AddIf(SCMP_SYS(mprotect), Masked(2, PROT_EXEC, 0));
  const uint64_t self = static_cast<uint64_t>(getpid());
  for (int call : {SCMP_SYS(kill), SCMP_SYS(tgkill)}) filter.AddIf(call, Equals(0, self));
  filter.AddIf(SCMP_SYS(prlimit64), Equals(2, 0));  // Reading.
  for (uint64_t what : {FIONBIO, FIONREAD, FIOCLEX, TCGETS}) {
    filter.AddIf(SCMP_SYS(ioctl), Equals(1, what));
  }
  for (uint64_t what : {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_SECCOMP}) {
    filter.AddIf(SCMP_SYS(prctl), Equals(0, what));
  }
}

// The address is in memory, where no filter sees it: which server it is, a network policy bounds.
void AddConnecting(Filter& filter) {
  for (int call : {SCMP_SYS(connect), SCMP_SYS(sendmmsg)}) filter.Add({call});
  for (uint64_t family : {AF_UNIX, AF_INET, AF_INET6}) {
    filter.AddIf(SCMP_SYS(socket), Equals(0, family));
  }
}

absl::Status RestrictToList(const ConfineOptions& options) {
  const bool is_on = options.mode == ConfineMode::kOn;
  Filter filter(is_on ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_LOG, SCMP_ACT_ALLOW);
  filter.Add(kAllowed);
  AddWithArguments(filter);
  if (options.has_server) AddConnecting(filter);
  if (options.writable_folders.empty()) {
    constexpr uint64_t kWriting = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    filter.AddIf(SCMP_SYS(open), Masked(1, kWriting, O_RDONLY));
    filter.AddIf(SCMP_SYS(openat), Masked(2, kWriting, O_RDONLY));
  } else {
    filter.Add(kAllowedWithFolder);
  }
  return filter.Load();
}

absl::Status RefuseListed(const ConfineOptions& options) {
  const bool is_on = options.mode == ConfineMode::kOn;
  Filter filter(SCMP_ACT_ALLOW, is_on ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_LOG);
  filter.Add(kRefused);
  // Each alone: a mask matches only when all its bits are as named.
  for (uint64_t flag = 1; flag <= kNewNamespaces; flag <<= 1) {
    if ((flag & kNewNamespaces) != 0) filter.AddIf(SCMP_SYS(clone), Masked(0, flag, flag));
  }
  if (is_on) filter.PretendMissing(SCMP_SYS(clone3));
  return filter.Load();
}

}  // namespace

absl::Status RestrictCalls(const ConfineOptions& options) {
  const bool is_known = options.profile == ConfineProfile::kCompute && !HasGpu();
  return is_known ? RestrictToList(options) : RefuseListed(options);
}

}  // namespace allreview::host
