#include "gateway/forge/commands/answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/commands/long_text.h"

namespace allreview::gateway {
namespace {

// Keys hold nothing that could end the comment early; see jobs.cc.
std::string MarkOf(const AnswerPlace& place) {
  return absl::StrCat("<!-- allreview:v1 answer=", place.key, " -->");
}

bool IsOnDiff(const AnswerPlace& place) {
  return place.comment.id != 0 && place.comment.is_on_diff;
}

}  // namespace

absl::StatusOr<bool> IsAnswered(ForgeApi& api, const AnswerPlace& place) {
  ASSIGN_OR_RETURN(
      const std::vector<ForgeComment> comments,
      api.ListComments(place.pull,
                       {.author = place.bot, .is_on_diff = IsOnDiff(place), .since = place.since}));
  return std::any_of(comments.begin(), comments.end(),
                     [mark = MarkOf(place)](const ForgeComment& comment) {
                       return absl::StrContains(comment.body, mark);
                     });
}

absl::StatusOr<ForgeComment> ReadThreadHead(ForgeApi& api, const AnswerPlace& place) {
  ASSIGN_OR_RETURN(ForgeComment comment, api.ReadComment(place.pull, place.comment.id));
  if (comment.in_reply_to == 0) return comment;
  return api.ReadComment(place.pull, comment.in_reply_to);
}

absl::Status PostAnswer(ForgeApi& api, const AnswerPlace& place, absl::string_view text,
                        absl::string_view more) {
  const std::string mark = absl::StrCat("\n\n", MarkOf(place));
  const std::string body =
      absl::StrCat(CutAtSection(text, kMaxCommentCharacters - CharactersOf(mark), more), mark);
  if (!IsOnDiff(place)) return api.Reply(place.pull, 0, body);
  // Replies go to the first comment of a thread only.
  ASSIGN_OR_RETURN(const ForgeComment head, ReadThreadHead(api, place));
  return api.Reply(place.pull, head.id, body);
}

absl::Status Acknowledge(ForgeApi& api, const AnswerPlace& place) {
  if (place.comment.id == 0) return absl::OkStatus();
  return api.Acknowledge(place.pull, place.comment);
}

}  // namespace allreview::gateway
