// Each attempt runs in a child process that confined itself, and is made once more without, so that
// it is the confinement that refuses.

#include "host/confine.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

extern char** environ;

namespace allreview::host {
namespace {

constexpr int kCannotConfine = 250;

// The exit code of a child that runs `body`, which returns an errno.
int InChild(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int Confined(const ConfineOptions& options, const std::function<int()>& body) {
  return InChild([&] {
    absl::StatusOr<Confinement> confinement = ConfineFiles(options);
    if (!confinement.ok() || !ConfineCalls(options, *confinement).ok()) return kCannotConfine;
    return body();
  });
}

int Errno(long result) { return result < 0 ? errno : 0; }

int Spawn() {
  char name[] = "/bin/true";
  char* argv[] = {name, nullptr};
  pid_t pid = 0;
  const int error = posix_spawn(&pid, name, nullptr, nullptr, argv, environ);
  if (error == 0) waitpid(pid, nullptr, 0);
  return error;
}

int Exec() {
  char name[] = "/bin/true";
  char* argv[] = {name, nullptr};
  return Errno(execv(name, argv));
}

int ForkAndExec() {
  const pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(Exec());
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int Connect(int fd) {
  sockaddr_in peer = {};
  peer.sin_family = AF_INET;
  peer.sin_port = htons(1);
  peer.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return Errno(connect(fd, reinterpret_cast<sockaddr*>(&peer), sizeof(peer)));
}

// A socket that was open before.
int OldSocket() {
  static const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return fd;
}

int ReadOwnMemory() {
  char from = 'x', to = 0;
  iovec local = {&to, 1}, remote = {&from, 1};
  return Errno(process_vm_readv(getpid(), &local, 1, &remote, 1, 0));
}

int MapCode() {
  void* page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? errno : 0;
}

int MakeCodeOfData() {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return Errno(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

int RaiseLimit() {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  return Errno(setrlimit(RLIMIT_NOFILE, &limit));
}

int OpenFile(const std::string& path, int flags) {
  const int fd = open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (fd >= 0) close(fd);
  return fd < 0 ? errno : 0;
}

// A sanitizer's run-time library would be confined as well.
class NoSanitizer : public testing::Environment {
  void SetUp() override {
    if (DefaultConfineMode() == ConfineMode::kOff) GTEST_SKIP() << "built with a sanitizer";
  }
};
testing::Environment* const kNoSanitizer = testing::AddGlobalTestEnvironment(new NoSanitizer);

struct Attempt {
  std::string name;
  std::function<int()> run;
};

// What nothing of ours does, and neither does git. The arguments are such that the kernel would
// say something else than EPERM.
std::vector<Attempt> AttacksOnTheMachine() {
  void* const nowhere = reinterpret_cast<void*>(1);
  const char* const bad = reinterpret_cast<const char*>(1);
  return {{"ptrace", [] { return Errno(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); }},
          {"memory of processes", ReadOwnMemory},
          {"mount", [=] { return Errno(mount(bad, bad, bad, 0, nullptr)); }},
          {"namespace", [] { return Errno(unshare(1)); }},
          {"io_uring", [=] { return Errno(syscall(SYS_io_uring_setup, 1, nowhere)); }},
          {"perf", [=] { return Errno(syscall(SYS_perf_event_open, nowhere, 0, 0, -1, 0)); }},
          {"keys", [] { return Errno(syscall(SYS_keyctl, 9999, 0, 0, 0, 0)); }},
          {"personality", [] { return Errno(syscall(SYS_personality, 0xffffffff)); }}};
}

std::vector<Attempt> AttacksOfACompute() {
  return {{"socket", [] { return Errno(socket(AF_INET, SOCK_STREAM, 0)); }},
          {"local socket", [] { return Errno(socket(AF_UNIX, SOCK_STREAM, 0)); }},
          {"connect", [] { return Connect(OldSocket()); }},
          {"listen", [] { return Errno(listen(OldSocket(), 1)); }},
          {"exec", Exec},
          {"spawn", Spawn},
          {"fork and exec", ForkAndExec},
          {"code of new memory", MapCode},
          {"code of written memory", MakeCodeOfData},
          {"limits", RaiseLimit},
          {"signal to the parent", [] { return Errno(kill(getppid(), 0)); }}};
}

ConfineOptions Compute() {
  return {.profile = ConfineProfile::kCompute, .readable_paths = {testing::TempDir()}};
}

class Refused : public testing::TestWithParam<ConfineProfile> {};

void ExpectRefused(const ConfineOptions& options, const std::vector<Attempt>& attempts) {
  OldSocket();
  for (const Attempt& attempt : attempts) {
    EXPECT_NE(InChild(attempt.run), EPERM) << attempt.name << ", not confined";
    EXPECT_EQ(Confined(options, attempt.run), EPERM) << attempt.name;
  }
}

TEST_P(Refused, ToAttackTheMachine) {
  ExpectRefused({.profile = GetParam()}, AttacksOnTheMachine());
}

INSTANTIATE_TEST_SUITE_P(Each, Refused,
                         testing::Values(ConfineProfile::kCompute, ConfineProfile::kFetch,
                                         ConfineProfile::kHub));

TEST(Compute, HasNoNetworkNoProgramsAndNoNewCode) { ExpectRefused(Compute(), AttacksOfACompute()); }

TEST(Compute, ConnectsToItsServer) {
  ConfineOptions options = Compute();
  options.has_server = true;
  OldSocket();
  for (const int family : {AF_UNIX, AF_INET, AF_INET6}) {
    const auto make = [=] { return Errno(socket(family, SOCK_STREAM, 0)); };
    EXPECT_EQ(Confined(options, make), InChild(make)) << family;
  }
  const auto connect_old = [] { return Connect(OldSocket()); };
  EXPECT_EQ(Confined(options, connect_old), InChild(connect_old));
  const auto make_raw = [] { return Errno(socket(AF_NETLINK, SOCK_RAW, 0)); };
  EXPECT_EQ(InChild(make_raw), 0);
  EXPECT_EQ(Confined(options, make_raw), EPERM);
  for (const Attempt& attempt : AttacksOfACompute()) {
    if (absl::StrContains(attempt.name, "socket") || attempt.name == "connect") continue;
    EXPECT_EQ(Confined(options, attempt.run), EPERM) << attempt.name;
  }
}

TEST(Compute, WritesNoFile) {
  const std::string path = testing::TempDir() + "/note";
  ASSERT_OK(WriteFile(path, "text"));
  for (int flags : {O_WRONLY, O_RDWR, O_WRONLY | O_TRUNC, O_WRONLY | O_APPEND}) {
    EXPECT_EQ(InChild([&] { return OpenFile(path, flags); }), 0);
    EXPECT_EQ(Confined(Compute(), [&] { return OpenFile(path, flags); }), EPERM) << flags;
  }
  const auto make = [&] { return OpenFile(path + ".new", O_RDONLY | O_CREAT); };
  EXPECT_EQ(Confined(Compute(), make), EPERM);
  EXPECT_EQ(InChild(make), 0);
  EXPECT_EQ(Confined(Compute(), [&] { return Errno(rename(path.c_str(), "/tmp/x")); }), EPERM);
  EXPECT_EQ(Confined(Compute(), [&] { return Errno(unlink(path.c_str())); }), EPERM);
}

TEST(Compute, WritesInItsFolderOnly) {
  const std::string inside = testing::TempDir() + "/inside";
  const std::string outside = testing::TempDir() + "/outside";
  mkdir(inside.c_str(), 0700);
  mkdir(outside.c_str(), 0700);
  ConfineOptions options = Compute();
  options.writable_folders = {inside};
  const auto make_inside = [&] { return OpenFile(inside + "/facts.map", O_RDWR | O_CREAT); };
  const auto make_outside = [&] { return OpenFile(outside + "/facts.map", O_RDWR | O_CREAT); };
  EXPECT_EQ(Confined(options, make_inside), 0);
  const int answer = Confined(options, make_outside);
  if (answer == 0) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(answer, EACCES);
  EXPECT_EQ(InChild(make_outside), 0);
}

TEST(Compute, ReadsTheSystemAndWhatIsNamed) {
  ASSERT_OK(WriteFile(testing::TempDir() + "/rules.yaml", "rules: []\n"));
  const auto read_named = [] { return OpenFile(testing::TempDir() + "/rules.yaml", O_RDONLY); };
  EXPECT_EQ(Confined(Compute(), read_named), 0);
  EXPECT_EQ(Confined(Compute(), [] { return OpenFile("/etc/passwd", O_RDONLY); }), 0);
  ConfineOptions nothing = Compute();
  nothing.readable_paths.clear();
  const int answer = Confined(nothing, read_named);
  if (answer == 0) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(answer, EACCES);
}

TEST(Compute, HoldsForThreadsThatExistAndForNewOnes) {
  const int code = InChild([] {
    std::atomic<bool> is_confined = false;
    std::atomic<int> of_old = 0, of_new = 0;
    std::thread old([&] {
      while (!is_confined) std::this_thread::yield();
      of_old = Errno(socket(AF_INET, SOCK_STREAM, 0));
    });
    Confinement confinement;
    if (!ConfineCalls(Compute(), confinement).ok()) return kCannotConfine;
    is_confined = true;
    std::thread([&] { of_new = Errno(socket(AF_INET, SOCK_STREAM, 0)); }).join();
    old.join();
    return of_old == EPERM && of_new == EPERM ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

TEST(Compute, EndsWhatGrowsWithoutBound) {
  ConfineOptions options = Compute();
  options.memory_limit_bytes = 64 << 20;
  const auto grow = [] {
    void* const block = ::operator new(256 << 20, std::nothrow);
    ::operator delete(block);
    return block == nullptr ? ENOMEM : 0;
  };
  EXPECT_EQ(InChild(grow), 0);
  EXPECT_EQ(Confined(options, grow), ENOMEM);
}

TEST(EveryProfile, LeavesNoCoreAndGainsNoPrivileges) {
  for (ConfineProfile profile :
       {ConfineProfile::kCompute, ConfineProfile::kFetch, ConfineProfile::kHub}) {
    const int code = Confined({.profile = profile}, [] {
      rlimit core = {};
      getrlimit(RLIMIT_CORE, &core);
      const std::string status = ReadFile("/proc/self/status").value_or("");
      return core.rlim_max == 0 && status.find("NoNewPrivs:\t1") != std::string::npos &&
                     status.find("Seccomp:\t2") != std::string::npos
                 ? 0
                 : 1;
    });
    EXPECT_EQ(code, 0);
  }
}

TEST(Fetch, RunsProgramsThatAreConfinedToo) {
  const ConfineOptions options = {.profile = ConfineProfile::kFetch};
  EXPECT_EQ(Confined(options, Spawn), 0);
  EXPECT_EQ(Confined(options, [] { return Errno(socket(AF_INET, SOCK_STREAM, 0)); }), 0);
  EXPECT_EQ(Confined(options, ForkAndExec), 0);
  const auto unshare_in_child = [] {
    char shell[] = "/bin/sh", flag[] = "-c", script[] = "unshare -i true 2> /dev/null && exit 9";
    char* argv[] = {shell, flag, script, nullptr};
    pid_t pid = 0;
    if (posix_spawn(&pid, shell, nullptr, nullptr, argv, environ) != 0) return 8;
    int status = 0;
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status) == 9 ? 9 : 0;
  };
  EXPECT_EQ(Confined(options, unshare_in_child), 0);
}

TEST(Fetch, WritesNowhereButInScratchFolders) {
  const ConfineOptions options = {.profile = ConfineProfile::kFetch};
  const auto write = [] { return OpenFile("/proc/self/oom_score_adj", O_WRONLY); };
  EXPECT_EQ(Confined(options, [] { return OpenFile("/tmp", O_TMPFILE | O_RDWR); }), 0);
  EXPECT_EQ(InChild(write), 0);
  const int answer = Confined(options, write);
  if (answer == 0) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(answer, EACCES);
}

TEST(Modes, RefuseNothingWhenOffOrLogging) {
  for (ConfineMode mode : {ConfineMode::kOff, ConfineMode::kLog}) {
    ConfineOptions options = Compute();
    options.mode = mode;
    EXPECT_EQ(Confined(options, Spawn), 0);
    EXPECT_EQ(Confined(options, [] { return Errno(socket(AF_INET, SOCK_STREAM, 0)); }), 0);
  }
  EXPECT_THAT(ParseConfineMode("maybe").status(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--confine: found \"maybe\", wanted on, off or log"));
}

TEST(Modes, SayWhatHolds) {
  EXPECT_EQ(Confinement().ToString(), "off");
  EXPECT_EQ((Confinement{.has_limits = true, .has_calls = true, .landlock_version = 7}).ToString(),
            "seccomp,landlock-7,limits");
  EXPECT_EQ((Confinement{.has_limits = true, .has_calls = true}).ToString(), "seccomp,limits");
}

}  // namespace
}  // namespace allreview::host
