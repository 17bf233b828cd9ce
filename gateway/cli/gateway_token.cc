#include "gateway/cli/gateway_token.h"

#include <sys/stat.h>

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"

namespace allreview::cli {
namespace {

constexpr char kVariable[] = "ALLREVIEW_TOKEN";

absl::Status CheckMode(const std::string& path) {
  struct stat info;
  // A pipe, as a shell makes of <(…), has no other readers.
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return absl::OkStatus();
  if ((info.st_mode & S_IROTH) == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("--gateway-token-file: everybody on this machine can read \"", path,
                   "\"; wanted a file of your own: chmod 600 ", path));
}

absl::StatusOr<std::string> CheckToken(absl::string_view text, absl::string_view source) {
  std::string token(absl::StripAsciiWhitespace(text));
  if (std::all_of(token.begin(), token.end(), absl::ascii_isgraph)) return token;
  return absl::InvalidArgumentError(absl::StrCat(
      source, " contains no token; wanted one word, as \"allreview tokens new\" prints it"));
}

}  // namespace

absl::StatusOr<std::string> FindGatewayToken(const Arguments& arguments,
                                             const Environment& environment) {
  if (!arguments.Has(kGatewayTokenFile)) {
    return CheckToken(environment.Get(kVariable), kVariable);
  }
  const std::string path = arguments.Get(kGatewayTokenFile);
  RETURN_IF_ERROR(CheckMode(path));
  const absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) {
    return absl::Status(content.status().code(),
                        absl::StrCat("--gateway-token-file: ", content.status().message()));
  }
  ASSIGN_OR_RETURN(std::string token,
                   CheckToken(*content, absl::StrCat("--gateway-token-file: \"", path, "\"")));
  if (!token.empty()) return token;
  return absl::FailedPreconditionError(absl::StrCat(
      "--gateway-token-file: \"", path, "\" is empty; wanted a token in its first line"));
}

}  // namespace allreview::cli
