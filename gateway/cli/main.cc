// allreview: the command line.

#include <signal.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "base/log.h"
#include "gateway/cli/command.h"
#include "gateway/cli/environment.h"

int main(int argc, char** argv) {
  // A reader that goes away (`| head`) must be an error of that write, also inside of git's pipes.
  signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  // What a user must know is in the document or in a message of the command.
  allreview::SetMinLogLevel(allreview::LogLevel::kNone);
  allreview::cli::Environment environment = allreview::cli::ProcessEnvironment();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const int code = allreview::cli::RunCommandLine(arguments, environment);
  std::cout.flush();
  std::cerr.flush();
  return code;
}
