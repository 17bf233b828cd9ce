#include "gateway/forge/publish/review_post.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "github/errors.h"
#include "github/json.h"
#include "github/json_pages.h"

namespace allreview::gateway {
namespace {

using github::ApiError;
using github::Json;
using review::v1::ReviewComment;

Json ToJson(const ReviewComment& comment) {
  const char* side = comment.side() == change::v1::SIDE_LEFT ? "LEFT" : "RIGHT";
  Json json = {
      {"path", comment.path()}, {"body", comment.body()}, {"line", comment.line()}, {"side", side}};
  if (comment.start_line() > 0) {
    json["start_line"] = comment.start_line();
    json["start_side"] = side;
  }
  return json;
}

bool IsRefused(const absl::Status& status) {
  const std::optional<ApiError> error = github::ApiErrorOf(status);
  return error.has_value() && error->status == 422;
}

}  // namespace

ReviewPost::ReviewPost(github::Api& api, const PullRequestName& pull, const Conversation& talk,
                       ReviewPostOptions options)
    : api_(api), pull_(pull), talk_(talk), options_(std::move(options)) {}

void ReviewPost::Recovered(absl::string_view kind) const {
  if (options_.on_recovery) options_.on_recovery(kind);
}

absl::StatusOr<PostedReview> ReviewPost::Send(std::vector<ReviewComment> comments) {
  comments_ = std::move(comments);
  RETURN_IF_ERROR(DeletePending(talk_.reviews));
  for (;;) {
    absl::StatusOr<PostedReview> posted = TrySend();
    if (posted.ok()) return posted;
    if (github::IsArrivalUnknown(posted.status())) return FindLost(posted.status());
    if (!IsRefused(posted.status())) return posted;
    ASSIGN_OR_RETURN(bool is_better, PutRight(posted.status()));
    if (!is_better) return posted;
  }
}

absl::StatusOr<PostedReview> ReviewPost::TrySend() {
  Json body = {{"commit_id", options_.head},
               {"event", options_.event},
               {"body", options_.write_body(comments_, moved_)},
               {"comments", Json::array()}};
  for (const ReviewComment& comment : comments_) body["comments"].push_back(ToJson(comment));
  ASSIGN_OR_RETURN(github::ApiAnswer answer,
                   api_.Send({.method = "POST",
                              .path_or_url = pull_.path("/reviews"),
                              .body_json = github::ToText(body),
                              .what = absl::StrCat("the review of ", pull_.text())}));
  // It is there, whatever the answer looks like.
  PostedReview posted{.posted = comments_, .moved = moved_};
  absl::StatusOr<Json> json = github::ParseJson(answer.body, Json::value_t::object);
  if (json.ok()) {
    posted.id = github::Number(*json, "id");
    posted.url = github::Text(*json, "html_url");
  }
  return posted;
}

absl::StatusOr<std::vector<OwnReview>> ReviewPost::ListOwn() {
  ASSIGN_OR_RETURN(Conversation now, ReadConversation(api_, pull_, talk_.login));
  return now.reviews;
}

absl::StatusOr<PostedReview> ReviewPost::FindLost(const absl::Status& status) {
  ASSIGN_OR_RETURN(std::vector<OwnReview> reviews, ListOwn());
  for (const OwnReview& review : reviews) {
    const bool is_ours = !review.is_pending && review.marker.has_value() &&
                         review.marker->kind == Marker::Kind::kReview &&
                         review.marker->run == options_.review_id;
    if (!is_ours) continue;
    Recovered("lost_answer");
    return PostedReview{.id = review.id, .url = review.url, .posted = comments_, .moved = moved_};
  }
  return absl::UnavailableError(status.message());
}

// Deletes what is certainly ours: a draft with our marker, or any draft of a bot's. A person who
// lends us their token may be writing one.
absl::Status ReviewPost::DeletePending(const std::vector<OwnReview>& reviews) {
  for (const OwnReview& review : reviews) {
    if (!review.is_pending) continue;
    const bool is_ours = review.marker.has_value() || absl::EndsWith(talk_.login, "[bot]");
    if (!is_ours) {
      return absl::FailedPreconditionError(absl::StrCat(
          pull_.text(), ": \"", talk_.login,
          "\" has a draft review that AllReview did not write, and GitHub allows one; submit or "
          "discard it, or give AllReview an account of its own"));
    }
    RETURN_IF_ERROR(api_.Send({.method = "DELETE",
                               .path_or_url = pull_.path(absl::StrCat("/reviews/", review.id)),
                               .what = absl::StrCat("our draft review of ", pull_.text())})
                        .status());
    Recovered("pending");
  }
  return absl::OkStatus();
}

// Whether another attempt is worth it.
absl::StatusOr<bool> ReviewPost::PutRight(const absl::Status& refusal) {
  const ApiError error = *github::ApiErrorOf(refusal);
  if (error.Says("pending review")) {
    if (std::exchange(has_tried_pending_, true)) return false;
    ASSIGN_OR_RETURN(std::vector<OwnReview> reviews, ListOwn());
    RETURN_IF_ERROR(DeletePending(reviews));
    return true;
  }
  if (error.Says("your own pull request") && options_.event != "COMMENT") {
    options_.event = "COMMENT";
    Recovered("own_pull_request");
    return true;
  }
  if (comments_.empty() || error.Says("too long")) return false;
  if (!std::exchange(has_tried_patches_, true)) {
    ASSIGN_OR_RETURN(bool has_moved, MoveByPatches());
    if (has_moved) return true;
  }
  if (!std::exchange(has_searched_, true)) {
    RETURN_IF_ERROR(MoveBySearch());
    return true;
  }
  // The rest goes to the body: nothing is lost.
  for (ReviewComment& comment : comments_) moved_.push_back(std::move(comment));
  comments_.clear();
  return true;
}

absl::StatusOr<bool> ReviewPost::MoveByPatches() {
  std::map<std::string, std::string> patches;
  bool is_complete = true;
  RETURN_IF_ERROR(ForEach(api_, pull_.path("/files?per_page=100"),
                          absl::StrCat("files of ", pull_.text()), "", [&](const Json& file) {
                            const std::string patch = github::Text(file, "patch");
                            // GitHub leaves large patches out.
                            is_complete = is_complete &&
                                          (!patch.empty() || github::Number(file, "changes") == 0);
                            patches[github::Text(file, "filename")] = patch;
                          }));
  const DiffPositions positions(patches);
  std::vector<ReviewComment> kept;
  const size_t before = moved_.size();
  for (ReviewComment& comment : comments_) {
    const auto patch = patches.find(comment.path());
    const bool is_unknown = patch != patches.end() && patch->second.empty() && !is_complete;
    if (is_unknown || positions.IsLegal(comment)) {
      kept.push_back(std::move(comment));
    } else {
      moved_.push_back(std::move(comment));
    }
  }
  comments_ = std::move(kept);
  if (moved_.size() > before) Recovered("anchor");
  return moved_.size() > before;
}

absl::Status ReviewPost::MoveBySearch() {
  std::vector<bool> bad(comments_.size(), false);
  RETURN_IF_ERROR(Search(0, comments_.size(), /*is_bad=*/true, bad));
  std::vector<ReviewComment> kept;
  for (size_t i = 0; i < comments_.size(); ++i) {
    (bad[i] ? moved_ : kept).push_back(std::move(comments_[i]));
  }
  comments_ = std::move(kept);
  Recovered("anchor");
  return absl::OkStatus();
}

// Marks what GitHub does not take of [first, end). `is_bad`: there is something, for certain.
absl::Status ReviewPost::Search(size_t first, size_t end, bool is_bad, std::vector<bool>& bad) {
  if (first == end) return absl::OkStatus();
  if (!is_bad && probes_ < kMaxProbes) {
    ASSIGN_OR_RETURN(bool is_taken, IsTaken(first, end));
    if (is_taken) return absl::OkStatus();
  }
  if (end - first == 1 || probes_ >= kMaxProbes) {
    for (size_t i = first; i < end; ++i) bad[i] = true;
    return absl::OkStatus();
  }
  const size_t middle = first + (end - first) / 2;
  RETURN_IF_ERROR(Search(first, middle, false, bad));
  bool is_first_half_good = true;
  for (size_t i = first; i < middle; ++i) is_first_half_good = is_first_half_good && !bad[i];
  return Search(middle, end, is_first_half_good, bad);
}

// A review without an event is seen by nobody but us. One that is left behind would block every
// later review, so a failed removal is an error.
absl::StatusOr<bool> ReviewPost::IsTaken(size_t first, size_t end) {
  ++probes_;
  const Marker marker{.kind = Marker::Kind::kReview, .run = "probe", .head = options_.head};
  Json body = {
      {"commit_id", options_.head}, {"body", MarkerText(marker)}, {"comments", Json::array()}};
  for (size_t i = first; i < end; ++i) body["comments"].push_back(ToJson(comments_[i]));
  absl::StatusOr<github::ApiAnswer> answer =
      api_.Send({.method = "POST",
                 .path_or_url = pull_.path("/reviews"),
                 .body_json = github::ToText(body),
                 .what = absl::StrCat("a draft review of ", pull_.text())});
  if (!answer.ok() && IsRefused(answer.status())) return false;
  RETURN_IF_ERROR(answer.status());
  ASSIGN_OR_RETURN(Json json, github::ParseJson(answer->body, Json::value_t::object));
  RETURN_IF_ERROR(
      api_.Send({.method = "DELETE",
                 .path_or_url = pull_.path(absl::StrCat("/reviews/", github::Number(json, "id"))),
                 .what = absl::StrCat("our draft review of ", pull_.text())})
          .status());
  return true;
}

}  // namespace allreview::gateway
