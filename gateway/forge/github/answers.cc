#include "gateway/forge/github/answers.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/github/long_text.h"
#include "github/json.h"
#include "github/json_pages.h"

namespace allreview::gateway {
namespace {

using github::At;
using github::Json;
using github::Number;
using github::Text;

// Keys hold nothing that could end the comment early; see jobs.cc.
std::string MarkOf(const AnswerPlace& place) {
  return absl::StrCat("<!-- allreview:v1 answer=", place.key, " -->");
}

std::string PathOf(const AnswerPlace& place, absl::string_view kind) {
  return absl::StrCat("/repos/", place.full_name, "/", kind);
}

std::string WhatOf(const AnswerPlace& place, absl::string_view thing) {
  return absl::StrCat(thing, " pull request ", place.number, " of \"", place.full_name, "\"");
}

bool IsOurs(const Json& comment, const AnswerPlace& place) {
  return place.bot.empty() || absl::EqualsIgnoreCase(Text(At(comment, "user"), "login"), place.bot);
}

absl::StatusOr<Json> ReadComment(github::Api& api, const AnswerPlace& place, int64_t id) {
  return ReadObject(api, PathOf(place, absl::StrCat("pulls/comments/", id)),
                    WhatOf(place, absl::StrCat("comment ", id, " of")));
}

}  // namespace

absl::StatusOr<bool> IsAnswered(github::Api& api, const AnswerPlace& place) {
  std::string kind = place.is_review_comment ? "pulls/" : "issues/";
  std::string url = PathOf(place, absl::StrCat(kind, place.number, "/comments?per_page=100&since=",
                                               absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", place.since,
                                                                absl::UTCTimeZone())));
  std::string mark = MarkOf(place);
  bool is_answered = false;
  RETURN_IF_ERROR(ForEach(api, url, WhatOf(place, "the comments on"), "", [&](const Json& comment) {
    is_answered |= IsOurs(comment, place) && absl::StrContains(Text(comment, "body"), mark);
  }));
  return is_answered;
}

absl::StatusOr<ThreadHead> ReadThreadHead(github::Api& api, const AnswerPlace& place) {
  ASSIGN_OR_RETURN(Json comment, ReadComment(api, place, place.comment_id));
  int64_t head = Number(comment, "in_reply_to_id", place.comment_id);
  if (head != place.comment_id) {
    ASSIGN_OR_RETURN(comment, ReadComment(api, place, head));
  }
  return ThreadHead{
      .id = head, .author = Text(At(comment, "user"), "login"), .body = Text(comment, "body")};
}

absl::Status PostAnswer(github::Api& api, const AnswerPlace& place, absl::string_view text,
                        absl::string_view more) {
  std::string mark = absl::StrCat("\n\n", MarkOf(place));
  std::string body =
      absl::StrCat(CutAtSection(text, kMaxCommentCharacters - CharactersOf(mark), more), mark);
  std::string path = PathOf(place, absl::StrCat("issues/", place.number, "/comments"));
  if (place.is_review_comment) {
    // GitHub takes replies to the first comment of a thread only.
    ASSIGN_OR_RETURN(ThreadHead head, ReadThreadHead(api, place));
    path = PathOf(place, absl::StrCat("pulls/", place.number, "/comments/", head.id, "/replies"));
  }
  return api
      .Send({.method = "POST",
             .path_or_url = path,
             .body_json = github::ToText({{"body", std::move(body)}}),
             .what = WhatOf(place, "the answer on")})
      .status();
}

absl::Status Acknowledge(github::Api& api, const AnswerPlace& place) {
  if (place.comment_id == 0) return absl::OkStatus();
  std::string kind = place.is_review_comment ? "pulls/comments/" : "issues/comments/";
  return api
      .Send({.method = "POST",
             .path_or_url = PathOf(place, absl::StrCat(kind, place.comment_id, "/reactions")),
             .body_json = R"({"content":"eyes"})",
             .what = WhatOf(place, "the reaction on"),
             .is_idempotent = true})  // GitHub keeps one of a kind.
      .status();
}

}  // namespace allreview::gateway
