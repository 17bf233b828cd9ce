#include "gateway/forge/github/pull_requests.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "github/json.h"
#include "github/json_pages.h"
#include "github/names.h"

namespace allreview::gateway {
namespace {

using github::At;
using github::Json;
using github::Text;

absl::StatusOr<std::string> RepositoryPath(const std::string& full_name) {
  std::vector<std::string> names = absl::StrSplit(full_name, '/');
  if (names.size() == 2 && github::IsGitHubName(names[0]) && github::IsGitHubName(names[1])) {
    return absl::StrCat("/repos/", full_name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("\"", ToDisplayText(full_name), "\" is not a repository; wanted OWNER/NAME"));
}

bool IsCommit(absl::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

}  // namespace

absl::StatusOr<PullRequestFacts> ReadPullRequestFacts(github::Api& api,
                                                      const std::string& full_name,
                                                      int64_t number) {
  ASSIGN_OR_RETURN(std::string path, RepositoryPath(full_name));
  std::string what = absl::StrCat("pull request ", number, " of \"", full_name, "\"");
  ASSIGN_OR_RETURN(Json json, ReadObject(api, absl::StrCat(path, "/pulls/", number), what));
  PullRequestFacts facts{.head = Text(At(json, "head"), "sha"),
                         .author = Text(At(json, "user"), "login"),
                         .is_open = Text(json, "state") != "closed",
                         .is_draft = github::Bool(json, "draft")};
  if (IsCommit(facts.head)) return facts;
  return absl::DataLossError(absl::StrCat(what, ": the answer has no commit in \"head.sha\""));
}

absl::StatusOr<std::vector<int64_t>> PullRequestsOfCommit(github::Api& api,
                                                          const std::string& full_name,
                                                          const std::string& commit) {
  ASSIGN_OR_RETURN(std::string path, RepositoryPath(full_name));
  if (!IsCommit(commit)) return absl::InvalidArgumentError("the check names no commit");
  std::string what = absl::StrCat("the pull requests of ", commit.substr(0, 12));
  std::vector<int64_t> numbers;
  RETURN_IF_ERROR(ForEach(
      api, absl::StrCat(path, "/commits/", commit, "/pulls"), what, "", [&](const Json& pull) {
        bool is_head = Text(At(pull, "head"), "sha") == commit && Text(pull, "state") == "open";
        if (is_head) numbers.push_back(github::Number(pull, "number"));
      }));
  return numbers;
}

absl::StatusOr<std::string> PermissionOf(github::Api& api, const std::string& full_name,
                                         const std::string& login) {
  ASSIGN_OR_RETURN(std::string path, RepositoryPath(full_name));
  if (!IsLogin(login)) return absl::InvalidArgumentError("the author's login is not one");
  std::string name = absl::StrReplaceAll(login, {{"[", "%5B"}, {"]", "%5D"}});
  absl::StatusOr<Json> json =
      ReadObject(api, absl::StrCat(path, "/collaborators/", name, "/permission"),
                 absl::StrCat("the permission of ", login));
  // Of users that are no collaborators of a private repository.
  if (absl::IsNotFound(json.status())) return "none";
  if (!json.ok()) return json.status();
  return Text(*json, "permission");
}

bool MayWrite(absl::string_view permission) {
  return permission == "admin" || permission == "write" || permission == "maintain";
}

bool IsLogin(absl::string_view login) {
  absl::ConsumeSuffix(&login, "[bot]");
  if (login.empty() || login.size() > 100) return false;
  for (unsigned char c : login) {
    if (!absl::ascii_isalnum(c) && c != '-' && c != '_') return false;
  }
  return true;
}

}  // namespace allreview::gateway
