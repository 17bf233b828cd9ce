#include "base/subprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "base/running_programs.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using ::testing::HasSubstr;

SubprocessOptions Shell(const std::string& script) {
  return {.argv = {"/bin/sh", "-c", script}, .environment = {"PATH=/usr/bin:/bin"}};
}

CallControl After(std::chrono::milliseconds time) {
  return {.deadline = std::chrono::steady_clock::now() + time, .is_cancelled = nullptr};
}

TEST(RunCommand, KeepsOutputErrorAndExitCodeApart) {
  ASSERT_OK_AND_ASSIGN(CommandResult result,
                       RunCommand(Shell("echo out; echo err >&2; exit 3"), {}));
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error_text, "err\n");
  EXPECT_EQ(result.exit.code, 3);
  EXPECT_EQ(result.exit.signal, 0);
}

TEST(RunCommand, PassesArgumentsWithoutAShell) {
  ASSERT_OK_AND_ASSIGN(CommandResult result,
                       RunCommand({.argv = {"printf", "%s|", "a b", "$HOME;`id`", "*", ""}}, {}));
  EXPECT_EQ(result.output, "a b|$HOME;`id`|*||");
}

TEST(RunCommand, GivesTheChildOnlyTheNamedEnvironment) {
  ASSERT_EQ(setenv("ALLREVIEW_TEST_SECRET", "x", 1), 0);
  ASSERT_OK_AND_ASSIGN(CommandResult result,
                       RunCommand({.argv = {"env"}, .environment = {"A=1", "B=two words"}}, {}));
  EXPECT_EQ(result.output, "A=1\nB=two words\n");
}

TEST(RunCommand, RunsInTheNamedFolder) {
  SubprocessOptions options = Shell("pwd");
  options.directory = "/";
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand(options, {}));
  EXPECT_EQ(result.output, "/\n");
}

TEST(RunCommand, BoundsMemoryAndTimeOfTheProgramAndItsChildren) {
  // The limits come a moment after the program's start, and before its input.
  SubprocessOptions options = Shell("read go; sh -c 'ulimit -d; ulimit -t'");
  options.max_memory_bytes = 64 << 20;
  options.max_cpu_seconds = 7;
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand(options, {}, "go\n"));
  EXPECT_EQ(result.output, "65536\n7\n");
}

TEST(RunCommand, EndsAProgramThatUsesMoreTimeThanItMay) {
  SubprocessOptions options = Shell("while :; do :; done");
  options.max_cpu_seconds = 1;
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand(options, {}));
  EXPECT_THAT(result.exit.signal, testing::AnyOf(SIGKILL, SIGXCPU));
}

TEST(RunCommand, NamesTheProgramThatDoesNotExist) {
  EXPECT_THAT(RunCommand({.argv = {"allreview-no-such-program"}}, {}),
              StatusIs(absl::StatusCode::kNotFound,
                       "cannot run \"allreview-no-such-program\": No such file or directory"));
}

TEST(RunCommand, RefusesAnArgumentWithANulByte) {
  EXPECT_THAT(RunCommand({.argv = {"echo", std::string("a\0b", 3)}}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("NUL byte")));
}

TEST(RunCommand, MovesMegabytesBothWaysAtOnce) {
  std::string input(8 << 20, 'x');
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand({.argv = {"cat"}}, {}, input));
  EXPECT_TRUE(result.output == input);
}

TEST(RunCommand, SurvivesAProgramThatDoesNotReadItsInput) {
  std::string input(8 << 20, 'x');
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand(Shell("exec <&-; exit 5"), {}, input));
  EXPECT_EQ(result.exit.code, 5);
}

TEST(RunCommand, ReadsMegabytesOfErrorTextAndKeepsItsBeginning) {
  ASSERT_OK_AND_ASSIGN(
      CommandResult result,
      RunCommand(Shell("echo first >&2; head -c 3000000 /dev/zero >&2; echo done"), {}));
  EXPECT_EQ(result.output, "done\n");
  EXPECT_EQ(result.error_text.substr(0, 6), "first\n");
  EXPECT_EQ(result.error_text.size(), 64u << 10);
}

TEST(RunCommand, StopsAtTheByteCap) {
  SubprocessOptions options = Shell("cat /dev/zero");
  options.max_output_bytes = 1 << 20;
  EXPECT_THAT(RunCommand(options, {}), StatusIs(absl::StatusCode::kResourceExhausted,
                                                "\"/bin/sh\" wrote more than it was allowed to"));
}

TEST(RunCommand, KillsTheProgramAtTheDeadline) {
  auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(RunCommand(Shell("while :; do :; done"), After(std::chrono::milliseconds(50))),
              StatusIs(absl::StatusCode::kDeadlineExceeded, "the deadline of the call has passed"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(RunCommand, KillsAProgramThatClosedItsOutputAtTheDeadline) {
  EXPECT_THAT(
      RunCommand(Shell("exec >&- 2>&-; while :; do :; done"), After(std::chrono::milliseconds(50))),
      StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("deadline")));
}

TEST(RunCommand, KillsTheProgramWhenTheCallIsCancelled) {
  int polls = 0;
  CallControl control;
  control.is_cancelled = [&polls] { return ++polls > 2; };
  EXPECT_THAT(RunCommand(Shell("while :; do :; done"), control),
              StatusIs(absl::StatusCode::kCancelled, "the call was cancelled"));
}

TEST(RunCommand, ReportsTheSignalThatEndedTheProgram) {
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand(Shell("kill -TERM $$"), {}));
  EXPECT_EQ(result.exit.signal, SIGTERM);
  EXPECT_FALSE(result.exit.ok());
}

TEST(RunCommand, DoesNotWaitForAGrandchildThatKeepsStandardErrorOpen) {
  ASSERT_OK_AND_ASSIGN(CommandResult result,
                       RunCommand(Shell("tail -f /dev/null >/dev/null & echo started"), {}));
  EXPECT_EQ(result.output, "started\n");
}

TEST(RunCommand, EndsGrandchildrenThatAreLeftOver) {
  ASSERT_OK_AND_ASSIGN(CommandResult result,
                       RunCommand(Shell("tail -f /dev/null >/dev/null 2>&1 & echo $!"), {}));
  pid_t grandchild = std::stoi(result.output);
  auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  auto is_alive = [grandchild] {
    std::string state = "/proc/" + std::to_string(grandchild) + "/cmdline";
    char c;
    int fd = open(state.c_str(), O_RDONLY | O_CLOEXEC);
    bool has_text = fd >= 0 && read(fd, &c, 1) == 1;  // A zombie has no command line.
    if (fd >= 0) close(fd);
    return has_text;
  };
  while (is_alive() && std::chrono::steady_clock::now() < give_up) sched_yield();
  EXPECT_FALSE(is_alive());
}

TEST(Subprocess, PassesNoOtherFileDescriptorOn) {
  int leaked = open("/dev/null", O_RDONLY);  // Without O_CLOEXEC.
  ASSERT_GE(leaked, 0);
  std::string script = "[ -e /proc/self/fd/" + std::to_string(leaked) + " ] && echo leaked || :";
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand(Shell(script), {}));
  close(leaked);
  EXPECT_EQ(result.output, "");
}

TEST(Subprocess, RestoresTheDefaultActionOfIgnoredSignals) {
  auto previous = signal(SIGPIPE, SIG_IGN);
  ASSERT_OK_AND_ASSIGN(CommandResult result, RunCommand(Shell("kill -PIPE $$; echo ignored"), {}));
  signal(SIGPIPE, previous);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.exit.signal, SIGPIPE);
}

TEST(Subprocess, TalksWithALongLivedProgram) {
  SubprocessOptions options = {.argv = {"cat"}, .has_input = true};
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Subprocess> process, Subprocess::Start(options));
  for (std::string line : {"one\n", "two\n", "three\n"}) {
    ASSERT_OK(process->Write(line, {}));
    ASSERT_OK_AND_ASSIGN(absl::string_view answer, process->Read({}));
    EXPECT_EQ(answer, line);
  }
  ASSERT_OK_AND_ASSIGN(ExitStatus exit, process->Wait({}));
  EXPECT_TRUE(exit.ok());
}

TEST(Subprocess, ReadGivesNothingAfterTheEnd) {
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Subprocess> process,
                       Subprocess::Start({.argv = {"echo", "x"}}));
  ASSERT_OK_AND_ASSIGN(absl::string_view first, process->Read({}));
  EXPECT_EQ(first, "x\n");
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK_AND_ASSIGN(absl::string_view rest, process->Read({}));
    EXPECT_EQ(rest, "");
  }
}

TEST(Subprocess, WritingToAnEndedProgramIsAnErrorAndNoSignal) {
  SubprocessOptions options = {.argv = {"true"}, .has_input = true};
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Subprocess> process, Subprocess::Start(options));
  ASSERT_OK_AND_ASSIGN(absl::string_view end, process->Read({}));
  EXPECT_EQ(end, "");
  // The socket may take bytes until the program has gone; megabytes it never takes.
  EXPECT_THAT(process->Write(std::string(8 << 20, 'x'), {}),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("does not read its input")));
}

TEST(Subprocess, KillEndsTheWholeGroup) {
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Subprocess> process,
                       Subprocess::Start(Shell("tail -f /dev/null & echo $!; wait")));
  ASSERT_OK_AND_ASSIGN(absl::string_view line, process->Read({}));
  EXPECT_GT(std::stoi(std::string(line)), 0);
  process->Kill();
  // The end of the output shows that the grandchild, which holds the pipe too, has ended.
  ASSERT_OK_AND_ASSIGN(absl::string_view end, process->Read(After(std::chrono::seconds(20))));
  EXPECT_EQ(end, "");
  ASSERT_OK_AND_ASSIGN(ExitStatus exit, process->Wait({}));
  EXPECT_EQ(exit.signal, SIGKILL);
}

// In a process of its own: afterwards nothing starts any more.
TEST(EndProgramsDeathTest, KillsWhatRunsWithItsGroupAndLetsNothingStart) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EXIT(
      {
        std::vector<std::unique_ptr<Subprocess>> programs;
        for (int i = 0; i < 3; ++i) {
          // Both processes of it hold our end of the pipe open.
          auto program =
              Subprocess::Start(Shell("exec 3>/proc/$PPID/fd/" + std::to_string(ends[1]) +
                                      "; tail -f /dev/null & echo there; wait"));
          if (!program.ok() || (*program)->Read({}).value_or("") != "there\n") _exit(1);
          programs.push_back(*std::move(program));
        }
        EndPrograms();
        if (!absl::IsCancelled(Subprocess::Start(Shell("true")).status())) _exit(2);
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
  close(ends[1]);
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);  // The end: nobody holds it.
  close(ends[0]);
}

}  // namespace
}  // namespace allreview
