// allreview tokens new

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "gateway/access/token.h"
#include "gateway/cli/access_flags.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/session.h"

namespace allreview::cli {
namespace {

constexpr size_t kEntropyBytes = 32;

absl::StatusOr<access::NewToken> Make(const Arguments& arguments) {
  for (const Flag* flag : {&kTokenName, &kTokenScopes}) {
    if (!arguments.Has(*flag)) {
      return absl::InvalidArgumentError(absl::StrCat("tokens new needs --", flag->name));
    }
  }
  access::TokenEntry entry = {.name = arguments.Get(kTokenName)};
  ASSIGN_OR_RETURN(entry.scopes, access::ParseScopes(arguments.Get(kTokenScopes)));
  if (arguments.Has(kTokenRepositories)) {
    entry.repositories = absl::StrSplit(arguments.Get(kTokenRepositories), ',');
  }
  return access::MakeToken(entry, access::RandomBytes(kEntropyBytes));
}

}  // namespace

int RunTokensNew(const Command&, const Arguments& arguments, const Session& session) {
  const absl::StatusOr<access::NewToken> made = Make(arguments);
  if (!made.ok()) return FailSetup(session, made.status());
  session.out.Write(
      absl::StrCat("token: ", made->token, "\nline for the file of tokens: ", made->line, "\n"));
  session.err.Write("The token is shown this once and kept nowhere.\n");
  return kExitOk;
}

}  // namespace allreview::cli
