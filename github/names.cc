#include "github/names.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace allreview::github {
namespace {

constexpr absl::string_view kWanted =
    "; wanted https://HOST/OWNER/REPOSITORY/pull/NUMBER or OWNER/REPOSITORY#NUMBER";

absl::Status Wrong(absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("pull request \"", text, "\": ", what, kWanted));
}

absl::Status SetNames(absl::string_view text, absl::string_view owner, absl::string_view repository,
                      absl::string_view number, GitHubPullRequestName& name) {
  if (!IsGitHubName(owner)) return Wrong(text, absl::StrCat("\"", owner, "\" is not an owner"));
  if (!IsGitHubName(repository)) {
    return Wrong(text, absl::StrCat("\"", repository, "\" is not a repository"));
  }
  bool is_number = !number.empty() &&
                   number.find_first_not_of("0123456789") == absl::string_view::npos &&
                   absl::SimpleAtoi(number, &name.number) && name.number > 0;
  if (!is_number) {
    return Wrong(text, absl::StrCat("\"", number, "\" is not the number of a pull request"));
  }
  name.owner = std::string(owner);
  name.repository = std::string(repository);
  return absl::OkStatus();
}

// Whether it is a lower-case host with an optional port.
bool IsHost(absl::string_view host) {
  if (host.empty() || host.front() == '.' || host.front() == '-') return false;
  for (char c : host) {
    if (!absl::ascii_isalnum(c) && c != '.' && c != '-' && c != ':') return false;
  }
  return true;
}

std::string ApiBase(absl::string_view scheme, absl::string_view host) {
  if (host == "github.com" || host == "www.github.com" || host == "api.github.com") {
    return "https://api.github.com";
  }
  if (absl::EndsWith(host, ".ghe.com")) {
    return absl::StrCat("https://", absl::StartsWith(host, "api.") ? "" : "api.", host);
  }
  return absl::StrCat(scheme, "://", host, "/api/v3");
}

absl::StatusOr<GitHubPullRequestName> ParseUrl(absl::string_view text, absl::string_view scheme,
                                               absl::string_view rest) {
  rest = rest.substr(0, rest.find_first_of("?#"));
  std::vector<absl::string_view> parts = absl::StrSplit(rest, '/');
  std::string host = absl::AsciiStrToLower(parts[0]);
  if (!IsHost(host)) return Wrong(text, "the host is missing or has odd characters");
  GitHubPullRequestName name;
  name.api_base = ApiBase(scheme, host);
  parts.erase(parts.begin());
  if (parts.size() > 2 && parts[0] == "api" && parts[1] == "v3") {
    parts.erase(parts.begin(), parts.begin() + 2);
  }
  bool is_api = parts.size() > 3 && parts[0] == "repos" && parts[3] == "pulls";
  if (is_api) parts.erase(parts.begin());
  if (parts.size() < 4) return Wrong(text, "the URL names no pull request");
  if (parts[2] != (is_api ? "pulls" : "pull")) {
    return Wrong(text, absl::StrCat("\"/", parts[2], "/\" is not a pull request's page"));
  }
  RETURN_IF_ERROR(SetNames(text, parts[0], parts[1], parts[3], name));
  return name;
}

}  // namespace

bool IsGitHubName(absl::string_view name) {
  if (name.empty() || name.size() > 100 || name == "." || name == "..") return false;
  for (char c : name) {
    if (!absl::ascii_isalnum(c) && c != '-' && c != '_' && c != '.') return false;
  }
  return true;
}

bool LooksLikeGitHubPullRequest(absl::string_view text) {
  if (absl::StartsWith(text, "https://") || absl::StartsWith(text, "http://") ||
      absl::StartsWith(text, "github.com/") || absl::StartsWith(text, "www.github.com/")) {
    return true;
  }
  std::pair<absl::string_view, absl::string_view> halves =
      absl::StrSplit(text, absl::MaxSplits('#', 1));
  std::vector<absl::string_view> names = absl::StrSplit(halves.first, '/');
  return names.size() == 2 && IsGitHubName(names[0]) && IsGitHubName(names[1]) &&
         !halves.second.empty() &&
         halves.second.find_first_not_of("0123456789") == absl::string_view::npos;
}

absl::StatusOr<GitHubPullRequestName> ParseGitHubPullRequest(absl::string_view input) {
  absl::string_view text = absl::StripAsciiWhitespace(input);
  absl::string_view rest = text;
  if (absl::ConsumePrefix(&rest, "https://")) return ParseUrl(text, "https", rest);
  if (absl::ConsumePrefix(&rest, "http://")) return ParseUrl(text, "http", rest);
  if (absl::StartsWith(text, "github.com/") || absl::StartsWith(text, "www.github.com/")) {
    return ParseUrl(text, "https", text);
  }
  size_t hash = text.find('#');
  if (hash == absl::string_view::npos) return Wrong(text, "the number is missing");
  std::vector<absl::string_view> names = absl::StrSplit(text.substr(0, hash), '/');
  if (names.size() != 2) return Wrong(text, "the owner or the repository is missing");
  GitHubPullRequestName name;
  RETURN_IF_ERROR(SetNames(text, names[0], names[1], text.substr(hash + 1), name));
  return name;
}

}  // namespace allreview::github
