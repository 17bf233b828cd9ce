#ifndef GATEWAY_FORGE_COMMANDS_ANSWERS_H_
#define GATEWAY_FORGE_COMMANDS_ANSWERS_H_

// Comments that answer commands. Each carries a hidden mark of what it answers, so that work that
// is done again after a crash does not answer twice.
//
//   AnswerPlace place = {.pull = {"acme/train", 7}, .comment = {.id = 900}, …};
//   ASSIGN_OR_RETURN(bool is_answered, IsAnswered(api, place));
//   if (!is_answered) RETURN_IF_ERROR(PostAnswer(api, place, "Done."));

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/forge/forge_api.h"

namespace allreview::gateway {

struct AnswerPlace {
  PullRequestName pull = {};
  CommentPlace comment = {};  // That is answered. Its id is 0: a button was.
  std::string key = {};       // Of the job: what the mark names.
  std::string bot = {};       // Our login; marks of others mean nothing. Empty: not known.
  absl::Time since = absl::InfinitePast();  // Nothing older can be the answer.
};

absl::StatusOr<bool> IsAnswered(ForgeApi& api, const AnswerPlace& place);

// As a reply in the thread, or in the conversation. The text is cut to the limit of comments, and
// `more` (Markdown, for example a link) then stands at its end.
absl::Status PostAnswer(ForgeApi& api, const AnswerPlace& place, absl::string_view text,
                        absl::string_view more = "");

// Eyes under the comment: it was seen, and the answer comes by itself.
absl::Status Acknowledge(ForgeApi& api, const AnswerPlace& place);

// The first comment of the thread that the comment is in, which is on the diff.
absl::StatusOr<ForgeComment> ReadThreadHead(ForgeApi& api, const AnswerPlace& place);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_COMMANDS_ANSWERS_H_
