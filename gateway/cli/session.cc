#include "gateway/cli/session.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "base/version.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/completion.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/help.h"
#include "host/call.h"
#include "host/status.h"

namespace allreview::cli {
namespace {

int Print(const Session& session, absl::string_view text) {
  session.out.Write(text);
  return kExitOk;
}

int RunHelp(const Arguments& arguments, const Session& session) {
  if (arguments.positional.empty()) return Print(session, Overview(Commands()));
  const absl::StatusOr<CommandLine> found = FindCommand(Commands(), arguments.positional);
  if (found.ok() && found->rest.empty()) return Print(session, CommandHelp(*found->command));
  const std::string& first = arguments.positional[0];
  const std::vector<const Command*> group = CommandsOfGroup(Commands(), first);
  if (!group.empty() && arguments.positional.size() == 1) {
    return Print(session, GroupHelp(first, group));
  }
  return FailUsage(session, found.ok()
                                ? absl::StrCat("\"", absl::StrJoin(arguments.positional, " "),
                                               "\" is not a command; see: allreview help")
                                : std::string(found.status().message()));
}

int RunCommand(const Command& command, const Arguments& arguments, const Session& session) {
  if (arguments.help == Help::kShort) return Print(session, ShortHelp(command));
  if (arguments.help == Help::kLong) return Print(session, CommandHelp(command));
  if (command.name == kReview || command.name == kScan || command.name == kAudit ||
      command.name == kAsk || command.name == kPlaybook || command.name == kFix ||
      command.name == kRatchet) {
    return RunReview(command, arguments, session);
  }
  if (command.name == kDiff) return RunDiff(command, arguments, session);
  if (command.name == kRules) return RunRules(command, arguments, session);
  if (command.name == kCheckDocument) return RunCheckDocument(command, arguments, session);
  if (command.name == kRulesTest) return RunRulesTest(command, arguments, session);
  if (command.name == kConfigExplain) return RunConfigExplain(command, arguments, session);
  if (command.name == kNumericsCheck) return RunNumericsCheck(command, arguments, session);
  if (command.name == kNumericsSuite) return RunNumericsSuite(command, arguments, session);
  if (command.name == kNumericsFpcore) return RunNumericsFpcore(command, arguments, session);
  if (command.name == kNumericsReplay) return RunNumericsReplay(command, arguments, session);
  if (command.name == kNumericsSelfTest) return RunNumericsSelfTest(command, arguments, session);
  if (command.name == kTokensNew) return RunTokensNew(command, arguments, session);
  if (command.name == kDigest) return RunDigest(command, arguments, session);
  if (command.name == kSessionsList || command.name == kSessionsRevoke) {
    return RunSessions(command, arguments, session);
  }
  if (command.name == kServe) return session.serve(arguments);
  if (command.name == kStoreExport || command.name == kStoreImport) {
    return RunStore(command, arguments, session);
  }
  if (command.name == kCompletion) {
    return Print(session, CompletionScript(arguments.positional[0], Commands()));
  }
  if (command.name == kHelp) return RunHelp(arguments, session);
  return Print(session, absl::StrCat("allreview ", kEngineVersion, "\n"));
}

int RunLine(absl::Span<const std::string> arguments, const Session& session) {
  if (arguments.empty()) {
    session.err.Write(Overview(Commands()));
    return kExitUsage;
  }
  if (arguments[0] == "--help" || arguments[0] == "-h") return RunHelp({}, session);
  if (arguments[0] == "--version" || arguments[0] == "-v") {
    return Print(session, absl::StrCat("allreview ", kEngineVersion, "\n"));
  }
  const std::vector<const Command*> group = CommandsOfGroup(Commands(), arguments[0]);
  if (!group.empty() && arguments.size() == 1) {
    session.err.Write(GroupHelp(arguments[0], group));
    return kExitUsage;
  }
  if (!group.empty() && IsHelp(arguments[1])) {
    return Print(session, GroupHelp(arguments[0], group));
  }
  const absl::StatusOr<CommandLine> line = FindCommand(Commands(), arguments);
  if (!line.ok()) return FailUsage(session, line.status().message());
  const absl::StatusOr<Arguments> parsed = ParseArguments(*line->command, line->rest);
  if (!parsed.ok()) return FailUsage(session, parsed.status().message());
  return RunCommand(*line->command, *parsed, session);
}

}  // namespace

int Run(absl::Span<const std::string> arguments, const Session& session) {
  const int code = RunLine(arguments, session);
  const absl::Status written = session.out.Flush();
  // A command that failed has said why; a second message would hide it.
  return written.ok() || code >= kExitFailed ? code : FailCall(session, written, 0);
}

int FailUsage(const Session& session, absl::string_view message) {
  session.err.Write(absl::StrCat("allreview: ", PrintableText(message, true), "\n"));
  return kExitUsage;
}

int Fail(const Session& session, const absl::Status& status) {
  session.err.Write(absl::StrCat("allreview: ", PrintableText(status.message(), true), "\n"));
  return kExitFailed;
}

int FailSetup(const Session& session, const absl::Status& status) {
  return absl::IsInvalidArgument(status) ? FailUsage(session, status.message())
                                         : Fail(session, status);
}

int FailCall(const Session& session, const absl::Status& status, int signal) {
  if (signal != 0) return kExitSignal + signal;
  if (session.out.is_reader_gone()) return kExitReaderGone;
  return Fail(session, status);
}

host::ClientContextPtr NewContext() {
  return host::NewClientContext(host::NewRequest(absl::InfiniteDuration()));
}

absl::Status ExplainStatus(const grpc::Status& grpc_status, const Arguments& arguments) {
  absl::Status status = host::FromGrpc(grpc_status);
  const std::string gateway = arguments.Get(kGateway);
  if (absl::IsUnavailable(status) && !gateway.empty()) {
    return absl::UnavailableError(
        absl::StrCat("the gateway at \"", gateway, "\" does not answer: ", status.message(),
                     "; is \"allreview serve\" running there, with the same TLS settings?"));
  }
  if (absl::IsUnauthenticated(status) && !gateway.empty()) {
    return absl::UnauthenticatedError(
        absl::StrCat("the gateway at \"", gateway, "\" does not know who asks: ", status.message(),
                     "; give its token with --gateway-token-file=FILE or ALLREVIEW_TOKEN"));
  }
  if (status.ok() || !status.message().empty()) return status;
  return absl::Status(status.code(), absl::StrCat("the gateway answered ",
                                                  absl::StatusCodeToString(status.code())));
}

}  // namespace allreview::cli
