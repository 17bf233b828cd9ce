#ifndef GATEWAY_FORGE_GITHUB_ACTIONS_H_
#define GATEWAY_FORGE_GITHUB_ACTIONS_H_

// What a webhook makes us do. Pure.
//
//   HookAction action = ActionFor(event, {.app_id = 12345, .bot = "allreview[bot]"});
//
// Drafts are left alone until they are ready, or until somebody asks by a command: that is what
// authors expect of a draft. A pull request that becomes a draft again loses its queued review.
// Comments of bots are never commands, ours least of all; pull requests of bots are reviewed as
// any.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "gateway/forge/commands/commands.h"
#include "gateway/forge/github/event.h"

namespace allreview::gateway {

struct HookPolicy {
  int64_t app_id = 0;  // Of our App. 0: a token is used, and only `bot` tells our own comments.
  std::string bot =
      {};  // Our login: "allreview[bot]", or that of the token's user, who is a person.
  bool are_drafts_reviewed = false;
};

struct HookAction {
  enum class Kind {
    kIgnore,
    kReview,  // The head of the pull request; older reviews of it are withdrawn.
    kCommand,
    kSync,          // Bring what people did into the store.
    kClose,         // kSync, and no review of it is needed any more.
    kWithdraw,      // Not wanted for now: became a draft.
    kReloadPolicy,  // The default branch has moved.
    kInstallation,  // An installation changed.
    kMergeGroup,    // A merge queue asks for the check.
  };
  Kind kind = Kind::kIgnore;
  std::string reason = {};  // Of kIgnore: why. Else what happened, for the log.
  Command command = {};     // Of kCommand.
  // Of kReview: part of the job's key where the head alone does not tell the work apart.
  std::string nonce = {};
  bool is_requested = false;  // Of kReview: somebody asked for it; otherwise a push did.
};

HookAction ActionFor(const WebhookEvent& event, const HookPolicy& policy);

// "review", "ignore" … for metrics and answers.
absl::string_view ActionName(HookAction::Kind kind);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_ACTIONS_H_
