#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "base/file.h"
#include "base/status_matchers.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/input.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/json.h"
#include "gateway/cli/output.h"
#include "gateway/cli/progress.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

std::string NewFolder() {
  std::string path = testing::TempDir() + "cli-XXXXXX";
  return mkdtemp(path.data());
}

std::string Content(int fd) {
  std::string text(lseek(fd, 0, SEEK_END), '\0');
  EXPECT_EQ(pread(fd, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  return text;
}

TEST(Output, WritesBytesAsTheyAre) {
  const int fd = memfd_create("output", 0);
  const std::string bytes("a\0\r\n\xff", 5);
  Output output(fd, "x");
  output.Write(bytes);
  output.Write(std::string(1 << 20, 'y'));
  ASSERT_OK(output.Flush());
  EXPECT_EQ(Content(fd), bytes + std::string(1 << 20, 'y'));
  close(fd);
}

TEST(Output, KnowsWhenTheReaderIsGone) {
  signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  Output output(ends[1], "standard output");
  output.Write("text");
  EXPECT_THAT(output.Flush(),
              StatusIs(absl::StatusCode::kUnavailable, "the reader of standard output went away"));
  EXPECT_TRUE(output.is_reader_gone());
  close(ends[1]);
}

TEST(Output, ReportsAFullDevice) {
  const int fd = open("/dev/full", O_WRONLY);
  ASSERT_GE(fd, 0);
  Output output(fd, "standard output");
  output.Write("text");
  EXPECT_THAT(output.Flush(), StatusIs(absl::StatusCode::kDataLoss,
                                       "cannot write standard output: No space left on device"));
  EXPECT_FALSE(output.is_reader_gone());
  close(fd);
}

TEST(PrintableText, DisarmsControlCharacters) {
  EXPECT_EQ(PrintableText("a\033[31mb\n\x7f"), "a\\033[31mb\\012\\177");
  EXPECT_EQ(PrintableText("line\nline\r", true), "line\nline\\015");
  EXPECT_EQ(PrintableText("\xC2\x9B"
                          "2J"),
            "\\302\\2332J");
  EXPECT_EQ(PrintableText("stra\xC3\x9F\x65 \xff"), "stra\xC3\x9F\x65 \xEF\xBF\xBD");
}

TEST(Json, SeparatesAndEscapes) {
  JsonWriter json;
  json.BeginObject();
  json.Key("a\"").String("\\ \t\n\001\x7f\xC2\x85 \xff");
  json.Key("list").BeginArray();
  json.NewLine();
  json.Number(-1);
  json.NewLine();
  json.Bool(true);
  json.Null();
  json.BeginObject();
  json.EndObject();
  json.EndArray();
  json.EndObject();
  EXPECT_EQ(json.Take(),
            "{\"a\\\"\":\"\\\\ \\t\\n\\u0001\\u007f\\u0085 \xEF\xBF\xBD\",\"list\":[\n-1,\ntrue,"
            "null,{}]}");
}

TEST(ProgressLine, AppearsLateAndIsErased) {
  const ProgressLine::Clock::time_point start;
  ProgressLine line(start, 80);
  EXPECT_EQ(line.Draw(start + milliseconds(400)), "");  // There is nothing to say yet.
  line.Update({.stage = "analysis", .message = "reading files", .done = 3, .total = 12});
  EXPECT_EQ(line.Draw(start + milliseconds(299)), "");
  EXPECT_EQ(line.Draw(start + milliseconds(300)),
            "\r\033[Kallreview: analysis: reading files (3/12) 0.3 s");
  EXPECT_EQ(line.Draw(start + milliseconds(350)), "");  // Not that often.
  EXPECT_EQ(line.Draw(start + milliseconds(1400)),
            "\r\033[Kallreview: analysis: reading files (3/12) 1.4 s");
  EXPECT_EQ(line.Erase(), "\r\033[K");
  EXPECT_EQ(line.Erase(), "");
}

TEST(ProgressLine, StaysSilentForShortWork) {
  const ProgressLine::Clock::time_point start;
  ProgressLine line(start, 80);
  line.Update({.stage = "fetch"});
  EXPECT_EQ(line.Draw(start + milliseconds(100)), "");
  EXPECT_EQ(line.Erase(), "");
}

TEST(ProgressLine, FitsTheTerminalAndObeysNoContent) {
  const ProgressLine::Clock::time_point start;
  ProgressLine line(start, 31);
  line.Update({.stage = "fetch", .message = "\033[2Jstra\xC3\x9F\x65 and more words"});
  EXPECT_EQ(line.Draw(start + milliseconds(500)), "\r\033[Kallreview: fetch: \\033[2Jstra\xC3\x9F");
}

TEST(Progress, WritesNothingWhenOff) {
  const int fd = memfd_create("progress", 0);
  {
    Progress progress(fd, false, 80);
    progress.Update({.stage = "fetch"});
  }
  EXPECT_EQ(Content(fd), "");
  close(fd);
}

TEST(Progress, LeavesACleanLine) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    Progress progress(ends[1], true, 80);
    progress.Update({.stage = "fetch", .message = "x"});
    char first[4096];  // Blocks until the line has appeared.
    ASSERT_GT(read(ends[0], first, sizeof first), 0);
  }
  close(ends[1]);
  std::string rest(4096, '\0');
  std::string all;
  for (ssize_t bytes; (bytes = read(ends[0], rest.data(), rest.size())) > 0;) {
    all.append(rest, 0, bytes);
  }
  EXPECT_TRUE(all.ends_with("\r\033[K")) << all;
  close(ends[0]);
}

TEST(Interrupt, CallsTheActionAndRemembersTheSignal) {
  Interrupt interrupt;
  std::mutex mutex;
  std::condition_variable changed;
  bool is_called = false;
  interrupt.OnSignal([&] {
    std::lock_guard<std::mutex> lock(mutex);
    is_called = true;
    changed.notify_one();
  });
  kill(getpid(), SIGINT);
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return is_called; });
  }
  interrupt.OnSignal(nullptr);
  EXPECT_EQ(interrupt.signal(), SIGINT);
  bool is_called_late = false;
  interrupt.OnSignal([&] { is_called_late = true; });
  EXPECT_TRUE(is_called_late);
  interrupt.OnSignal(nullptr);
}

struct Sent {
  std::string text;
  bool is_done = false;
  bool has_failed = false;
};

Input::Sink SinkFor(Sent& sent) {
  return {.write =
              [&](const std::string& piece) {
                sent.text += piece;
                return true;
              },
          .done = [&] { sent.is_done = true; },
          .fail = [&] { sent.has_failed = true; }};
}

TEST(Input, SendsAWholeFile) {
  const std::string path = NewFolder() + "/file";
  const std::string content = std::string(3 << 20, 'x') + "end";
  ASSERT_OK(WriteFile(path, content));
  ASSERT_OK_AND_ASSIGN(const auto input, Input::Open(path, 0));
  Sent sent;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Input::Sink sink = SinkFor(sent);
  sink.done = [&] {
    sent.is_done = true;
    close(ends[1]);
  };
  input->Start(std::move(sink));
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);  // Until it is done: Finish would stop it.
  EXPECT_OK(input->Finish());
  close(ends[0]);
  EXPECT_TRUE(sent.text == content);
  EXPECT_TRUE(sent.is_done);
  EXPECT_FALSE(sent.has_failed);
}

TEST(Input, StopsWaitingForInputThatNeverComes) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_OK_AND_ASSIGN(const auto input, Input::Open("-", ends[0]));
  Sent sent;
  input->Start(SinkFor(sent));
  EXPECT_OK(input->Finish());
  EXPECT_EQ(sent.text, "");
  close(ends[0]);
  close(ends[1]);
}

TEST(Input, NamesWhatCannotBeRead) {
  const std::string folder = NewFolder();
  EXPECT_THAT(Input::Open(folder + "/none", 0),
              StatusIs(absl::StatusCode::kNotFound,
                       "cannot read \"" + folder + "/none\": No such file or directory"));
  EXPECT_THAT(Input::Open(folder, 0), StatusIs(absl::StatusCode::kFailedPrecondition,
                                               "cannot read \"" + folder + "\": Is a directory"));
}

Environment With(std::map<std::string, std::string> variables) {
  return {.variables = std::move(variables), .current_directory = "/work/here"};
}

TEST(Environment, MakesPathsAbsoluteAndTidy) {
  EXPECT_EQ(AbsolutePath(With({}), "a/../b/"), "/work/here/b");
  EXPECT_EQ(AbsolutePath(With({}), "."), "/work/here");
  EXPECT_EQ(AbsolutePath(With({}), "/x/"), "/x");
  EXPECT_EQ(AbsolutePath(With({}), "/"), "/");
  EXPECT_EQ(AbsolutePath(With({}), ""), "");
}

TEST(Environment, FindsTheRepositoryAbove) {
  const std::string folder = NewFolder();
  fs::create_directories(folder + "/work/.git");
  fs::create_directories(folder + "/work/a/b");
  for (const char* name : {"/bare.git/objects", "/bare.git/refs"}) {
    fs::create_directories(folder + name);
  }
  ASSERT_OK(WriteFile(folder + "/bare.git/HEAD", "ref: refs/heads/main\n"));
  EXPECT_EQ(FindRepository(folder + "/work/a/b"), folder + "/work");
  EXPECT_EQ(FindRepository(folder + "/bare.git/refs"), folder + "/bare.git");
  EXPECT_EQ(FindRepository(folder), "");
}

TEST(Environment, ChoosesTheCacheFolder) {
  const std::string folder = NewFolder();
  EXPECT_EQ(FindCacheFolder(With({{"ALLREVIEW_CACHE_DIR", folder + "/own"},
                                  {"XDG_CACHE_HOME", folder + "/xdg"},
                                  {"HOME", folder}})),
            folder + "/own");
  EXPECT_EQ(FindCacheFolder(With({{"XDG_CACHE_HOME", folder + "/xdg"}, {"HOME", folder}})),
            folder + "/xdg/allreview");
  EXPECT_EQ(FindCacheFolder(With({{"HOME", folder}})), folder + "/.cache/allreview");
  EXPECT_TRUE(fs::is_directory(folder + "/.cache/allreview"));
  EXPECT_EQ(FindCacheFolder(With({})), "");
  ASSERT_OK(WriteFile(folder + "/file", ""));
  EXPECT_EQ(FindCacheFolder(With({{"ALLREVIEW_CACHE_DIR", folder + "/file"}})), "");
}

TEST(Environment, ColoursOnlyWhereSomebodyLooks) {
  Environment terminal = With({{"TERM", "xterm"}});
  terminal.is_output_terminal = true;
  EXPECT_TRUE(IsColoured(terminal, "auto"));
  EXPECT_FALSE(IsColoured(terminal, "never"));
  EXPECT_TRUE(IsColoured(With({}), "always"));
  EXPECT_FALSE(IsColoured(With({}), "auto"));
  terminal.variables["NO_COLOR"] = "1";
  EXPECT_FALSE(IsColoured(terminal, "auto"));
  EXPECT_TRUE(IsColoured(terminal, "always"));
  terminal.variables = {{"TERM", "dumb"}};
  EXPECT_FALSE(IsColoured(terminal, "auto"));
}

TEST(Environment, LinksWhereATerminalDoesNotPrintThem) {
  Environment terminal = With({{"TERM", "xterm-256color"}, {"VTE_VERSION", "7600"}});
  EXPECT_FALSE(HasHyperlinks(terminal, "auto"));
  EXPECT_TRUE(HasHyperlinks(terminal, "always"));
  terminal.is_output_terminal = true;
  EXPECT_TRUE(HasHyperlinks(terminal, "auto"));
  EXPECT_FALSE(HasHyperlinks(terminal, "never"));
  terminal.variables["VTE_VERSION"] = "4800";
  EXPECT_FALSE(HasHyperlinks(terminal, "auto"));
  terminal.variables = {{"TERM", "linux"}};
  EXPECT_FALSE(HasHyperlinks(terminal, "auto"));
  terminal.variables = {{"TERM", "screen-256color"}};
  EXPECT_FALSE(HasHyperlinks(terminal, "auto"));
  terminal.variables["TMUX"] = "/tmp/tmux-0/default,1,0";
  EXPECT_TRUE(HasHyperlinks(terminal, "auto"));
  terminal.variables["NO_COLOR"] = "1";
  EXPECT_FALSE(HasHyperlinks(terminal, "auto"));
}

}  // namespace
}  // namespace allreview::cli
