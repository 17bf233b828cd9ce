#include "gateway/forge/publish/sync.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/feedback/probation.h"
#include "gateway/forge/publish/conversation.h"
#include "gateway/forge/publish/identity.h"
#include "gateway/metrics/metrics.h"
#include "review/causes.h"

namespace allreview::gateway {
namespace {

using review::v1::Feedback;
using review::v1::FindingThread;
using review::v1::Job;
using review::v1::PullRequestState;
using review::v1::Vote;

constexpr int kStoreAttempts = 5;

class SyncRun {
 public:
  SyncRun(ForgeApi& api, ReviewStore& store, const SyncOptions& options, const Job& job)
      : api_(api),
        store_(store),
        options_(options),
        job_(job),
        pull_({job.repository().full_name(), job.number()}) {}

  absl::Status Run() {
    ASSIGN_OR_RETURN(talk_, ReadConversation(api_, pull_, options_.login));
    ASSIGN_OR_RETURN(state_, store_.GetPullRequest(job_.repository().id(), job_.number()));
    known_ = KnownFindings(talk_, state_.state);
    RETURN_IF_ERROR(ReadLastReview());
    RETURN_IF_ERROR(CountReactions());
    if (job_.sync().is_merged()) RETURN_IF_ERROR(CountHistory());
    for (const std::string& rule : rules_) {
      RETURN_IF_ERROR(
          UpdateProbation(store_, OrganisationOf(job_.repository()), rule, options_.metrics)
              .status());
    }
    return KeepThreads();
  }

 private:
  // What stood in the change when it was last published.
  absl::Status ReadLastReview() {
    if (state_.state.published_review_id().empty()) return absl::OkStatus();
    absl::StatusOr<review::v1::StoredReview> review =
        store_.GetReview(state_.state.published_review_id());
    if (absl::IsNotFound(review.status())) return absl::OkStatus();  // Retention took it.
    RETURN_IF_ERROR(review.status());
    last_review_ = *std::move(review);
    for (const finding::v1::Finding* finding : AllFindings(last_review_->review())) {
      present_.insert(finding->fingerprint());
    }
    return absl::OkStatus();
  }

  // Whether the vote of this person counts. Asked once for each.
  absl::StatusOr<bool> MayVote(const std::string& user) {
    if (user == talk_.login || absl::EndsWith(user, "[bot]")) return false;
    if (user == talk_.author) return true;
    if (const auto asked = may_vote_.find(user); asked != may_vote_.end()) return asked->second;
    const absl::StatusOr<bool> may_write = api_.MayWrite(pull_.repository, user);
    if (absl::IsPermissionDenied(may_write.status())) return may_vote_[user] = false;
    RETURN_IF_ERROR(may_write.status());
    return may_vote_[user] = *may_write;
  }

  absl::Status Add(const KnownFinding& finding, Vote vote, const std::string& voter) {
    if (finding.thread.rule_id().empty()) return absl::OkStatus();
    Feedback feedback;
    *feedback.mutable_repository() = job_.repository();
    feedback.set_number(job_.number());
    feedback.set_fingerprint(finding.thread.fingerprint());
    feedback.set_rule_id(finding.thread.rule_id());
    feedback.set_vote(vote);
    // As in the audit log, so that a reaction and a command of one person are one vote.
    if (!voter.empty()) feedback.set_voter(absl::StrCat("github:", voter));
    if (last_review_.has_value()) {
      const auto version = last_review_->rule_versions().find(finding.thread.rule_id());
      if (version != last_review_->rule_versions().end()) {
        feedback.set_rule_version(absl::StrCat(version->second));
      }
    }
    rules_.insert(finding.thread.rule_id());
    RETURN_IF_ERROR(store_.AddFeedback(feedback));
    if (options_.metrics != nullptr) {
      CountVote(*options_.metrics, job_.repository(), finding.thread.rule_id(), vote);
    }
    return absl::OkStatus();
  }

  absl::Status CountReactions() {
    std::map<int64_t, int> reactions;  // By comment.
    for (const OwnComment& comment : talk_.comments) reactions[comment.id] = comment.reactions;
    for (KnownFinding& finding : known_) {
      if (reactions[finding.thread.comment_id()] == 0) continue;
      ASSIGN_OR_RETURN(const std::vector<ForgeVote> votes,
                       api_.ListVotes(pull_, finding.thread.comment_id()));
      // Of one person's reactions the worst counts: whoever thanks and objects objects.
      std::map<std::string, Vote> by_voter;
      for (const ForgeVote& vote : votes) {
        if (vote.vote != review::v1::VOTE_UNSPECIFIED) {
          by_voter[vote.voter] = std::max(by_voter[vote.voter], vote.vote);
        }
      }
      for (const auto& [voter, vote] : by_voter) {
        ASSIGN_OR_RETURN(bool may_vote, MayVote(voter));
        if (!may_vote) continue;
        RETURN_IF_ERROR(Add(finding, vote, voter));
        const bool is_open = finding.thread.state() == FindingThread::STATE_OPEN;
        if (is_open && vote == review::v1::VOTE_NOT_USEFUL) {
          finding.thread.set_state(FindingThread::STATE_NOT_USEFUL);
        }
      }
    }
    return absl::OkStatus();
  }

  // At the merge: what became of each finding. Nothing is said without the last review.
  absl::Status CountHistory() {
    if (!last_review_.has_value() || state_.state.published_head() != talk_.head) {
      return absl::OkStatus();
    }
    for (const KnownFinding& finding : known_) {
      const bool is_present = present_.count(finding.thread.fingerprint()) > 0;
      if (!is_present) {
        // Somebody may have deleted the comment of what was then fixed: fixed is fixed.
        RETURN_IF_ERROR(Add(finding, review::v1::VOTE_FIXED, ""));
        continue;
      }
      RETURN_IF_ERROR(Add(finding, review::v1::VOTE_IGNORED, ""));
      if (finding.thread.state() != FindingThread::STATE_RESOLVED) continue;
      const auto thread = talk_.threads.find(finding.thread.comment_id());
      const std::string user = thread == talk_.threads.end() ? "" : thread->second.resolved_by;
      if (user.empty()) continue;
      ASSIGN_OR_RETURN(bool may_vote, MayVote(user));
      if (may_vote) RETURN_IF_ERROR(Add(finding, review::v1::VOTE_RESOLVED_UNCHANGED, user));
    }
    return absl::OkStatus();
  }

  // The states of the threads, so that what people closed stays closed even when it can no longer
  // be seen on GitHub.
  absl::Status KeepThreads() {
    absl::Status put;
    for (int attempt = 0; attempt < kStoreAttempts; ++attempt) {
      PullRequestState state = state_.state;
      if (state.number() == 0) {
        *state.mutable_repository() = job_.repository();
        state.set_number(job_.number());
      }
      if (job_.sync().is_closed()) state.set_is_open(false);
      state.clear_threads();
      for (const KnownFinding& finding : KnownFindings(talk_, state_.state)) {
        *state.add_threads() = finding.thread;
        for (const KnownFinding& mine : known_) {
          const bool is_same = mine.thread.fingerprint() == finding.thread.fingerprint();
          if (is_same) state.mutable_threads()->rbegin()->set_state(mine.thread.state());
        }
      }
      put = store_.PutPullRequest(state, state_.version);
      if (!absl::IsAborted(put)) break;
      ASSIGN_OR_RETURN(state_, store_.GetPullRequest(job_.repository().id(), job_.number()));
    }
    return put;
  }

  ForgeApi& api_;
  ReviewStore& store_;
  const SyncOptions& options_;
  const Job& job_;
  const PullRequestName pull_;
  Conversation talk_;
  VersionedPullRequest state_;
  std::vector<KnownFinding> known_;
  std::optional<review::v1::StoredReview> last_review_;
  std::set<std::string> present_;  // Fingerprints of its findings.
  std::map<std::string, bool> may_vote_;
  std::set<std::string> rules_;  // Voted on.
};

}  // namespace

Sync::Sync(ReviewStore* store, SyncOptions options) : store_(store), options_(std::move(options)) {}

absl::Status Sync::Run(ForgeApi& api, const Job& job) {
  if (job.repository().full_name().empty() || job.number() <= 0) {
    return absl::InvalidArgumentError("a sync job lacks its repository or number");
  }
  return SyncRun(api, *store_, options_, job).Run();
}

}  // namespace allreview::gateway
