#include "base/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/fd.h"
#include "base/running_programs.h"
#include "base/status_macros.h"

namespace allreview {
namespace {

constexpr size_t kReadBytes = 256 << 10;
constexpr int kPipeBytes = 1 << 20;
constexpr size_t kMaxErrorText = 64 << 10;
constexpr std::chrono::milliseconds kPollInterval(50);

absl::Status SystemError(absl::string_view what, int error) {
  std::string text = absl::StrCat(what, ": ", strerror(error));
  if (error == ENOENT || error == ENOTDIR) return absl::NotFoundError(text);
  if (error == EACCES || error == EPERM) return absl::PermissionDeniedError(text);
  if (error == E2BIG) return absl::InvalidArgumentError(text);
  return absl::ResourceExhaustedError(text);
}

// Numbers 0 to 2 are where the child's own descriptors go, so ours must not lie there.
Fd AboveStandard(int fd) {
  if (fd < 0 || fd > 2) return Fd(fd);
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  close(fd);
  return Fd(moved);
}

struct Channel {
  Fd ours;
  Fd theirs;
};

absl::StatusOr<Channel> OutputPipe() {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) return SystemError("cannot make a pipe", errno);
  return Channel{AboveStandard(fds[0]), AboveStandard(fds[1])};
}

// A socket, because only send() can be told not to raise SIGPIPE.
absl::StatusOr<Channel> InputSocket() {
  int fds[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
    return SystemError("cannot make a socket", errno);
  }
  return Channel{AboveStandard(fds[0]), AboveStandard(fds[1])};
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const std::string& s : strings) pointers.push_back(const_cast<char*>(s.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  int Spawn(const SubprocessOptions& options, int input, int output, int error, pid_t* pid) {
    if (input >= 0) {
      posix_spawn_file_actions_adddup2(&actions_, input, 0);
    } else {
      posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&actions_, output, 1);
    posix_spawn_file_actions_adddup2(&actions_, error, 2);
    if (!options.directory.empty()) {
      posix_spawn_file_actions_addchdir_np(&actions_, options.directory.c_str());
    }
#if __GLIBC_PREREQ(2, 34)
    // Descriptors that a library opened without O_CLOEXEC.
    posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
#endif
    std::vector<char*> argv = Pointers(options.argv);
    std::vector<char*> environment = Pointers(options.environment);
    return posix_spawnp(pid, argv[0], &actions_, &attributes_, argv.data(), environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// The program runs already: posix_spawn knows no limits. It cannot have done much.
void SetLimits(pid_t pid, const SubprocessOptions& options) {
  const auto set = [pid](decltype(RLIMIT_DATA) resource, int64_t value) {
    const rlimit limit = {.rlim_cur = static_cast<rlim_t>(value),
                          .rlim_max = static_cast<rlim_t>(value)};
    if (value > 0) prlimit(pid, resource, &limit, nullptr);  // Refused: it has less already.
  };
  set(RLIMIT_DATA, options.max_memory_bytes);
  set(RLIMIT_CPU, options.max_cpu_seconds);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Subprocess>> Subprocess::Start(const SubprocessOptions& options) {
  if (options.argv.empty()) return absl::InvalidArgumentError("no program was named");
  for (const std::string& argument : options.argv) {
    if (argument.find('\0') != std::string::npos) {
      return absl::InvalidArgumentError("a program's argument contains a NUL byte");
    }
  }
  Channel input;
  if (options.has_input) {
    ASSIGN_OR_RETURN(input, InputSocket());
  }
  ASSIGN_OR_RETURN(Channel output, OutputPipe());
  ASSIGN_OR_RETURN(Channel error, OutputPipe());
  fcntl(output.ours.get(), F_SETPIPE_SZ, kPipeBytes);  // Fewer switches; a refusal does no harm.

  auto process = std::unique_ptr<Subprocess>(new Subprocess());
  process->is_reaped_ = true;  // There is none yet.
  absl::Status prepared;
  int failure = 0;
  const auto spawn = [&] {
    if (options.before_start) prepared = options.before_start();
    if (!prepared.ok()) return;
    failure = SpawnPlan().Spawn(options, input.theirs.get(), output.theirs.get(),
                                error.theirs.get(), &process->pid_);
  };
  const bool is_started = StartProgram([&]() -> pid_t {
    if (options.before_start) {
      std::thread(spawn).join();
    } else {
      spawn();
    }
    return prepared.ok() && failure == 0 ? process->pid_ : 0;
  });
  if (!is_started) return absl::CancelledError("this process is ending");
  RETURN_IF_ERROR(prepared);
  if (failure != 0) {
    return SystemError(absl::StrCat("cannot run \"", options.argv[0], "\"",
                                    options.directory.empty() ? "" : " in \"", options.directory,
                                    options.directory.empty() ? "" : "\""),
                       failure);
  }
  process->is_reaped_ = false;
  SetLimits(process->pid_, options);
  process->name_ = options.argv[0];
  process->input_ = input.ours.Release();
  process->output_ = output.ours.Release();
  process->error_ = error.ours.Release();
  process->buffer_ = std::make_unique_for_overwrite<char[]>(kReadBytes);
  process->output_left_ = options.max_output_bytes;
  for (int fd : {process->input_, process->output_, process->error_}) {
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  }
  return process;
}

Subprocess::~Subprocess() {
  if (!is_reaped_) {
    Kill();
    ForgetProgram(pid_);
    while (waitpid(pid_, &wait_status_, 0) < 0 && errno == EINTR) {
    }
  }
  for (int fd : {input_, output_, error_}) {
    if (fd >= 0) close(fd);
  }
}

absl::Status Subprocess::WaitForEvent(bool wants_write, const CallControl& control,
                                      short* input_events, short* output_events) {
  if (absl::Status status = control.Check(); !status.ok()) {
    Kill();
    return status;
  }
  pollfd fds[3] = {{.fd = wants_write ? input_ : -1, .events = POLLOUT, .revents = 0},
                   {.fd = output_, .events = POLLIN, .revents = 0},
                   {.fd = error_, .events = POLLIN, .revents = 0}};
  int n = poll(fds, 3, static_cast<int>(control.NextWait(kPollInterval).count()));
  if (n < 0 && errno != EINTR) return SystemError("cannot wait for a program", errno);
  if (n < 0) fds[0].revents = fds[1].revents = fds[2].revents = 0;
  if (fds[2].revents != 0) ReadError();
  *input_events = fds[0].revents;
  *output_events = fds[1].revents;
  return absl::OkStatus();
}

void Subprocess::ReadError() {
  char piece[4096];
  ssize_t n = read(error_, piece, sizeof(piece));
  if (n > 0) {
    size_t room = kMaxErrorText - std::min(kMaxErrorText, error_text_.size());
    error_text_.append(piece, std::min<size_t>(n, room));
  } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
    close(std::exchange(error_, -1));
  }
}

// Into buffer_. 0: nothing now, or the end, and then output_ is closed.
absl::StatusOr<size_t> Subprocess::ReadOutput() {
  ssize_t n = read(output_, buffer_.get(), kReadBytes);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (n <= 0) {
    close(std::exchange(output_, -1));
    return 0;
  }
  if (n > output_left_) {
    Kill();
    return absl::ResourceExhaustedError(
        absl::StrCat("\"", name_, "\" wrote more than it was allowed to"));
  }
  output_left_ -= n;
  return n;
}

absl::Status Subprocess::Write(absl::string_view bytes, const CallControl& control) {
  while (!bytes.empty()) {
    if (input_ < 0) return absl::UnavailableError(absl::StrCat("\"", name_, "\" has no input"));
    ssize_t n = send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n >= 0) {
      bytes.remove_prefix(n);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) {
      return absl::UnavailableError(
          absl::StrCat("\"", name_, "\" does not read its input: ", strerror(errno)));
    }
    short input_events, output_events;
    RETURN_IF_ERROR(WaitForEvent(true, control, &input_events, &output_events));
    if (output_events != 0) {
      ASSIGN_OR_RETURN(size_t size, ReadOutput());
      pending_.append(buffer_.get(), size);
    }
  }
  return absl::OkStatus();
}

void Subprocess::CloseInput() {
  if (input_ >= 0) close(std::exchange(input_, -1));
}

absl::StatusOr<absl::string_view> Subprocess::Read(const CallControl& control) {
  if (!pending_.empty()) {
    size_t size = std::min(pending_.size(), kReadBytes);
    memcpy(buffer_.get(), pending_.data(), size);
    pending_.erase(0, size);
    return absl::string_view(buffer_.get(), size);
  }
  while (output_ >= 0) {
    ASSIGN_OR_RETURN(size_t size, ReadOutput());
    if (size > 0) return absl::string_view(buffer_.get(), size);
    if (output_ < 0) break;
    short input_events, output_events;
    RETURN_IF_ERROR(WaitForEvent(false, control, &input_events, &output_events));
  }
  return absl::string_view();
}

bool Subprocess::TryReap() {
  if (is_reaped_) return true;
  siginfo_t info = {};
  int failure = waitid(P_PID, pid_, &info, WEXITED | WNOHANG | WNOWAIT);
  if (failure == 0 && info.si_pid == 0) return false;
  // Before the child is reaped, because its number, which names the group, is free afterwards.
  kill(-pid_, SIGKILL);
  ForgetProgram(pid_);
  while (waitpid(pid_, &wait_status_, 0) < 0 && errno == EINTR) {
  }
  return is_reaped_ = true;
}

absl::StatusOr<ExitStatus> Subprocess::Wait(const CallControl& control) {
  CloseInput();
  pending_.clear();
  while (output_ >= 0 || error_ >= 0) {
    // A grandchild may hold the pipes open for longer than the process lives.
    if (output_ < 0 && TryReap()) break;
    short input_events, output_events;
    RETURN_IF_ERROR(WaitForEvent(false, control, &input_events, &output_events));
    if (output_events != 0) {
      ASSIGN_OR_RETURN(size_t size, ReadOutput());
      static_cast<void>(size);
    }
  }
  for (std::chrono::microseconds pause(20); !TryReap();) {
    if (absl::Status status = control.Check(); !status.ok()) {
      Kill();
      return status;
    }
    timespec time = {.tv_sec = 0, .tv_nsec = pause.count() * 1000};
    nanosleep(&time, nullptr);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  while (error_ >= 0) {
    size_t before = error_text_.size();
    ReadError();
    if (error_text_.size() == before) break;
  }
  if (WIFSIGNALED(wait_status_)) {
    return ExitStatus{.code = 128 + WTERMSIG(wait_status_), .signal = WTERMSIG(wait_status_)};
  }
  return ExitStatus{.code = WEXITSTATUS(wait_status_)};
}

void Subprocess::Kill() {
  if (is_reaped_ || pid_ <= 0) return;
  // The group is the child's own; where it does not exist yet, the child itself.
  if (kill(-pid_, SIGKILL) != 0) kill(pid_, SIGKILL);
}

absl::StatusOr<CommandResult> RunCommand(SubprocessOptions options, const CallControl& control,
                                         absl::string_view input) {
  RETURN_IF_ERROR(control.Check());  // A quick program would be done before the first wait.
  options.has_input = !input.empty();
  ASSIGN_OR_RETURN(std::unique_ptr<Subprocess> process, Subprocess::Start(options));
  // A program may end without reading its input; its exit status tells more than our write does.
  absl::Status written = process->Write(input, control);
  if (!written.ok() && !absl::IsUnavailable(written)) return written;
  process->CloseInput();
  CommandResult result;
  for (;;) {
    ASSIGN_OR_RETURN(absl::string_view piece, process->Read(control));
    if (piece.empty()) break;
    result.output.append(piece.data(), piece.size());
  }
  ASSIGN_OR_RETURN(result.exit, process->Wait(control));
  result.error_text = process->error_text();
  return result;
}

}  // namespace allreview
