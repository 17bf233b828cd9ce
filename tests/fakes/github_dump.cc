#include "tests/fakes/github_dump.h"

#include <utility>

#include "tests/fakes/github_state.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

Json Dump(const std::vector<FakeReaction>& reactions) {
  Json list = Json::array();
  for (const FakeReaction& reaction : reactions) {
    list.push_back({{"user", reaction.user}, {"content", reaction.content}});
  }
  return list;
}

Json Dump(const FakeComment& comment) {
  return {{"id", comment.id},
          {"review_id", comment.review_id},
          {"in_reply_to", comment.in_reply_to},
          {"user", comment.user},
          {"body", comment.body},
          {"path", comment.path},
          {"side", comment.original.side},
          {"line", comment.anchor.line},
          {"start_line", comment.anchor.start_line},
          {"original_line", comment.original.line},
          {"is_file", comment.is_file},
          {"is_pending", comment.is_pending},
          {"commit_id", comment.original_commit_id},
          {"reactions", Dump(comment.reactions)}};
}

Json Dump(int64_t number, const std::string& head, const FakeConversation& talk) {
  Json json = {{"number", number},         {"head", head},
               {"reviews", Json::array()}, {"comments", Json::array()},
               {"threads", Json::array()}, {"issue_comments", Json::array()}};
  for (const FakeReview& review : talk.reviews) {
    json["reviews"].push_back({{"id", review.id},
                               {"user", review.user},
                               {"body", review.body},
                               {"state", review.state},
                               {"commit_id", review.commit_id}});
  }
  for (const FakeComment& comment : talk.comments) json["comments"].push_back(Dump(comment));
  for (const FakeThread& thread : talk.threads) {
    json["threads"].push_back({{"id", thread.id},
                               {"first_comment", thread.first_comment},
                               {"is_resolved", thread.is_resolved},
                               {"resolved_by", thread.resolved_by}});
  }
  for (const FakeIssueComment& comment : talk.issue_comments) {
    json["issue_comments"].push_back({{"id", comment.id},
                                      {"user", comment.user},
                                      {"body", comment.body},
                                      {"reactions", Dump(comment.reactions)}});
  }
  return json;
}

}  // namespace

Json DumpState(const GitHubServer& server) {
  Json state = {{"pulls", Json::array()},
                {"check_runs", Json::array()},
                {"rate_used", server.rate_used()},
                {"faults_left", server.faults_left()}};
  for (int64_t number : server.pull_requests()) {
    state["pulls"].push_back(
        Dump(number, server.pull_request(number).head_sha(), server.conversation(number)));
  }
  for (const FakeCheckRun& run : server.check_runs()) {
    Json json = run.fields;
    json["id"] = run.id;
    json["head_sha"] = run.head_sha;
    json["annotations"] = run.annotations;
    json["writes"] = run.writes;
    state["check_runs"].push_back(std::move(json));
  }
  return state;
}

}  // namespace allreview::fakes
