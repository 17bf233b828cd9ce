// Reviews of the fake GitHub: all or nothing, one pending review for each user.

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

Json ReviewJson(const WriteCall& call, const FakePull& pull, const FakeReview& review) {
  Json json = {{"id", review.id},
               {"node_id", absl::StrCat("PRR_", review.id)},
               {"user", UserJson(review.user)},
               {"body", review.body},
               {"state", review.state},
               {"commit_id", review.commit_id},
               {"author_association", "NONE"},
               {"html_url", absl::StrCat("https://github.example/", call.full_name, "/pull/",
                                         pull.now->number, "#pullrequestreview-", review.id)}};
  if (review.state != "PENDING") json["submitted_at"] = "2026-01-01T00:00:00Z";
  return json;
}

std::string StateOf(const std::string& event) {
  if (event.empty()) return "PENDING";
  if (event == "COMMENT") return "COMMENTED";
  if (event == "APPROVE") return "APPROVED";
  return event == "REQUEST_CHANGES" ? "CHANGES_REQUESTED" : "";
}

bool HasPending(const FakePull& pull, const std::string& login) {
  return std::any_of(pull.talk.reviews.begin(), pull.talk.reviews.end(), [&](const auto& review) {
    return review.user == login && review.state == "PENDING";
  });
}

// What is wrong with event and body; none: they will do.
std::optional<ServedResponse> EventProblem(const WriteCall& call, const FakePull& pull,
                                           const std::string& event, const std::string& body) {
  if (StateOf(event).empty()) return Unprocessable(absl::StrCat("Event ", event, " is invalid"));
  const bool is_own = call.login == pull.now->author;
  if (is_own && event == "APPROVE") {
    return Unprocessable("Can not approve your own pull request");
  }
  if (is_own && event == "REQUEST_CHANGES") {
    return Unprocessable("Can not request changes on your own pull request");
  }
  if (body.empty() && (event == "COMMENT" || event == "REQUEST_CHANGES")) {
    return Unprocessable("Body can't be blank");
  }
  if (CountCharacters(body) > kMaxBody) {
    return Unprocessable("PullRequestReview", "body", "unprocessable",
                         "Body is too long (maximum is 65536 characters)");
  }
  return std::nullopt;
}

FakeAnchor AnchorOf(const Json& comment) {
  return {.path = comment.value("path", ""),
          .side = comment.value("side", "RIGHT"),
          .line = comment.value("line", 0),
          .start_side = comment.value("start_side", ""),
          .start_line = comment.value("start_line", 0)};
}

const FakeChange* ChangeAt(const std::vector<FakeChange>& changes, const std::string& path) {
  for (const FakeChange& change : changes) {
    if (change.path == path) return &change;
  }
  return nullptr;
}

// None: each may stand where it wants to.
std::optional<ServedResponse> CommentsProblem(const std::vector<FakeChange>& changes,
                                              const Json& comments) {
  for (const Json& comment : comments) {
    const std::string body = comment.value("body", "");
    if (body.empty()) return Unprocessable("Body can't be blank");
    if (CountCharacters(body) > kMaxBody) {
      return Unprocessable("PullRequestReviewComment", "body", "unprocessable",
                           "Body is too long (maximum is 65536 characters)");
    }
    const std::string problem = AnchorProblem(changes, AnchorOf(comment));
    if (!problem.empty()) return Unprocessable(problem);
  }
  return std::nullopt;
}

void AddComments(const FakeReview& review, const std::vector<FakeChange>& changes,
                 const Json& comments, FakeConversation& talk) {
  const bool is_pending = review.state == "PENDING";
  for (const Json& json : comments) {
    FakeComment comment;
    comment.id = talk.next_id++;
    comment.review_id = review.id;
    comment.user = review.user;
    comment.body = json.value("body", "");
    comment.original = comment.anchor = AnchorOf(json);
    comment.path = comment.anchor.path;
    const FakeChange* change = ChangeAt(changes, comment.path);
    if (change != nullptr) comment.diff_hunk = DiffHunkOf(*change, comment.anchor);
    comment.is_pending = is_pending;
    comment.commit_id = comment.original_commit_id = review.commit_id;
    talk.threads.push_back({.id = absl::StrCat("PRRT_", comment.id), .first_comment = comment.id});
    talk.comments.push_back(std::move(comment));
  }
}

ServedResponse Create(const WriteCall& call, FakePull& pull) {
  const Json body = call.Body();
  const std::string event = body.value("event", ""), text = body.value("body", "");
  const std::string commit = body.value("commit_id", pull.now->head_sha());
  const auto version = pull.versions.find(commit);
  if (version == pull.versions.end()) {
    return Unprocessable("The commit_id is not part of the pull request");
  }
  if (std::optional<ServedResponse> problem = EventProblem(call, pull, event, text)) {
    return *problem;
  }
  if (HasPending(pull, call.login)) {
    return Unprocessable("User can only have one pending review per pull request");
  }
  const Json comments = body.value("comments", Json::array());
  const std::vector<FakeChange> changes = Changes(*version->second);
  if (std::optional<ServedResponse> problem = CommentsProblem(changes, comments)) return *problem;
  FakeReview review{.id = pull.talk.next_id++,
                    .user = call.login,
                    .body = text,
                    .state = StateOf(event),
                    .commit_id = commit};
  AddComments(review, changes, comments, pull.talk);
  pull.talk.reviews.push_back(review);
  return JsonAnswer(ReviewJson(call, pull, review));
}

ServedResponse List(const WriteCall& call, const FakePull& pull) {
  Json list = Json::array();
  for (const FakeReview& review : pull.talk.reviews) {
    const bool is_hidden = review.state == "PENDING" && review.user != call.login;
    if (!is_hidden) list.push_back(ReviewJson(call, pull, review));
  }
  return PageAnswer(call.request, call.origin, std::move(list));
}

ServedResponse Submit(const WriteCall& call, FakePull& pull, FakeReview& review) {
  const Json body = call.Body();
  const std::string event = body.value("event", "");
  const std::string text = body.value("body", review.body);
  if (event.empty()) return Unprocessable("Event can't be blank");
  if (review.state != "PENDING") return Unprocessable("Can not submit a review twice");
  if (std::optional<ServedResponse> problem = EventProblem(call, pull, event, text)) {
    return *problem;
  }
  review.state = StateOf(event);
  review.body = text;
  for (FakeComment& comment : pull.talk.comments) {
    if (comment.review_id == review.id) comment.is_pending = false;
  }
  return JsonAnswer(ReviewJson(call, pull, review));
}

ServedResponse Delete(const WriteCall& call, FakePull& pull, size_t index) {
  const FakeReview review = pull.talk.reviews[index];
  if (review.state != "PENDING") {
    return Unprocessable("Can not delete a non-pending pull request review");
  }
  std::vector<int64_t> comments;
  for (const FakeComment& comment : pull.talk.comments) {
    if (comment.review_id == review.id) comments.push_back(comment.id);
  }
  for (int64_t comment : comments) DeleteComment(pull.talk, comment);
  pull.talk.reviews.erase(pull.talk.reviews.begin() + static_cast<ptrdiff_t>(index));
  return JsonAnswer(ReviewJson(call, pull, review));
}

}  // namespace

// path: pulls N reviews [ID [events|comments]]
std::optional<ServedResponse> ReviewsRoute(const WriteCall& call, const PathParts& path,
                                           FakePull& pull) {
  const std::string& method = call.request.method;
  if (path.size() == 3) return method == "POST" ? Create(call, pull) : List(call, pull);
  int64_t id = 0;
  (void)absl::SimpleAtoi(path[3], &id);
  for (size_t i = 0; i < pull.talk.reviews.size(); ++i) {
    FakeReview& review = pull.talk.reviews[i];
    const bool is_hidden = review.state == "PENDING" && review.user != call.login;
    if (review.id != id || is_hidden) continue;
    if (path.size() == 5 && path[4] == "events") return Submit(call, pull, review);
    if (path.size() == 5 && path[4] == "comments") {
      Json list = Json::array();
      for (const FakeComment& comment : pull.talk.comments) {
        if (comment.review_id == id) list.push_back(CommentJson(call, pull, comment));
      }
      return PageAnswer(call.request, call.origin, std::move(list));
    }
    if (path.size() != 4) break;
    if (method == "DELETE") return Delete(call, pull, i);
    if (method == "PUT") review.body = call.Body().value("body", "");
    return JsonAnswer(ReviewJson(call, pull, review));
  }
  return NotFoundAnswer();
}

}  // namespace allreview::fakes
