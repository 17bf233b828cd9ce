// A fake GitHub as a process of its own, for tests of whole processes.
//
//   github_server_main --repository=/src/train --base=main --head=fuse-step
//   listening on http://127.0.0.1:40123
//
// It prints that line when it is ready and runs until it is killed, or until its standard input
// ends if that is a pipe (so that it does not outlive its test). tests/fakes/github_control.h says
// how it is steered.

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tests/fakes/git_pull_request.h"
#include "tests/fakes/github_control.h"
#include "tests/fakes/github_server.h"

namespace allreview::fakes {
namespace {

constexpr absl::string_view kUsage =
    "usage: github_server_main [--full_name=acme/train] [--repository_id=4242] [--token=T]\n"
    "    [--login=allreview[bot]] [--max_content_per_minute=0] [--is_private]\n"
    "    [--repository=FOLDER --base=REVISION --head=REVISION [--number=7] [--author=mara]]\n";

using Flags = std::map<std::string, std::string>;

bool Parse(int argc, char** argv, Flags& flags) {
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (!absl::ConsumePrefix(&argument, "--")) return false;
    std::pair<std::string, std::string> parts = absl::StrSplit(argument, absl::MaxSplits('=', 1));
    if (flags.count(parts.first) == 0) return false;
    flags[parts.first] = parts.first == "is_private" ? "true" : parts.second;
  }
  return true;
}

int64_t Number(const std::string& text) {
  int64_t number = 0;
  (void)absl::SimpleAtoi(text, &number);
  return number;
}

// Waits for the end of a pipe on standard input. Without a pipe, only a signal ends this process.
void WaitForTheEnd() {
  struct stat input;
  const bool is_piped =
      fstat(STDIN_FILENO, &input) == 0 && (S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode));
  char byte;
  while (!is_piped || read(STDIN_FILENO, &byte, 1) > 0) {
    if (!is_piped) pause();
  }
}

int Run(const Flags& flags) {
  GitHubServer::Options options{.full_name = flags.at("full_name"),
                                .repository_id = Number(flags.at("repository_id")),
                                .token = flags.at("token"),
                                .is_private = flags.at("is_private") == "true"};
  options.login = flags.at("login");
  options.rate_limit = 1'000'000;  // A soak makes more requests than an hour allows.
  options.max_kept_requests = 10'000;
  options.max_content_per_minute = static_cast<int>(Number(flags.at("max_content_per_minute")));
  options.now_seconds = [] { return absl::ToUnixSeconds(absl::Now()); };
  GitHubServer server(options);
  GitHubControl control(&server, options);
  if (!flags.at("repository").empty()) {
    absl::StatusOr<FakePullRequest> pull =
        LoadPullRequest(flags.at("repository"), flags.at("base"), flags.at("head"));
    if (!pull.ok()) {
      std::cerr << pull.status().message() << "\n";
      return 1;
    }
    pull->number = Number(flags.at("number"));
    pull->author = flags.at("author");
    server.SetPullRequest(*pull);
  }
  std::cout << "listening on " << server.api_base() << std::endl;
  WaitForTheEnd();
  return 0;
}

}  // namespace
}  // namespace allreview::fakes

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  allreview::fakes::Flags flags = {{"full_name", "acme/train"},
                                   {"repository_id", "4242"},
                                   {"token", ""},
                                   {"login", "allreview[bot]"},
                                   {"is_private", "false"},
                                   {"max_content_per_minute", "0"},
                                   {"repository", ""},
                                   {"base", "HEAD~1"},
                                   {"head", "HEAD"},
                                   {"number", "7"},
                                   {"author", "mara"}};
  if (!allreview::fakes::Parse(argc, argv, flags)) {
    std::cerr << allreview::fakes::kUsage;
    return 2;
  }
  return allreview::fakes::Run(flags);
}
