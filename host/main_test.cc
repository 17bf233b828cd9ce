// A real process that serves: how it ends when something in it does not.

#include "host/main.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "gmock/gmock.h"
#include "host/call.h"
#include "host/channel.h"
#include "proto/diff/v1/diff.grpc.pb.h"

namespace allreview::host {
namespace {

using diff::v1::DiffService;
using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using testing::HasSubstr;
using testing::Not;

constexpr char kStuckIn[] = "ALLREVIEW_TEST_STUCK_IN";  // Set: this process is the server.
constexpr char kFolder[] = "ALLREVIEW_TEST_FOLDER";

[[noreturn]] void BeStuck() {
  while (true) pause();
}

// Takes no notice of its cancellation, as an endless loop in a library would not.
class StuckService final : public DiffService::Service {
 public:
  explicit StuckService(std::string stuck_in) : stuck_in_(std::move(stuck_in)) {}
  grpc::Status Parse(grpc::ServerContext*,
                     grpc::ServerReaderWriter<ParseResponse, ParseRequest>* stream) override {
    stream->Write(ParseResponse());
    if (stuck_in_ == "handler") BeStuck();
    if (stuck_in_ == "program") {
      const std::string file = absl::StrCat(getenv(kFolder), "/program");
      auto program =
          Subprocess::Start({.argv = {"/bin/sh", "-c",
                                      absl::StrCat("trap '' TERM; echo $$ > ", file, ".new; mv ",
                                                   file, ".new ", file, "; tail -f /dev/null")},
                             .environment = {"PATH=/usr/bin:/bin"}});
      BeStuck();
    }
    return grpc::Status::OK;
  }

 private:
  const std::string stuck_in_;
};

int ServeStuck(const std::string& stuck_in) {
  auto flags = Flags::Parse(ServingFlags(), {"--listen=127.0.0.1:0", "--drain_seconds=1"});
  const auto stop_at = [stuck_in](const char* place) {
    if (stuck_in == place) BeStuck();
  };
  return Serve(*flags, {.name = "stuck",
                        .default_address = "127.0.0.1:0",
                        .needs = {},
                        .make = [stuck_in](const Environment&)
                            -> absl::StatusOr<std::vector<std::unique_ptr<grpc::Service>>> {
                          std::vector<std::unique_ptr<grpc::Service>> services;
                          services.push_back(std::make_unique<StuckService>(stuck_in));
                          return services;
                        },
                        .on_stopping = [stop_at](absl::Duration) { stop_at("on_stopping"); },
                        .on_stopped = [stop_at] { stop_at("on_stopped"); }});
}

// This test's own program as a server.
class Server {
 public:
  explicit Server(const std::string& stuck_in) {
    std::string folder = testing::TempDir() + "main-XXXXXX";
    folder_ = mkdtemp(folder.data());
    log_ = folder_ + "/log";
    const std::string environment[] = {absl::StrCat(kStuckIn, "=", stuck_in),
                                       absl::StrCat(kFolder, "=", folder_), "PATH=/usr/bin:/bin"};
    char* const variables[] = {const_cast<char*>(environment[0].c_str()),
                               const_cast<char*>(environment[1].c_str()),
                               const_cast<char*>(environment[2].c_str()), nullptr};
    char name[] = "server";
    char* const arguments[] = {name, nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log_.c_str(), O_WRONLY | O_CREAT,
                                     0600);
    CHECK(posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr, arguments, variables) == 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Server() {
    if (pid_ != 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }

  void Signal(int signal) { kill(pid_, signal); }
  // Its exit code; 128 + the signal that ended it.
  int Wait() {
    int status = 0;
    waitpid(std::exchange(pid_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::string Log() const { return ReadFile(log_).value_or(""); }
  std::string WaitForLog(const std::string& text) const {
    std::string log = Log();
    while (!absl::StrContains(log, text)) {
      std::this_thread::yield();
      log = Log();
    }
    return log.substr(log.find(text) + text.size());
  }
  std::string WaitForFile(const std::string& name) const {
    auto content = ReadFile(absl::StrCat(folder_, "/", name));
    while (!content.ok()) {
      std::this_thread::yield();
      content = ReadFile(absl::StrCat(folder_, "/", name));
    }
    return *content;
  }
  std::string Address() const {
    const std::string rest = WaitForLog("msg=\"serving\" address=");
    return rest.substr(0, rest.find(' '));
  }

 private:
  pid_t pid_ = 0;
  std::string folder_;
  std::string log_;
};

// Gone, or dead and not yet collected by whoever adopted it.
bool IsGone(int pid) {
  const auto stat = ReadFile(absl::StrCat("/proc/", pid, "/stat"));
  return !stat.ok() || absl::StrContains(*stat, ") Z ") || absl::StrContains(*stat, ") X ");
}

// A call that is being handled, and who reads its end.
class Call {
 public:
  explicit Call(const std::string& address)
      : channel_(*Connect(address, {})),
        stub_(DiffService::NewStub(channel_)),
        context_(NewClientContext(NewRequest(absl::Minutes(2)))),
        stream_(stub_->Parse(context_.get())) {
    ParseResponse response;
    EXPECT_TRUE(stream_->Read(&response));
  }
  ~Call() {
    context_->TryCancel();
    stream_->Finish();
  }

 private:
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<DiffService::Stub> stub_;
  ClientContextPtr context_;
  std::unique_ptr<grpc::ClientReaderWriterInterface<ParseRequest, ParseResponse>> stream_;
};

class Stuck : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(In, Stuck, testing::Values("handler", "on_stopping", "on_stopped"),
                         [](const auto& info) { return info.param; });

TEST_P(Stuck, EndsTheProcessAfterTheTimeToDrainAllTheSame) {
  Server server(GetParam());
  const Call call(server.Address());
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_THAT(server.Log(), HasSubstr("stopped before all work had ended"));
}

TEST(StuckProcess, EndsAtOnceAtASecondSignal) {
  Server server("on_stopping");
  server.Address();
  server.Signal(SIGTERM);
  server.WaitForLog("msg=\"draining\"");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 128 + SIGTERM);
}

TEST(StuckProcess, LeavesNoProgramBehind) {
  Server server("program");
  const Call call(server.Address());
  const int program = std::stoi(server.WaitForFile("program"));
  EXPECT_FALSE(IsGone(program));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  while (!IsGone(program)) std::this_thread::yield();
}

TEST(Serve, EndsByItselfWhereNothingIsStuck) {
  Server server("nothing");
  { const Call call(server.Address()); }
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_THAT(server.Log(), HasSubstr("msg=\"stopped\""));
  EXPECT_THAT(server.Log(), Not(HasSubstr("stopped before all work had ended")));
}

}  // namespace
}  // namespace allreview::host

int main(int argc, char** argv) {
  if (const char* stuck_in = getenv(allreview::host::kStuckIn)) {
    return allreview::host::ServeStuck(stuck_in);
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
