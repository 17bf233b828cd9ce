#include "gateway/forge/publish/threads.h"

#include <algorithm>
#include <string>

#include "base/status_macros.h"
#include "gateway/forge/publish/text.h"

namespace allreview::gateway {
namespace {

bool HasSaid(const Conversation& talk, const KnownFinding& finding, Marker::Kind kind) {
  return std::any_of(talk.comments.begin(), talk.comments.end(), [&](const OwnComment& comment) {
    return comment.in_reply_to == finding.thread.comment_id() && comment.marker.has_value() &&
           comment.marker->kind == kind && comment.marker->head == talk.head;
  });
}

}  // namespace

absl::Status Threads::ResolveFixed(const KnownFinding& finding) const {
  if (finding.thread.comment_id() == 0 || finding.thread.thread_id().empty()) {
    return absl::OkStatus();
  }
  if (!HasSaid(talk, finding, Marker::Kind::kFixed)) {
    RETURN_IF_ERROR(api.Reply(pull, finding.thread.comment_id(),
                              FixedReply(language, finding.thread.fingerprint(), talk.head)));
  }
  return api.SetResolved(pull, finding.thread.thread_id(), true);
}

absl::Status Threads::ReopenReturned(const KnownFinding& finding) const {
  if (finding.thread.comment_id() == 0 || finding.thread.thread_id().empty()) {
    return absl::OkStatus();
  }
  if (!HasSaid(talk, finding, Marker::Kind::kBack)) {
    RETURN_IF_ERROR(api.Reply(pull, finding.thread.comment_id(),
                              BackReply(language, finding.thread.fingerprint(), talk.head)));
  }
  return api.SetResolved(pull, finding.thread.thread_id(), false);
}

}  // namespace allreview::gateway
