// What GitHub is told.

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/github/check_runs.h"
#include "gateway/forge/github/github_forge_api.h"
#include "gateway/forge/github/paths.h"
#include "github/errors.h"
#include "github/json.h"

namespace allreview::gateway {
namespace {

using github::ApiAnswer;
using github::ApiError;
using github::Json;
using review::v1::ReviewComment;

constexpr absl::string_view kResolve =
    "mutation($threadId: ID!) { resolveReviewThread(input: {threadId: $threadId}) "
    "{ thread { id isResolved } } }";
constexpr absl::string_view kUnresolve =
    "mutation($threadId: ID!) { unresolveReviewThread(input: {threadId: $threadId}) "
    "{ thread { id isResolved } } }";

// 422 is GitHub's word for whatever it does not like of a review.
absl::Status ToForge(const absl::Status& status) {
  if (github::IsArrivalUnknown(status)) return absl::UnknownError(status.message());
  const std::optional<ApiError> error = github::ApiErrorOf(status);
  if (!error.has_value() || error->status != 422) return status;
  return WithRefusal(status, error->Says("pending review")          ? Refusal::kDraftExists
                             : error->Says("your own pull request") ? Refusal::kOwnPullRequest
                             : error->Says("too long")              ? Refusal::kTooLong
                                                                    : Refusal::kOther);
}

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

Json ToJson(const NewReview& review) {
  Json body = {{"commit_id", review.head}, {"body", review.body}, {"comments", Json::array()}};
  // A review without an event is a draft.
  if (review.verdict != NewReview::Verdict::kDraft) {
    const bool is_blocking = review.verdict == NewReview::Verdict::kRequestChanges;
    body["event"] = is_blocking ? "REQUEST_CHANGES" : "COMMENT";
  }
  for (const ReviewComment& comment : review.comments) body["comments"].push_back(ToJson(comment));
  return body;
}

}  // namespace

absl::StatusOr<ApiAnswer> GitHubForgeApi::Write(const github::ApiCall& call) {
  absl::StatusOr<ApiAnswer> answer = api_->Send(call);
  if (answer.ok()) return answer;
  return ToForge(answer.status());
}

absl::StatusOr<PostedReview> GitHubForgeApi::PostReview(const PullRequestName& pull,
                                                        const NewReview& review) {
  const bool is_draft = review.verdict == NewReview::Verdict::kDraft;
  ASSIGN_OR_RETURN(const ApiAnswer answer,
                   Write({.method = "POST",
                          .path_or_url = PullRequestPath(pull, "/reviews"),
                          .body_json = github::ToText(ToJson(review)),
                          .what = absl::StrCat(is_draft ? "a draft review of " : "the review of ",
                                               pull.text())}));
  // It is there, whatever the answer looks like.
  const absl::StatusOr<Json> json = github::ParseJson(answer.body, Json::value_t::object);
  if (!json.ok()) return PostedReview{};
  return PostedReview{.id = github::Number(*json, "id"), .url = github::Text(*json, "html_url")};
}

absl::Status GitHubForgeApi::EditReview(const PullRequestName& pull, int64_t review,
                                        const std::string& body) {
  return Write({.method = "PUT",
                .path_or_url = PullRequestPath(pull, absl::StrCat("/reviews/", review)),
                .body_json = github::ToText({{"body", body}}),
                .what = absl::StrCat("our review of ", pull.text()),
                .is_idempotent = true})
      .status();
}

absl::Status GitHubForgeApi::DeleteDraft(const PullRequestName& pull, int64_t review) {
  return Write({.method = "DELETE",
                .path_or_url = PullRequestPath(pull, absl::StrCat("/reviews/", review)),
                .what = absl::StrCat("our draft review of ", pull.text())})
      .status();
}

absl::StatusOr<int64_t> GitHubForgeApi::PostFileComment(const PullRequestName& pull,
                                                        const std::string& head,
                                                        const ReviewComment& comment) {
  ASSIGN_OR_RETURN(const ApiAnswer answer,
                   Write({.method = "POST",
                          .path_or_url = PullRequestPath(pull, "/comments"),
                          .body_json = github::ToText({{"body", comment.body()},
                                                       {"commit_id", head},
                                                       {"path", comment.path()},
                                                       {"subject_type", "file"}}),
                          .what = absl::StrCat("a comment on ", pull.text())}));
  const absl::StatusOr<Json> json = github::ParseJson(answer.body, Json::value_t::object);
  return json.ok() ? github::Number(*json, "id") : 0;
}

absl::Status GitHubForgeApi::Reply(const PullRequestName& pull, int64_t comment,
                                   const std::string& body) {
  const std::string path =
      comment == 0
          ? RepositoryPath(pull.repository, absl::StrCat("/issues/", pull.number, "/comments"))
          : PullRequestPath(pull, absl::StrCat("/comments/", comment, "/replies"));
  return Write({.method = "POST",
                .path_or_url = path,
                .body_json = github::ToText({{"body", body}}),
                .what = absl::StrCat("a reply on ", pull.text())})
      .status();
}

absl::Status GitHubForgeApi::SetResolved(const PullRequestName& pull, const std::string& thread,
                                         bool is_resolved) {
  return ToForge(api_->GraphQl({.query = std::string(is_resolved ? kResolve : kUnresolve),
                                .variables_json = github::ToText({{"threadId", thread}}),
                                .what = absl::StrCat("a thread of ", pull.text()),
                                .is_idempotent = true})
                     .status());
}

absl::Status GitHubForgeApi::Acknowledge(const PullRequestName& pull, const CommentPlace& comment) {
  const char* kind = comment.is_on_diff ? "/pulls/comments/" : "/issues/comments/";
  return Write({.method = "POST",
                .path_or_url =
                    RepositoryPath(pull.repository, absl::StrCat(kind, comment.id, "/reactions")),
                .body_json = R"({"content":"eyes"})",
                .what = absl::StrCat("the reaction on ", pull.text()),
                .is_idempotent = true})  // GitHub keeps one of a kind.
      .status();
}

absl::StatusOr<WrittenCheck> GitHubForgeApi::WriteCheck(const std::string& repository,
                                                        const Check& check) {
  absl::StatusOr<WrittenCheck> written = WriteCheckRun(*api_, repository, check);
  if (written.ok()) return written;
  return ToForge(written.status());
}

}  // namespace allreview::gateway
