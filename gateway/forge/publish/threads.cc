#include "gateway/forge/publish/threads.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/publish/text.h"
#include "github/json.h"

namespace allreview::gateway {
namespace {

constexpr absl::string_view kResolve =
    "mutation($threadId: ID!) { resolveReviewThread(input: {threadId: $threadId}) "
    "{ thread { id isResolved } } }";
constexpr absl::string_view kUnresolve =
    "mutation($threadId: ID!) { unresolveReviewThread(input: {threadId: $threadId}) "
    "{ thread { id isResolved } } }";

bool HasSaid(const Conversation& talk, const KnownFinding& finding, Marker::Kind kind) {
  return std::any_of(talk.comments.begin(), talk.comments.end(), [&](const OwnComment& comment) {
    return comment.in_reply_to == finding.thread.comment_id() && comment.marker.has_value() &&
           comment.marker->kind == kind && comment.marker->head == talk.head;
  });
}

absl::Status Say(github::Api& api, const PullRequestName& pull, const KnownFinding& finding,
                 const std::string& body) {
  return api
      .Send({.method = "POST",
             .path_or_url =
                 pull.path(absl::StrCat("/comments/", finding.thread.comment_id(), "/replies")),
             .body_json = github::ToText({{"body", body}}),
             .what = absl::StrCat("a reply on ", pull.text())})
      .status();
}

absl::Status SetResolved(github::Api& api, const PullRequestName& pull, const KnownFinding& finding,
                         absl::string_view mutation) {
  return api
      .GraphQl({.query = std::string(mutation),
                .variables_json = github::ToText({{"threadId", finding.thread.thread_id()}}),
                .what = absl::StrCat("a thread of ", pull.text()),
                .is_idempotent = true})
      .status();
}

}  // namespace

absl::Status ResolveFixed(github::Api& api, const PullRequestName& pull, const Conversation& talk,
                          const KnownFinding& finding) {
  if (finding.thread.comment_id() == 0 || finding.thread.thread_id().empty()) {
    return absl::OkStatus();
  }
  if (!HasSaid(talk, finding, Marker::Kind::kFixed)) {
    RETURN_IF_ERROR(Say(api, pull, finding, FixedReply(finding.thread.fingerprint(), talk.head)));
  }
  return SetResolved(api, pull, finding, kResolve);
}

absl::Status ReopenReturned(github::Api& api, const PullRequestName& pull, const Conversation& talk,
                            const KnownFinding& finding) {
  if (finding.thread.comment_id() == 0 || finding.thread.thread_id().empty()) {
    return absl::OkStatus();
  }
  if (!HasSaid(talk, finding, Marker::Kind::kBack)) {
    RETURN_IF_ERROR(Say(api, pull, finding, BackReply(finding.thread.fingerprint(), talk.head)));
  }
  return SetResolved(api, pull, finding, kUnresolve);
}

}  // namespace allreview::gateway
