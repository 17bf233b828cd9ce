#include "gateway/forge/github/actions.h"

#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::gateway {
namespace {

using Kind = HookAction::Kind;

constexpr absl::string_view kMark = "<!-- allreview:v1 ";  // In all that we post; see marker.h.

HookAction Ignore(absl::string_view reason) { return {.reason = std::string(reason)}; }

HookAction ReviewOf(const WebhookEvent& event, const HookPolicy& policy) {
  if (event.is_draft && !policy.are_drafts_reviewed) {
    return Ignore("a draft is reviewed when it is ready, or by \"/allreview review\"");
  }
  HookAction action{.kind = Kind::kReview, .reason = event.action};
  // The same head against another base is other work.
  if (event.is_base_changed) action.nonce = absl::StrCat("base-", event.base);
  return action;
}

HookAction OnPullRequest(const WebhookEvent& event, const HookPolicy& policy) {
  if (event.action == "closed") return {.kind = Kind::kClose, .reason = "closed"};
  if (!event.is_open) return Ignore("the pull request is closed");
  for (const char* name : {"opened", "reopened", "ready_for_review", "synchronize"}) {
    if (event.action == name) return ReviewOf(event, policy);
  }
  if (event.action == "edited" && event.is_base_changed) return ReviewOf(event, policy);
  if (event.action == "converted_to_draft" && !policy.are_drafts_reviewed) {
    return {.kind = Kind::kWithdraw, .reason = "it became a draft"};
  }
  return Ignore("nothing that a review depends on has changed");
}

// Whose comment it is. The user of a token writes comments of their own, too: ours are marked.
bool IsOwn(const CommentFacts& comment, const HookPolicy& policy) {
  if (policy.app_id != 0 && comment.app_id == policy.app_id) return true;
  if (policy.bot.empty() || !absl::EqualsIgnoreCase(comment.author, policy.bot)) return false;
  return absl::EndsWith(policy.bot, "[bot]") || absl::StrContains(comment.body, kMark);
}

HookAction OnComment(const WebhookEvent& event, const HookPolicy& policy) {
  if (IsOwn(event.comment, policy)) return Ignore("our own comment");
  bool is_reply_gone = event.comment.is_review_comment && event.action == "deleted";
  if (is_reply_gone) return {.kind = Kind::kSync, .reason = "a comment was deleted"};
  if (event.is_sender_bot) return Ignore("a bot's comment");
  if (event.action != "created") return Ignore("commands count when a comment is made");
  if (!event.is_on_pull_request) return Ignore("a comment on an issue");
  std::optional<Command> command = ParseCommand(event.comment.body);
  if (!command.has_value()) return Ignore("no command");
  bool is_vote = command->name == "help" || command->name == "not-useful";
  if (!event.is_open && !is_vote) return Ignore("the pull request is closed");
  return {.kind = Kind::kCommand, .reason = "a command", .command = *std::move(command)};
}

HookAction OnDeletedOwnComment(const WebhookEvent& event) {
  return {.kind = Kind::kSync,
          .reason = absl::StrCat("comment ", event.comment.id, " of ours was deleted")};
}

HookAction OnCheckRun(const WebhookEvent& event, const HookPolicy& policy) {
  if (policy.app_id == 0 || event.check.app_id != policy.app_id) return Ignore("not our check");
  if (event.is_sender_bot) return Ignore("a bot's request");
  if (event.action == "rerequested" || event.check.requested_action == kReviewAction) {
    return {.kind = Kind::kReview,
            .reason = "somebody wants the check again",
            .nonce = event.body_digest,
            .is_requested = true};
  }
  if (event.action != "requested_action") return Ignore("our own check");
  if (!IsCommand(event.check.requested_action)) return Ignore("an unknown button");
  return {.kind = Kind::kCommand,
          .reason = "a button",
          .command = {.name = event.check.requested_action}};
}

HookAction OnCheckSuite(const WebhookEvent& event, const HookPolicy& policy) {
  if (policy.app_id == 0 || event.check.app_id != policy.app_id) return Ignore("not our check");
  if (event.action != "rerequested") return Ignore("pushes come as pull_request events");
  return {.kind = Kind::kReview,
          .reason = "somebody wants the checks again",
          .nonce = event.body_digest,
          .is_requested = true};
}

HookAction OnPush(const WebhookEvent& event) {
  bool is_default = !event.repository.default_branch().empty() &&
                    event.ref == absl::StrCat("refs/heads/", event.repository.default_branch());
  if (!is_default) return Ignore("not the default branch");
  return {.kind = Kind::kReloadPolicy, .reason = "the default branch has moved"};
}

HookAction OnMergeGroup(const WebhookEvent& event) {
  if (event.action != "checks_requested") return Ignore("the merge queue let go of it");
  return {.kind = Kind::kMergeGroup, .reason = "a merge queue asks for the check"};
}

}  // namespace

HookAction ActionFor(const WebhookEvent& event, const HookPolicy& policy) {
  if (event.name == "pull_request") return OnPullRequest(event, policy);
  if (event.name == "issue_comment") return OnComment(event, policy);
  if (event.name == "pull_request_review_comment") {
    bool is_own_gone = event.action == "deleted" && IsOwn(event.comment, policy);
    // Ours, taken away by somebody else: it must not come back.
    return is_own_gone && !event.is_sender_bot ? OnDeletedOwnComment(event)
                                               : OnComment(event, policy);
  }
  if (event.name == "pull_request_review_thread") {
    if (event.is_sender_bot) return Ignore("a bot resolved it");
    return {.kind = Kind::kSync, .reason = absl::StrCat("a thread was ", event.action)};
  }
  if (event.name == "check_run") return OnCheckRun(event, policy);
  if (event.name == "check_suite") return OnCheckSuite(event, policy);
  if (event.name == "push") return OnPush(event);
  if (event.name == "merge_group") return OnMergeGroup(event);
  if (event.name == "installation" || event.name == "installation_repositories") {
    return {.kind = Kind::kInstallation, .reason = event.action};
  }
  if (event.name == "ping") return Ignore("pong");
  return Ignore("an event that is of no concern here");
}

absl::string_view ActionName(HookAction::Kind kind) {
  switch (kind) {
    case Kind::kIgnore:
      return "ignored";
    case Kind::kReview:
      return "review";
    case Kind::kCommand:
      return "command";
    case Kind::kSync:
      return "sync";
    case Kind::kClose:
      return "close";
    case Kind::kWithdraw:
      return "withdraw";
    case Kind::kReloadPolicy:
      return "reload_policy";
    case Kind::kInstallation:
      return "installation";
    case Kind::kMergeGroup:
      return "merge_group";
  }
  return "ignored";
}

}  // namespace allreview::gateway
