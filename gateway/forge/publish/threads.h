#ifndef GATEWAY_FORGE_PUBLISH_THREADS_H_
#define GATEWAY_FORGE_PUBLISH_THREADS_H_

// Our part in the threads of findings: resolved with a word when the finding is gone, opened again
// when it is back. Each is done once: what was said at this head is not said again, in whatever
// language it was said.
//
//   const Threads threads{.api = api, .pull = pull, .talk = talk, .language = language};
//   RETURN_IF_ERROR(threads.ResolveFixed(finding));

#include "absl/status/status.h"
#include "gateway/forge/publish/conversation.h"
#include "gateway/forge/publish/identity.h"
#include "sentences/phrase.h"

namespace allreview::gateway {

struct Threads {
  ForgeApi& api;
  const PullRequestName& pull;
  const Conversation& talk;
  Language language = Language::kEnglish;

  // Replies "Fixed in HEAD" and resolves. Without a thread (a finding of a body, or threads that
  // this token cannot read) there is nothing to do.
  absl::Status ResolveFixed(const KnownFinding& finding) const;

  absl::Status ReopenReturned(const KnownFinding& finding) const;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_THREADS_H_
