#include "gateway/cli/origin.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/subprocess.h"
#include "github/names.h"

namespace allreview::cli {
namespace {

constexpr std::chrono::seconds kGitLimit{30};
constexpr int64_t kMaxOutputBytes = 64 << 20;

}  // namespace

bool IsNumber(absl::string_view text) {
  absl::ConsumePrefix(&text, "#");
  return !text.empty() && std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
}

absl::StatusOr<std::string> AskGit(const std::string& repository,
                                   const std::vector<std::string>& arguments,
                                   const Environment& environment) {
  SubprocessOptions options = {.argv = {"git", "-C", repository},
                               .environment = {"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0"},
                               .max_output_bytes = kMaxOutputBytes};
  options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
  for (const auto& [name, value] : environment.variables) {
    if (name != "LC_ALL") options.environment.push_back(absl::StrCat(name, "=", value));
  }
  ASSIGN_OR_RETURN(CommandResult result,
                   RunCommand(options, {.deadline = std::chrono::steady_clock::now() + kGitLimit}));
  if (result.exit.ok()) return std::move(result.output);
  return absl::FailedPreconditionError(
      absl::StrCat("git ", arguments[0], ": ", absl::StripAsciiWhitespace(result.error_text)));
}

std::string PageOfRemote(absl::string_view remote) {
  remote = absl::StripAsciiWhitespace(remote);
  absl::string_view host;
  absl::string_view name;
  const size_t scheme = remote.find("://");
  if (scheme != absl::string_view::npos) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(remote.substr(scheme + 3), absl::MaxSplits('/', 1));
    host = parts.first;
    name = parts.second;
  } else {
    // As scp writes it. A slash before the colon makes it a path of this machine.
    const size_t colon = remote.find(':');
    if (colon == absl::string_view::npos || colon > remote.find('/')) return "";
    host = remote.substr(0, colon);
    name = remote.substr(colon + 1);
  }
  host = host.substr(host.rfind('@') + 1);
  // A port of ssh is none of the page.
  if (!absl::StartsWith(remote, "https://")) host = host.substr(0, host.find(':'));
  absl::ConsumePrefix(&name, "/");
  absl::ConsumeSuffix(&name, "/");
  absl::ConsumeSuffix(&name, ".git");
  const std::vector<std::string> parts = absl::StrSplit(name, '/');
  const bool is_named =
      parts.size() == 2 && std::all_of(parts.begin(), parts.end(), github::IsGitHubName);
  return host.empty() || !is_named ? "" : absl::StrCat("https://", host, "/", name);
}

absl::StatusOr<std::string> PullRequestOfOrigin(absl::string_view number,
                                                const std::string& repository,
                                                const Environment& environment) {
  absl::ConsumePrefix(&number, "#");
  constexpr absl::string_view kWanted = "; wanted OWNER/REPOSITORY#NUMBER or a URL";
  if (repository.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("pull request ", number, " of which repository? \"",
                     environment.current_directory, "\" is in none", kWanted));
  }
  const absl::StatusOr<std::string> remote =
      AskGit(repository, {"remote", "get-url", "origin"}, environment);
  if (!remote.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("pull request ", number,
                                                   " of which repository? The remote \"origin\" "
                                                   "is not known (",
                                                   remote.status().message(), ")", kWanted));
  }
  const std::string page = PageOfRemote(*remote);
  if (!page.empty()) return absl::StrCat(page, "/pull/", number);
  // What stands before '@' may be a password.
  absl::string_view shown = absl::StripAsciiWhitespace(*remote);
  shown.remove_prefix(shown.rfind('@') + 1);
  return absl::InvalidArgumentError(
      absl::StrCat("the remote \"origin\" is \"", shown,
                   "\", which names no owner and repository on a server", kWanted));
}

}  // namespace allreview::cli
