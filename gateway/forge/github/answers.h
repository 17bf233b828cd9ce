#ifndef GATEWAY_FORGE_GITHUB_ANSWERS_H_
#define GATEWAY_FORGE_GITHUB_ANSWERS_H_

// Comments that answer commands. Each carries a hidden mark of what it answers, so that work that
// is done again after a crash does not answer twice.
//
//   AnswerPlace place = {.full_name = "acme/train", .number = 7, .comment_id = 900, …};
//   ASSIGN_OR_RETURN(bool is_answered, IsAnswered(api, place));
//   if (!is_answered) RETURN_IF_ERROR(PostAnswer(api, place, "Done."));

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "github/api.h"

namespace allreview::gateway {

struct AnswerPlace {
  std::string full_name = {};  // "owner/name".
  int64_t number = 0;
  int64_t comment_id = 0;  // That is answered. 0: a button was.
  bool is_review_comment = false;
  std::string key = {};  // Of the job: what the mark names.
  std::string bot = {};  // Our login; marks of others mean nothing. Empty: not known.
  absl::Time since = absl::InfinitePast();  // Nothing older can be the answer.
};

absl::StatusOr<bool> IsAnswered(github::Api& api, const AnswerPlace& place);

// As a reply in the thread, or in the conversation. The text is cut to GitHub's limit, and `more`
// (Markdown, for example a link) then stands at its end.
absl::Status PostAnswer(github::Api& api, const AnswerPlace& place, absl::string_view text,
                        absl::string_view more = "");

// Eyes under the comment: it was seen, and the answer comes by itself.
absl::Status Acknowledge(github::Api& api, const AnswerPlace& place);

// A review comment's thread: its first comment.
struct ThreadHead {
  int64_t id = 0;
  std::string author = {};
  std::string body = {};
};
absl::StatusOr<ThreadHead> ReadThreadHead(github::Api& api, const AnswerPlace& place);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_ANSWERS_H_
