// What GitHub tells.

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "gateway/forge/github/github_forge_api.h"
#include "gateway/forge/github/paths.h"
#include "github/json.h"
#include "github/json_pages.h"
#include "github/names.h"

namespace allreview::gateway {
namespace {

using github::At;
using github::Bool;
using github::Json;
using github::Number;
using github::Text;
using review::v1::Vote;

constexpr absl::string_view kThreadsQuery = R"(
query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id
          isResolved
          resolvedBy { login }
          comments(first: 1) { nodes { databaseId } }
        }
      }
    }
  }
})";

absl::Status CheckName(const std::string& repository) {
  const std::vector<std::string> names = absl::StrSplit(repository, '/');
  if (names.size() == 2 && github::IsGitHubName(names[0]) && github::IsGitHubName(names[1])) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("\"", ToDisplayText(repository), "\" is not a repository; wanted OWNER/NAME"));
}

bool IsCommit(absl::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

// As it may stand in a URL: letters, digits, '-' and '_', and "[bot]" at the end.
bool IsLogin(absl::string_view login) {
  absl::ConsumeSuffix(&login, "[bot]");
  if (login.empty() || login.size() > 100) return false;
  for (unsigned char c : login) {
    if (!absl::ascii_isalnum(c) && c != '-' && c != '_') return false;
  }
  return true;
}

Vote VoteOf(const std::string& reaction) {
  if (reaction == "+1" || reaction == "heart" || reaction == "hooray" || reaction == "rocket") {
    return review::v1::VOTE_USEFUL;
  }
  return reaction == "-1" ? review::v1::VOTE_NOT_USEFUL : review::v1::VOTE_UNSPECIFIED;
}

ForgeComment ToComment(const Json& json) {
  return {.id = Number(json, "id"),
          .in_reply_to = Number(json, "in_reply_to_id"),
          .author = Text(At(json, "user"), "login"),
          .path = Text(json, "path"),
          .body = Text(json, "body"),
          .commit = Text(json, "original_commit_id"),
          .reactions = static_cast<int>(Number(At(json, "reactions"), "total_count"))};
}

bool IsBy(const Json& json, const std::string& author) {
  return author.empty() || absl::EqualsIgnoreCase(Text(At(json, "user"), "login"), author);
}

std::string PathOf(const PullRequestName& pull, const CommentQuery& query) {
  const std::string page =
      query.since == absl::InfinitePast()
          ? "?per_page=100"
          : absl::StrCat("?per_page=100&since=",
                         absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", query.since, absl::UTCTimeZone()));
  if (!query.is_on_diff) {
    return RepositoryPath(pull.repository,
                          absl::StrCat("/issues/", pull.number, "/comments", page));
  }
  if (query.review == 0) return PullRequestPath(pull, absl::StrCat("/comments", page));
  return PullRequestPath(pull, absl::StrCat("/reviews/", query.review, "/comments", page));
}

}  // namespace

absl::StatusOr<std::string> GitHubForgeApi::OwnLogin() {
  ASSIGN_OR_RETURN(const std::string data,
                   api_->GraphQl({.query = "query { viewer { login } }", .what = "our login"}));
  ASSIGN_OR_RETURN(const Json json, github::ParseJson(data, Json::value_t::object));
  std::string login = Text(At(json, "viewer"), "login");
  if (login.empty()) return absl::DataLossError("our login: GitHub gave no viewer.login");
  return login;
}

absl::StatusOr<PullRequestFacts> GitHubForgeApi::ReadPullRequest(const PullRequestName& pull) {
  RETURN_IF_ERROR(CheckName(pull.repository));
  ASSIGN_OR_RETURN(const Json json, ReadObject(*api_, PullRequestPath(pull), pull.text()));
  PullRequestFacts facts{.head = Text(At(json, "head"), "sha"),
                         .author = Text(At(json, "user"), "login"),
                         .is_open = Text(json, "state") != "closed",
                         .is_draft = Bool(json, "draft")};
  if (IsCommit(facts.head)) return facts;
  return absl::DataLossError(
      absl::StrCat(pull.text(), ": the answer has no commit in \"head.sha\""));
}

absl::StatusOr<std::vector<int64_t>> GitHubForgeApi::PullRequestsOf(const std::string& repository,
                                                                    const std::string& head) {
  RETURN_IF_ERROR(CheckName(repository));
  if (!IsCommit(head)) return absl::InvalidArgumentError("the check names no commit");
  std::vector<int64_t> numbers;
  RETURN_IF_ERROR(
      ForEach(*api_, RepositoryPath(repository, absl::StrCat("/commits/", head, "/pulls")),
              absl::StrCat("the pull requests of ", head.substr(0, 12)), "", [&](const Json& pull) {
                const bool is_head = Text(At(pull, "head"), "sha") == head;
                if (!is_head || Text(pull, "state") != "open") return;
                numbers.push_back(Number(pull, "number"));
              }));
  return numbers;
}

absl::StatusOr<bool> GitHubForgeApi::MayWrite(const std::string& repository,
                                              const std::string& login) {
  RETURN_IF_ERROR(CheckName(repository));
  if (!IsLogin(login)) return false;
  const std::string name = absl::StrReplaceAll(login, {{"[", "%5B"}, {"]", "%5D"}});
  const absl::StatusOr<Json> json = ReadObject(
      *api_, RepositoryPath(repository, absl::StrCat("/collaborators/", name, "/permission")),
      absl::StrCat("the permission of ", login));
  // Of users that are no collaborators of a private repository.
  if (absl::IsNotFound(json.status())) return false;
  RETURN_IF_ERROR(json.status());
  const std::string permission = Text(*json, "permission");
  return permission == "admin" || permission == "write" || permission == "maintain";
}

absl::StatusOr<std::vector<ForgeReview>> GitHubForgeApi::ListReviews(const PullRequestName& pull,
                                                                     const std::string& author) {
  std::vector<ForgeReview> reviews;
  RETURN_IF_ERROR(ForEach(*api_, PullRequestPath(pull, "/reviews?per_page=100"),
                          absl::StrCat("reviews of ", pull.text()), "", [&](const Json& json) {
                            if (!IsBy(json, author)) return;
                            reviews.push_back({.id = Number(json, "id"),
                                               .body = Text(json, "body"),
                                               .url = Text(json, "html_url"),
                                               .is_draft = Text(json, "state") == "PENDING"});
                          }));
  return reviews;
}

absl::StatusOr<std::vector<ForgeComment>> GitHubForgeApi::ListComments(const PullRequestName& pull,
                                                                       const CommentQuery& query) {
  std::vector<ForgeComment> comments;
  RETURN_IF_ERROR(ForEach(*api_, PathOf(pull, query), absl::StrCat("comments of ", pull.text()), "",
                          [&](const Json& json) {
                            if (IsBy(json, query.author)) comments.push_back(ToComment(json));
                          }));
  return comments;
}

absl::StatusOr<std::map<int64_t, ForgeThread>> GitHubForgeApi::ListThreads(
    const PullRequestName& pull) {
  const std::pair<std::string, std::string> name =
      absl::StrSplit(pull.repository, absl::MaxSplits('/', 1));
  Json variables = {{"owner", name.first}, {"name", name.second}, {"number", pull.number}};
  std::map<int64_t, ForgeThread> threads;
  for (;;) {
    ASSIGN_OR_RETURN(const std::string data,
                     api_->GraphQl({.query = std::string(kThreadsQuery),
                                    .variables_json = github::ToText(variables),
                                    .what = absl::StrCat("threads of ", pull.text())}));
    ASSIGN_OR_RETURN(const Json json, github::ParseJson(data, Json::value_t::object));
    const Json& list = At(At(At(json, "repository"), "pullRequest"), "reviewThreads");
    for (const Json& node : At(list, "nodes")) {
      const Json& comments = At(At(node, "comments"), "nodes");
      if (!comments.is_array() || comments.empty()) continue;
      threads[Number(comments[0], "databaseId")] = {
          .id = Text(node, "id"),
          .is_resolved = Bool(node, "isResolved"),
          .resolved_by = Text(At(node, "resolvedBy"), "login")};
    }
    const Json& page = At(list, "pageInfo");
    if (!Bool(page, "hasNextPage")) return threads;
    variables["after"] = Text(page, "endCursor");
  }
}

absl::StatusOr<std::vector<ForgeVote>> GitHubForgeApi::ListVotes(const PullRequestName& pull,
                                                                 int64_t comment) {
  std::vector<ForgeVote> votes;
  RETURN_IF_ERROR(
      ForEach(*api_,
              RepositoryPath(pull.repository,
                             absl::StrCat("/pulls/comments/", comment, "/reactions?per_page=100")),
              absl::StrCat("reactions on ", pull.text()), "", [&votes](const Json& json) {
                votes.push_back({.voter = Text(At(json, "user"), "login"),
                                 .vote = VoteOf(Text(json, "content"))});
              }));
  return votes;
}

absl::StatusOr<ForgePatches> GitHubForgeApi::ReadPatches(const PullRequestName& pull) {
  ForgePatches patches;
  RETURN_IF_ERROR(ForEach(*api_, PullRequestPath(pull, "/files?per_page=100"),
                          absl::StrCat("files of ", pull.text()), "", [&patches](const Json& file) {
                            const std::string patch = Text(file, "patch");
                            // GitHub leaves large patches out.
                            patches.is_complete = patches.is_complete &&
                                                  (!patch.empty() || Number(file, "changes") == 0);
                            patches.by_path[Text(file, "filename")] = patch;
                          }));
  return patches;
}

absl::StatusOr<ForgeComment> GitHubForgeApi::ReadComment(const PullRequestName& pull,
                                                         int64_t comment) {
  ASSIGN_OR_RETURN(
      const Json json,
      ReadObject(*api_, RepositoryPath(pull.repository, absl::StrCat("/pulls/comments/", comment)),
                 absl::StrCat("comment ", comment, " of ", pull.text())));
  ForgeComment read = ToComment(json);
  read.id = comment;
  return read;
}

}  // namespace allreview::gateway
