#ifndef GATEWAY_CLI_SESSION_H_
#define GATEWAY_CLI_SESSION_H_

// What a command works with, and what all commands share.

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "gateway/cli/output.h"
#include "grpcpp/channel.h"
#include "grpcpp/support/status.h"
#include "host/call.h"

namespace allreview::cli {

struct Session {
  const Environment& environment;
  Output& out;
  Output& err;
  // A channel to ReviewService, in this process or remote.
  std::function<absl::StatusOr<std::shared_ptr<grpc::Channel>>(const Command&, const Arguments&)>
      connect;
  // Runs `allreview serve`; returns its exit code.
  std::function<int(const Arguments&)> serve;
};

// One command line, without the program's name. Returns the exit code.
int Run(absl::Span<const std::string> arguments, const Session& session);

// Print the reason and return the exit code.
int FailUsage(const Session& session, absl::string_view message);
int Fail(const Session& session, const absl::Status& status);
// Before any call: kInvalidArgument is wrong usage.
int FailSetup(const Session& session, const absl::Status& status);
// Nothing is printed when the reader of standard output went away, or after a signal (0: none).
int FailCall(const Session& session, const absl::Status& status, int signal);

// For a call of this process.
host::ClientContextPtr NewContext();

// The status of a call, with what a user can do about it.
absl::Status ExplainStatus(const grpc::Status& status, const Arguments& arguments);

// One file each: review_command.cc and so on.
int RunReview(const Command& command, const Arguments& arguments, const Session& session);
int RunDiff(const Command& command, const Arguments& arguments, const Session& session);
int RunRules(const Command& command, const Arguments& arguments, const Session& session);
int RunRulesTest(const Command& command, const Arguments& arguments, const Session& session);
int RunCheckDocument(const Command& command, const Arguments& arguments, const Session& session);
int RunTokensNew(const Command& command, const Arguments& arguments, const Session& session);
int RunNumericsCheck(const Command& command, const Arguments& arguments, const Session& session);
int RunNumericsSuite(const Command& command, const Arguments& arguments, const Session& session);
int RunNumericsFpcore(const Command& command, const Arguments& arguments, const Session& session);
int RunNumericsReplay(const Command& command, const Arguments& arguments, const Session& session);
int RunNumericsSelfTest(const Command& command, const Arguments& arguments, const Session& session);
int RunDigest(const Command& command, const Arguments& arguments, const Session& session);
int RunSessions(const Command& command, const Arguments& arguments, const Session& session);
int RunStore(const Command& command, const Arguments& arguments, const Session& session);
int RunConfigExplain(const Command& command, const Arguments& arguments, const Session& session);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_SESSION_H_
