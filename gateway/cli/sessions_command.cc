// allreview sessions list and revoke: who is logged in at a server.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "base/proto_json.h"
#include "gateway/cli/access_flags.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/unary_call.h"

namespace allreview::cli {
namespace {

using review::v1::ListSessionsRequest;
using review::v1::ListSessionsResponse;
using review::v1::PersonSession;
using review::v1::ReviewService;
using review::v1::RevokeSessionsRequest;

constexpr size_t kShownDigits = 12;
constexpr size_t kLeastDigits = 6;

std::string Minute(const google::protobuf::Timestamp& time) {
  return absl::FormatTime("%Y-%m-%d %H:%M", absl::FromUnixSeconds(time.seconds()),
                          absl::UTCTimeZone());
}

// "3f2a9c41b07d  github:ada  2026-11-28 09:12 to 2026-11-28 21:12 UTC  Firefox"
std::string Line(const PersonSession& session, size_t width) {
  const std::string person = PrintableText(session.person());
  return absl::StrCat(session.id().substr(0, kShownDigits), "  ", person,
                      std::string(width - std::min(width, person.size()) + 2, ' '),
                      Minute(session.began_at()), " to ", Minute(session.ends_at()), " UTC",
                      session.browser().empty() ? "" : "  ", PrintableText(session.browser()),
                      "\n");
}

Answer<ListSessionsResponse> List(const Command& command, const Arguments& arguments,
                                  const Session& session) {
  ListSessionsRequest request;
  request.set_person(arguments.Get(kPerson));
  return CallReviewService(command, arguments, session, &ReviewService::Stub::ListSessions,
                           request);
}

int Print(const ListSessionsResponse& response, const Arguments& arguments,
          const Session& session) {
  if (arguments.Get(kTextFormat) == "json") {
    session.out.Write(absl::StrCat(ToJson(response), "\n"));
    return kExitOk;
  }
  size_t width = 0;
  for (const PersonSession& one : response.sessions()) {
    width = std::max(width, PrintableText(one.person()).size());
  }
  for (const PersonSession& one : response.sessions()) session.out.Write(Line(one, width));
  if (response.sessions().empty()) session.err.Write("allreview: nobody is logged in\n");
  return kExitOk;
}

// The one session whose id begins so.
absl::StatusOr<std::string> IdOf(const std::string& digits, const ListSessionsResponse& listed) {
  if (digits.size() < kLeastDigits) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", digits, "\" is short for an id, wanted at least ", kLeastDigits,
                     " digits of what \"sessions list\" prints"));
  }
  std::vector<std::string> found;
  for (const PersonSession& one : listed.sessions()) {
    if (absl::StartsWith(one.id(), digits)) found.push_back(one.id());
  }
  if (found.size() == 1) return found[0];
  return absl::InvalidArgumentError(
      found.empty()
          ? absl::StrCat("no session begins with \"", digits, "\"")
          : absl::StrCat("\"", digits, "\" begins several: ", absl::StrJoin(found, ", ")));
}

}  // namespace

int RunSessions(const Command& command, const Arguments& arguments, const Session& session) {
  if (!arguments.Has(kGateway)) {
    return FailUsage(session, "--gateway is missing; wanted the HOST:PORT of the server");
  }
  const bool is_revoking = command.name == kSessionsRevoke;
  const std::string digits = arguments.positional.empty() ? "" : arguments.positional[0];
  if (is_revoking && digits.empty() == !arguments.Has(kPerson)) {
    return FailUsage(session, "wanted the ID of one session, or --person=NAME for all of a person");
  }
  RevokeSessionsRequest request;
  if (!is_revoking || !digits.empty()) {
    const Answer<ListSessionsResponse> listed = List(command, arguments, session);
    if (!listed.response) return listed.exit_code;
    if (!is_revoking) return Print(*listed.response, arguments, session);
    const absl::StatusOr<std::string> id = IdOf(digits, *listed.response);
    if (!id.ok()) return FailSetup(session, id.status());
    request.set_id(*id);
  } else {
    request.set_person(arguments.Get(kPerson));
  }
  const auto revoked =
      CallReviewService(command, arguments, session, &ReviewService::Stub::RevokeSessions, request);
  if (!revoked.response) return revoked.exit_code;
  const int count = revoked.response->revoked();
  session.out.Write(absl::StrCat("ended ", count, count == 1 ? " session" : " sessions", "\n"));
  return kExitOk;
}

}  // namespace allreview::cli
