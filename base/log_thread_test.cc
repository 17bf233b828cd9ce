#include "base/log_thread.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/log.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Standard error as a pipe, for as long as the object lives.
class StderrPipe {
 public:
  StderrPipe() : before_(dup(STDERR_FILENO)) {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    reader_ = ends[0];
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
  }
  ~StderrPipe() {
    dup2(before_, STDERR_FILENO);
    close(before_);
    close(reader_);
  }

  void CloseReader() { close(std::exchange(reader_, -1)); }

  std::string ReadUntil(absl::string_view wanted) {
    std::string text;
    char bytes[65536];
    while (!absl::StrContains(text, wanted)) {
      const ssize_t got = read(reader_, bytes, sizeof bytes);
      if (got <= 0) break;
      text.append(bytes, static_cast<size_t>(got));
    }
    return text;
  }

 private:
  const int before_;
  int reader_ = -1;
};

// Numbers of "n=…" in order.
std::vector<int> NumbersIn(absl::string_view text) {
  std::vector<int> numbers;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::vector<absl::string_view> parts = absl::StrSplit(line, " n=");
    int number = 0;
    if (parts.size() == 2 && absl::SimpleAtoi(parts[1], &number)) numbers.push_back(number);
  }
  return numbers;
}

void LogNumbers(int count) {
  for (int i = 0; i < count; ++i) Log(LogLevel::kInfo, "line", {{"n", absl::StrCat(i)}});
}

TEST(LogThread, KeepsEveryLineInOrderForAReaderWhoReads) {
  StartLogThread();
  StderrPipe standard_error;
  constexpr int kLines = 3000;  // More than a pipe holds.
  std::thread writer([] { LogNumbers(kLines); });
  const std::string text = standard_error.ReadUntil(absl::StrCat("n=", kLines - 1, "\n"));
  writer.join();
  const std::vector<int> numbers = NumbersIn(text);
  ASSERT_EQ(numbers.size(), static_cast<size_t>(kLines));
  for (int i = 0; i < kLines; ++i) ASSERT_EQ(numbers[i], i);
  EXPECT_THAT(text, Not(HasSubstr("dropped")));
}

TEST(LogThread, NeverWaitsForAReaderAndSaysHowMuchWasLost) {
  StartLogThread();
  StderrPipe standard_error;
  constexpr int kLines = 60000;
  LogNumbers(kLines);  // Would hang, if it waited.
  EXPECT_FALSE(FlushLog(absl::Milliseconds(1))) << "nobody reads";
  std::string text = standard_error.ReadUntil(" lines=");
  Log(LogLevel::kInfo, "after");
  text += standard_error.ReadUntil("after");
  const std::vector<int> numbers = NumbersIn(text);
  for (size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], static_cast<int>(i));
  EXPECT_THAT(text, HasSubstr("WARNING msg=\"log lines were dropped: standard error was read too "
                              "slowly\" lines="));
  const size_t at = text.find(" lines=") + 7;
  int dropped = 0;
  ASSERT_TRUE(absl::SimpleAtoi(text.substr(at, text.find('\n', at) - at), &dropped));
  EXPECT_EQ(static_cast<int>(numbers.size()) + dropped, kLines);
}

TEST(LogThread, OutlivesItsReader) {
  StartLogThread();
  {
    StderrPipe standard_error;
    standard_error.CloseReader();
    LogNumbers(10);
    EXPECT_TRUE(FlushLog(absl::Seconds(10)));
  }
  StderrPipe standard_error;
  Log(LogLevel::kInfo, "again");
  EXPECT_THAT(standard_error.ReadUntil("again"), HasSubstr("again"));
}

// A child that starts a thread for its log and ends in some way; what of its lines has come.
std::vector<int> LinesOfChildThat(void (*end)()) {
  StderrPipe standard_error;
  const pid_t child = fork();
  if (child == 0) {
    StartLogThread();
    LogNumbers(200);
    end();
  }
  const std::string text = standard_error.ReadUntil("n=199\n");
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_NE(status, -1);
  return NumbersIn(text);
}

TEST(LogThread, WritesWhatWaitsWhenTheProcessEnds) {
  EXPECT_EQ(LinesOfChildThat([] { std::exit(0); }).size(), 200u);
  EXPECT_EQ(LinesOfChildThat([] { std::abort(); }).size(), 200u);
  EXPECT_EQ(LinesOfChildThat([] { raise(SIGSEGV); }).size(), 200u);
}

}  // namespace
}  // namespace allreview
