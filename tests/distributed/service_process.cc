#include "tests/distributed/service_process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/check.h"
#include "base/file.h"

extern char** environ;

namespace allreview::distributed {
namespace {

std::string NewLogPath() {
  static std::atomic<int> count = 0;
  const char* folder = std::getenv("TEST_TMPDIR");
  return absl::StrCat(folder == nullptr ? "/tmp" : folder, "/service-", getpid(), "-", ++count,
                      ".log");
}

// The value of `key` in the first line of the log that says msg="serving".
std::string ServingField(absl::string_view log, absl::string_view key) {
  for (absl::string_view line : absl::StrSplit(log, '\n')) {
    if (!absl::StrContains(line, "msg=\"serving\"")) continue;
    for (absl::string_view field : absl::StrSplit(line, ' ')) {
      if (absl::ConsumePrefix(&field, absl::StrCat(key, "="))) return std::string(field);
    }
  }
  return "";
}

}  // namespace

ServiceProcess::ServiceProcess(const std::string& binary, std::vector<std::string> arguments)
    : log_path_(NewLogPath()) {
  arguments.insert(arguments.begin(), binary);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log_path_.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
  const int error = posix_spawn(&pid_, binary.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  CHECK(error == 0) << "cannot run " << binary << ": " << strerror(error);
}

ServiceProcess::~ServiceProcess() {
  if (has_ended_) return;
  Signal(SIGKILL);
  Wait();
}

absl::Status ServiceProcess::WaitUntilServing() {
  const absl::Time deadline = absl::Now() + absl::Minutes(1);
  while (absl::Now() < deadline) {
    // Asked first: the log of a process that has ended is complete.
    const bool has_ended = HasEnded();
    const std::string log = Log();
    address_ = ServingField(log, "address");
    metrics_address_ = ServingField(log, "metrics");
    if (!address_.empty()) return absl::OkStatus();
    if (has_ended) break;
    poll(nullptr, 0, /*timeout=*/5);
  }
  return absl::UnavailableError(absl::StrCat("the service does not serve; its log:\n", Log()));
}

void ServiceProcess::Signal(int signal) { kill(pid_, signal); }

bool ServiceProcess::HasEnded() {
  if (!has_ended_) has_ended_ = waitpid(pid_, &status_, WNOHANG) == pid_;
  return has_ended_;
}

int ServiceProcess::Wait() {
  if (!has_ended_) has_ended_ = waitpid(pid_, &status_, 0) == pid_;
  return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

std::string ServiceProcess::Log() const { return ReadFile(log_path_).value_or(""); }

std::string ServiceProcess::ProcStatus() const {
  return ReadFile(absl::StrCat("/proc/", pid_, "/status")).value_or("");
}

namespace {

// Bytes in a line such as "VmRSS:     1234 kB".
int64_t BytesIn(absl::string_view status, absl::string_view key) {
  for (absl::string_view line : absl::StrSplit(status, '\n')) {
    if (!absl::ConsumePrefix(&line, key)) continue;
    int64_t kilobytes = 0;
    CHECK(absl::SimpleAtoi(absl::StripSuffix(line, "kB"), &kilobytes)) << line;
    return kilobytes << 10;
  }
  return 0;
}

}  // namespace

int64_t ServiceProcess::ResidentBytes() const { return BytesIn(ProcStatus(), "VmRSS:"); }

int64_t ServiceProcess::PeakResidentBytes() const { return BytesIn(ProcStatus(), "VmHWM:"); }

namespace {

std::string Scrape(const std::string& address) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(address, ':');
  sockaddr_in peer = {};
  peer.sin_family = AF_INET;
  int port = 0;
  CHECK(absl::SimpleAtoi(parts.second, &port)) << address;
  peer.sin_port = htons(port);
  inet_pton(AF_INET, parts.first.c_str(), &peer.sin_addr);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK(connect(fd, reinterpret_cast<sockaddr*>(&peer), sizeof(peer)) == 0) << address;
  const std::string request =
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  CHECK(write(fd, request.data(), request.size()) == static_cast<ssize_t>(request.size()));
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(fd, buffer, sizeof(buffer))) > 0;) text.append(buffer, n);
  close(fd);
  return text;
}

}  // namespace

std::string ReadMetrics(const std::string& address) {
  Scrape(address);  // Of what is new it says 0.
  return Scrape(address);
}

}  // namespace allreview::distributed
