// Comments of the fake GitHub: on lines, on files, in the conversation; replies and reactions.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tests/fakes/github_state.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxBody = 65'536;
constexpr const char* kReactions[] = {"+1",    "-1",     "laugh",  "confused",
                                      "heart", "hooray", "rocket", "eyes"};

Json LineOrNull(int line) { return line == 0 ? Json(nullptr) : Json(line); }

Json ReactionCounts(const std::vector<FakeReaction>& reactions) {
  Json json = {{"total_count", reactions.size()}};
  for (const char* content : kReactions) {
    json[content] = std::count_if(reactions.begin(), reactions.end(), [&](const auto& reaction) {
      return reaction.content == content;
    });
  }
  return json;
}

Json ReactionJson(const FakeReaction& reaction) {
  return {{"id", reaction.id}, {"user", UserJson(reaction.user)}, {"content", reaction.content}};
}

Json IssueCommentJson(const WriteCall& call, const FakePull& pull,
                      const FakeIssueComment& comment) {
  return {{"id", comment.id},
          {"user", UserJson(comment.user)},
          {"body", comment.body},
          {"reactions", ReactionCounts(comment.reactions)},
          {"html_url", absl::StrCat("https://github.example/", call.full_name, "/pull/",
                                    pull.now->number, "#issuecomment-", comment.id)}};
}

std::optional<ServedResponse> BodyProblem(const std::string& body, const std::string& resource) {
  if (body.empty()) return Unprocessable(resource, "body", "missing_field", "Body can't be blank");
  if (CountCharacters(body) <= kMaxBody) return std::nullopt;
  return Unprocessable(resource, "data", "unprocessable",
                       "Body is too long (maximum is 65536 characters)");
}

// One comment, at once visible: on a file as a whole, or on a line.
ServedResponse CreateComment(const WriteCall& call, FakePull& pull) {
  const Json body = call.Body();
  FakeComment comment;
  comment.body = body.value("body", "");
  if (auto problem = BodyProblem(comment.body, "PullRequestReviewComment")) return *problem;
  comment.commit_id = comment.original_commit_id = body.value("commit_id", "");
  const auto version = pull.versions.find(comment.commit_id);
  if (version == pull.versions.end()) {
    return Unprocessable("PullRequestReviewComment", "commit_id", "invalid",
                         "commit_id is not part of the pull request");
  }
  comment.path = body.value("path", "");
  comment.is_file = body.value("subject_type", "line") == "file";
  comment.anchor = {.path = comment.path,
                    .side = body.value("side", "RIGHT"),
                    .line = body.value("line", 0),
                    .start_side = body.value("start_side", ""),
                    .start_line = body.value("start_line", 0)};
  const std::vector<FakeChange> changes = Changes(*version->second);
  const bool is_known = std::any_of(changes.begin(), changes.end(), [&](const FakeChange& change) {
    return change.path == comment.path;
  });
  std::string problem = comment.is_file
                            ? (is_known ? "" : "Pull request review thread path is invalid")
                            : AnchorProblem(changes, comment.anchor);
  if (!problem.empty()) return Unprocessable(problem);
  comment.original = comment.anchor;
  comment.id = pull.talk.next_id++;
  comment.user = call.login;
  pull.talk.threads.push_back(
      {.id = absl::StrCat("PRRT_", comment.id), .first_comment = comment.id});
  pull.talk.comments.push_back(std::move(comment));
  ServedResponse response = JsonAnswer(CommentJson(call, pull, pull.talk.comments.back()), 201);
  response.headers.emplace_back(
      "Location", absl::StrCat(call.origin.base_url, "/repos/", call.full_name, "/pulls/comments/",
                               pull.talk.comments.back().id));
  return response;
}

ServedResponse ListComments(const WriteCall& call, const FakePull& pull) {
  Json list = Json::array();
  for (const FakeComment& comment : pull.talk.comments) {
    if (!comment.is_pending) list.push_back(CommentJson(call, pull, comment));
  }
  return PageAnswer(call.request, call.origin, std::move(list));
}

ServedResponse CreateReply(const WriteCall& call, FakePull& pull, int64_t id) {
  const FakeComment* parent = FindComment(pull.talk, id);
  if (parent == nullptr) return NotFoundAnswer();
  if (parent->in_reply_to != 0) {
    return Unprocessable("PullRequestReviewComment", "in_reply_to", "invalid",
                         "in_reply_to must be the id of a top-level comment");
  }
  const std::string body = call.Body().value("body", "");
  if (auto problem = BodyProblem(body, "PullRequestReviewComment")) return *problem;
  const int64_t reply = Reply(pull.talk, id, call.login, body);
  return JsonAnswer(CommentJson(call, pull, *FindComment(pull.talk, reply)), 201);
}

ServedResponse IssueComments(const WriteCall& call, FakePull& pull) {
  if (call.request.method == "POST") {
    const std::string body = call.Body().value("body", "");
    if (auto problem = BodyProblem(body, "IssueComment")) return *problem;
    Say(pull.talk, call.login, body);
    return JsonAnswer(IssueCommentJson(call, pull, pull.talk.issue_comments.back()), 201);
  }
  Json list = Json::array();
  for (const FakeIssueComment& comment : pull.talk.issue_comments) {
    list.push_back(IssueCommentJson(call, pull, comment));
  }
  return PageAnswer(call.request, call.origin, std::move(list));
}

ServedResponse Reactions(const WriteCall& call, FakePull& pull, int64_t comment,
                         const std::vector<FakeReaction>& reactions) {
  if (call.request.method != "POST") {
    Json list = Json::array();
    for (const FakeReaction& reaction : reactions) list.push_back(ReactionJson(reaction));
    return PageAnswer(call.request, call.origin, std::move(list));
  }
  const std::string content = call.Body().value("content", "");
  const bool is_known =
      std::find(std::begin(kReactions), std::end(kReactions), content) != std::end(kReactions);
  if (!is_known) return Unprocessable("Reaction", "content", "invalid", "Content is invalid");
  const size_t before = reactions.size();
  const int64_t id = React(pull.talk, comment, call.login, content);
  return JsonAnswer(ReactionJson({.id = id, .user = call.login, .content = content}),
                    reactions.size() > before ? 201 : 200);
}

// path: pulls comments ID [reactions]
ServedResponse OneComment(const WriteCall& call, const PathParts& path, FakePull& pull,
                          int64_t id) {
  FakeComment& comment = *FindComment(pull.talk, id);
  if (path.size() == 4 && path[3] == "reactions") {
    return Reactions(call, pull, id, comment.reactions);
  }
  if (path.size() != 3) return NotFoundAnswer();
  if (call.request.method == "DELETE") {
    DeleteComment(pull.talk, id);
    return {.status = 204};
  }
  if (call.request.method == "PATCH") {
    const std::string body = call.Body().value("body", "");
    if (auto problem = BodyProblem(body, "PullRequestReviewComment")) return *problem;
    comment.body = body;
  }
  return JsonAnswer(CommentJson(call, pull, comment));
}

// path: issues comments ID [reactions]
ServedResponse OneIssueComment(const WriteCall& call, const PathParts& path, FakePull& pull,
                               int64_t id) {
  std::vector<FakeIssueComment>& comments = pull.talk.issue_comments;
  auto comment = std::find_if(comments.begin(), comments.end(),
                              [id](const FakeIssueComment& c) { return c.id == id; });
  if (path.size() == 4 && path[3] == "reactions") {
    return Reactions(call, pull, id, comment->reactions);
  }
  if (path.size() != 3) return NotFoundAnswer();
  if (call.request.method == "DELETE") {
    comments.erase(comment);
    return {.status = 204};
  }
  if (call.request.method == "PATCH") {
    const std::string body = call.Body().value("body", "");
    if (auto problem = BodyProblem(body, "IssueComment")) return *problem;
    comment->body = body;
  }
  return JsonAnswer(IssueCommentJson(call, pull, *comment));
}

}  // namespace

Json CommentJson(const WriteCall& call, const FakePull& pull, const FakeComment& comment) {
  Json json = {
      {"id", comment.id},
      {"node_id", absl::StrCat("PRRC_", comment.id)},
      {"pull_request_review_id", comment.review_id == 0 ? Json(nullptr) : Json(comment.review_id)},
      {"diff_hunk", comment.diff_hunk},
      {"path", comment.path},
      {"commit_id", comment.commit_id},
      {"original_commit_id", comment.original_commit_id},
      {"user", UserJson(comment.user)},
      {"body", comment.body},
      {"author_association", "NONE"},
      {"subject_type", comment.is_file ? "file" : "line"},
      {"side", comment.original.side},
      {"line", LineOrNull(comment.anchor.line)},
      {"original_line", LineOrNull(comment.original.line)},
      {"start_line", LineOrNull(comment.anchor.start_line)},
      {"original_start_line", LineOrNull(comment.original.start_line)},
      {"reactions", ReactionCounts(comment.reactions)},
      {"html_url", absl::StrCat("https://github.example/", call.full_name, "/pull/",
                                pull.now->number, "#discussion_r", comment.id)}};
  if (comment.in_reply_to != 0) json["in_reply_to_id"] = comment.in_reply_to;
  return json;
}

std::optional<ServedResponse> CommentsRoute(const WriteCall& call, const PathParts& path,
                                            GitHubState& state) {
  int64_t id = 0;
  const bool is_pulls = path[0] == "pulls";
  if (path.size() >= 3 && path[1] == "comments" && absl::SimpleAtoi(path[2], &id)) {
    FakePull* pull = is_pulls ? state.PullOfComment(id) : state.PullOfIssueComment(id);
    if (pull == nullptr) return NotFoundAnswer();
    return is_pulls ? OneComment(call, path, *pull, id) : OneIssueComment(call, path, *pull, id);
  }
  if (path.size() < 3 || path[2] != "comments" || !absl::SimpleAtoi(path[1], &id)) {
    return std::nullopt;
  }
  const auto found = state.pulls.find(id);
  if (found == state.pulls.end()) return NotFoundAnswer();
  FakePull& pull = found->second;
  if (!is_pulls) return path.size() == 3 ? IssueComments(call, pull) : NotFoundAnswer();
  if (path.size() == 5 && path[4] == "replies" && absl::SimpleAtoi(path[3], &id)) {
    return CreateReply(call, pull, id);
  }
  if (path.size() != 3) return NotFoundAnswer();
  return call.request.method == "POST" ? CreateComment(call, pull) : ListComments(call, pull);
}

}  // namespace allreview::fakes
