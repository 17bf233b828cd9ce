#ifndef GATEWAY_FORGE_PUBLISH_THREADS_H_
#define GATEWAY_FORGE_PUBLISH_THREADS_H_

// Our part in the threads of findings: resolved with a word when the finding is gone, opened again
// when it is back. Each is done once: what was said at this head is not said again.

#include "absl/status/status.h"
#include "gateway/forge/publish/conversation.h"
#include "gateway/forge/publish/identity.h"

namespace allreview::gateway {

// Replies "Fixed in HEAD" and resolves. Without a thread (a finding of a body, or threads that this
// token cannot read) there is nothing to do.
absl::Status ResolveFixed(ForgeApi& api, const PullRequestName& pull, const Conversation& talk,
                          const KnownFinding& finding);

absl::Status ReopenReturned(ForgeApi& api, const PullRequestName& pull, const Conversation& talk,
                            const KnownFinding& finding);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_THREADS_H_
