// GraphQL of the fake GitHub: knows by name the few operations that reviewers need, and takes their
// arguments from the variables.

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tests/fakes/github_state.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxNodes = 100;

// GraphQL names bots without their suffix.
Json ActorJson(const std::string& login) {
  return {{"login", std::string(absl::StripSuffix(login, "[bot]"))},
          {"__typename", absl::EndsWith(login, "[bot]") ? "Bot" : "User"}};
}

ServedResponse GraphQlError(const std::string& type, const std::string& message) {
  return JsonAnswer(
      {{"data", nullptr}, {"errors", Json::array({{{"type", type}, {"message", message}}})}});
}

ServedResponse Data(Json data) { return JsonAnswer({{"data", std::move(data)}}); }

// The number behind `name(first:`; kMaxNodes when it is a variable or not there.
size_t First(const std::string& query, const std::string& name) {
  const size_t start = query.find(absl::StrCat(name, "("));
  const size_t at = start == std::string::npos ? start : query.find("first:", start);
  size_t count = 0;
  for (size_t i = at == std::string::npos ? query.size() : at + 6; i < query.size(); ++i) {
    if (query[i] == ' ') continue;
    if (query[i] < '0' || query[i] > '9') break;
    count = count * 10 + static_cast<size_t>(query[i] - '0');
  }
  return count == 0 ? kMaxNodes : std::min(count, kMaxNodes);
}

Json PageInfo(size_t end, size_t total) {
  return {{"hasNextPage", end < total}, {"endCursor", absl::StrCat("c", end)}};
}

Json ThreadJson(const FakePull& pull, const FakeThread& thread, size_t max_comments) {
  Json comments = Json::array();
  bool is_outdated = false;
  size_t total = 0;
  for (const FakeComment& comment : pull.talk.comments) {
    const bool is_first = comment.id == thread.first_comment;
    if (!is_first && comment.in_reply_to != thread.first_comment) continue;
    if (is_first) is_outdated = comment.anchor.line == 0 && !comment.is_file;
    if (++total > max_comments) continue;
    comments.push_back(
        {{"databaseId", comment.id},
         {"fullDatabaseId", absl::StrCat(comment.id)},
         {"author", ActorJson(comment.user)},
         {"path", comment.path},
         {"line", comment.anchor.line == 0 ? Json(nullptr) : Json(comment.anchor.line)},
         {"body", comment.body}});
  }
  return {{"id", thread.id},
          {"isResolved", thread.is_resolved},
          {"isOutdated", is_outdated},
          {"resolvedBy", thread.is_resolved ? ActorJson(thread.resolved_by) : Json(nullptr)},
          {"comments",
           {{"nodes", comments},
            {"totalCount", total},
            {"pageInfo", PageInfo(std::min(total, max_comments), total)}}}};
}

bool IsPending(const FakePull& pull, const FakeThread& thread) {
  return std::any_of(pull.talk.comments.begin(), pull.talk.comments.end(),
                     [&](const auto& c) { return c.id == thread.first_comment && c.is_pending; });
}

ServedResponse Threads(const std::string& query, const Json& variables, GitHubState& state) {
  int64_t number = 0;
  if (variables.contains("number") && variables["number"].is_number()) number = variables["number"];
  const auto found = state.pulls.find(number);
  if (found == state.pulls.end()) {
    return GraphQlError("NOT_FOUND", absl::StrCat("Could not resolve to a PullRequest with the "
                                                  "number of ",
                                                  number, "."));
  }
  size_t start = 0;
  for (const char* name : {"after", "cursor"}) {
    if (!variables.contains(name) || !variables[name].is_string()) continue;
    const std::string cursor = variables[name];
    if (!absl::SimpleAtoi(cursor.substr(std::min<size_t>(1, cursor.size())), &start)) {
      return GraphQlError("INVALID_CURSOR_ARGUMENTS", "The cursor is invalid.");
    }
  }
  Json nodes = Json::array();
  const FakePull& pull = found->second;
  const size_t end = std::min(pull.talk.threads.size(), start + First(query, "reviewThreads"));
  for (size_t i = start; i < end; ++i) {
    if (IsPending(pull, pull.talk.threads[i])) continue;
    nodes.push_back(ThreadJson(pull, pull.talk.threads[i], First(query, "comments")));
  }
  Json threads = {{"nodes", nodes},
                  {"totalCount", pull.talk.threads.size()},
                  {"pageInfo", PageInfo(end, pull.talk.threads.size())}};
  return Data({{"repository", {{"pullRequest", {{"reviewThreads", threads}}}}}});
}

ServedResponse SetResolved(const WriteCall& call, bool is_resolved, FakePull& pull,
                           const std::string& id) {
  for (FakeThread& thread : pull.talk.threads) {
    if (thread.id != id) continue;
    thread.is_resolved = is_resolved;
    thread.resolved_by = is_resolved ? call.login : "";
  }
  return Data({{is_resolved ? "resolveReviewThread" : "unresolveReviewThread",
                {{"thread", {{"id", id}, {"isResolved", is_resolved}}}}}});
}

ServedResponse AddReply(const WriteCall& call, FakePull& pull, const std::string& id,
                        const std::string& body) {
  int64_t first = 0;
  for (const FakeThread& thread : pull.talk.threads) {
    if (thread.id == id) first = thread.first_comment;
  }
  if (body.empty()) return GraphQlError("UNPROCESSABLE", "Body can't be blank");
  const int64_t reply = Reply(pull.talk, first, call.login, body);
  return Data(
      {{"addPullRequestReviewThreadReply",
        {{"comment",
          {{"id", absl::StrCat("PRRC_", reply)}, {"databaseId", reply}, {"body", body}}}}}});
}

// The value of the first of the names that is there.
std::string Variable(const Json& variables, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (variables.contains(name) && variables[name].is_string()) return variables[name];
    if (variables.contains("input") && variables["input"].contains(name)) {
      return variables["input"].value(name, "");
    }
  }
  return "";
}

}  // namespace

ServedResponse GraphQlAnswer(const WriteCall& call, GitHubState& state) {
  const Json body = call.Body();
  const std::string query = body.value("query", "");
  const Json variables = body.contains("variables") && body["variables"].is_object()
                             ? body["variables"]
                             : Json::object();
  const bool is_unresolve = absl::StrContains(query, "unresolveReviewThread");
  const bool is_resolve = absl::StrContains(query, "resolveReviewThread") && !is_unresolve;
  const bool is_reply = absl::StrContains(query, "addPullRequestReviewThreadReply");
  if (!is_unresolve && !is_resolve && !is_reply) {
    if (absl::StrContains(query, "reviewThreads")) return Threads(query, variables, state);
    if (absl::StrContains(query, "viewer")) return Data({{"viewer", {{"login", call.login}}}});
    return GraphQlError("undefinedField", "The fake GitHub does not know this query.");
  }
  const std::string id =
      Variable(variables, {"threadId", "pullRequestReviewThreadId", "thread", "id"});
  FakePull* pull = state.PullOfThread(id);
  if (pull == nullptr) {
    return GraphQlError(
        "NOT_FOUND", absl::StrCat("Could not resolve to a node with the global id of '", id, "'"));
  }
  if (is_reply) return AddReply(call, *pull, id, Variable(variables, {"body"}));
  return SetResolved(call, is_resolve, *pull, id);
}

}  // namespace allreview::fakes
