// allreview: the command line.

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/log.h"
#include "base/running_programs.h"
#include "gateway/cli/connect.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/output.h"
#include "gateway/cli/serve.h"
#include "gateway/cli/session.h"

int main(int argc, char** argv) {
  using namespace allreview::cli;  // NOLINT: this file is the program.
  // A reader that goes away, as in `| head`, must be an error of the write.
  signal(SIGPIPE, SIG_IGN);
  // Messages to users are ours; those of the libraries only if somebody asks for them.
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);

  const Environment environment = SystemEnvironment();
  Output out(STDOUT_FILENO, "standard output");
  Output err(STDERR_FILENO, "standard error");
  Connector connector(environment);
  const Session session = {
      .environment = environment,
      .out = out,
      .err = err,
      .connect =
          [&](const Command& command, const Arguments& arguments) {
            if (environment.Get("ALLREVIEW_LOG").empty()) {
              allreview::SetMinLogLevel(allreview::LogLevel::kNone);
            }
            return connector.Connect(command, arguments);
          },
      .serve = [&](const Arguments& arguments) { return Serve(arguments, environment, err); }};
  const int code = Run(std::vector<std::string>(argv + 1, argv + argc), session);
  // A signal ended it: services of this process that are still at work must not hold it.
  if (code > kExitSignal) {
    out.Flush().IgnoreError();
    err.Flush().IgnoreError();
    allreview::EndPrograms();
    _exit(code);
  }
  return code;
}
