#include "gateway/forge/publish/conversation.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "github/json.h"
#include "github/json_pages.h"

namespace allreview::gateway {
namespace {

using github::At;
using github::Bool;
using github::Json;
using github::Number;
using github::Text;

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

absl::StatusOr<std::string> AskLogin(github::Api& api) {
  ASSIGN_OR_RETURN(std::string data,
                   api.GraphQl({.query = "query { viewer { login } }", .what = "our login"}));
  ASSIGN_OR_RETURN(Json json, github::ParseJson(data, Json::value_t::object));
  std::string login = Text(At(json, "viewer"), "login");
  if (login.empty()) return absl::DataLossError("our login: GitHub gave no viewer.login");
  return login;
}

absl::Status ReadPull(github::Api& api, const PullRequestName& pull, Conversation& talk) {
  ASSIGN_OR_RETURN(Json json, ReadObject(api, pull.path(), pull.text()));
  talk.head = Text(At(json, "head"), "sha");
  talk.author = Text(At(json, "user"), "login");
  if (talk.head.empty()) return absl::DataLossError(absl::StrCat(pull.text(), ": no head.sha"));
  return absl::OkStatus();
}

absl::Status ReadReviews(github::Api& api, const PullRequestName& pull, Conversation& talk) {
  return ForEach(api, pull.path("/reviews?per_page=100"), absl::StrCat("reviews of ", pull.text()),
                 "", [&talk](const Json& json) {
                   if (Text(At(json, "user"), "login") != talk.login) return;
                   talk.reviews.push_back({.id = Number(json, "id"),
                                           .is_pending = Text(json, "state") == "PENDING",
                                           .url = Text(json, "html_url"),
                                           .marker = FindMarker(Text(json, "body"))});
                 });
}

absl::Status ReadComments(github::Api& api, const PullRequestName& pull, Conversation& talk) {
  return ForEach(api, pull.path("/comments?per_page=100"),
                 absl::StrCat("comments of ", pull.text()), "", [&talk](const Json& json) {
                   if (Text(At(json, "user"), "login") != talk.login) return;
                   OwnComment comment{.id = Number(json, "id"),
                                      .in_reply_to = Number(json, "in_reply_to_id"),
                                      .path = Text(json, "path"),
                                      .body = Text(json, "body"),
                                      .commit = Text(json, "original_commit_id"),
                                      .marker = FindMarker(Text(json, "body"))};
                   comment.reactions =
                       static_cast<int>(Number(At(json, "reactions"), "total_count"));
                   talk.comments.push_back(std::move(comment));
                 });
}

absl::Status ReadThreads(github::Api& api, const PullRequestName& pull, Conversation& talk) {
  std::pair<std::string, std::string> name =
      absl::StrSplit(pull.repository, absl::MaxSplits('/', 1));
  Json variables = {{"owner", name.first}, {"name", name.second}, {"number", pull.number}};
  for (;;) {
    ASSIGN_OR_RETURN(std::string data,
                     api.GraphQl({.query = std::string(kThreadsQuery),
                                  .variables_json = github::ToText(variables),
                                  .what = absl::StrCat("threads of ", pull.text())}));
    ASSIGN_OR_RETURN(Json json, github::ParseJson(data, Json::value_t::object));
    const Json& threads = At(At(At(json, "repository"), "pullRequest"), "reviewThreads");
    for (const Json& node : At(threads, "nodes")) {
      const Json& comments = At(At(node, "comments"), "nodes");
      if (!comments.is_array() || comments.empty()) continue;
      talk.threads[Number(comments[0], "databaseId")] = {
          .id = Text(node, "id"),
          .is_resolved = Bool(node, "isResolved"),
          .resolved_by = Text(At(node, "resolvedBy"), "login")};
    }
    const Json& page = At(threads, "pageInfo");
    if (!Bool(page, "hasNextPage")) return absl::OkStatus();
    variables["after"] = Text(page, "endCursor");
  }
}

}  // namespace

std::string PullRequestName::path(absl::string_view rest) const {
  return absl::StrCat("/repos/", repository, "/pulls/", number, rest);
}

std::string PullRequestName::text() const {
  return absl::StrCat("pull request ", number, " of \"", repository, "\"");
}

absl::StatusOr<Conversation> ReadConversation(github::Api& api, const PullRequestName& pull,
                                              const std::string& login) {
  Conversation talk{.login = login};
  RETURN_IF_ERROR(ReadPull(api, pull, talk));
  if (talk.login.empty()) {
    ASSIGN_OR_RETURN(talk.login, AskLogin(api));
  }
  RETURN_IF_ERROR(ReadReviews(api, pull, talk));
  RETURN_IF_ERROR(ReadComments(api, pull, talk));
  absl::Status threads = ReadThreads(api, pull, talk);
  // Without them comments can still be recognised; only who resolved what is not known.
  if (absl::IsPermissionDenied(threads)) {
    talk.has_threads = false;
    return talk;
  }
  RETURN_IF_ERROR(threads);
  return talk;
}

absl::StatusOr<std::vector<Reaction>> ReadReactions(github::Api& api, const PullRequestName& pull,
                                                    int64_t comment_id) {
  std::vector<Reaction> reactions;
  RETURN_IF_ERROR(ForEach(api,
                          absl::StrCat("/repos/", pull.repository, "/pulls/comments/", comment_id,
                                       "/reactions?per_page=100"),
                          absl::StrCat("reactions on ", pull.text()), "",
                          [&reactions](const Json& json) {
                            reactions.push_back({.user = Text(At(json, "user"), "login"),
                                                 .content = Text(json, "content")});
                          }));
  return reactions;
}

}  // namespace allreview::gateway
