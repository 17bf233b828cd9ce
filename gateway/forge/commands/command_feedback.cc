// Commands by which people say what they think of findings and rules.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/edit_distance.h"
#include "base/status_macros.h"
#include "gateway/forge/commands/command_texts.h"
#include "gateway/forge/commands/command_worker.h"
#include "gateway/forge/marker.h"

namespace allreview::gateway {
namespace {

using review::v1::FindingThread;
using review::v1::PullRequestState;

constexpr size_t kMinIdDigits = 6;
constexpr int kReviewsSearched = 10;

bool IsFindingId(absl::string_view text) {
  return text.size() >= kMinIdDigits &&
         text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

// Of the finding that a thread is about; empty when we did not begin it. Anybody can copy a mark.
std::string FingerprintOf(const ForgeComment& head, const std::string& bot) {
  if (!bot.empty() && !absl::EqualsIgnoreCase(head.author, bot)) return "";
  std::optional<Marker> marker = FindMarker(head.body);
  return marker.has_value() ? marker->finding.fingerprint : "";
}

struct FoundFinding {
  std::string review_id = {};
  std::string fingerprint = {};
  std::string rule_id = {};
};

// The finding whose fingerprint begins with `id`, in the newest reviews. kInvalidArgument: several.
absl::StatusOr<FoundFinding> FindFinding(ReviewStore& store, const review::v1::Job& job,
                                         const std::string& id) {
  review::v1::ListReviewsRequest request;
  request.set_repository_id(job.repository().id());
  request.set_number(job.number());
  request.add_states(review::v1::REVIEW_STATE_DONE);
  request.set_page_size(kReviewsSearched);
  ASSIGN_OR_RETURN(review::v1::ListReviewsResponse reviews, store.ListReviews(request));
  for (const review::v1::ReviewSummary& summary : reviews.reviews()) {
    ASSIGN_OR_RETURN(review::v1::StoredReview stored, store.GetReview(summary.id()));
    std::optional<FoundFinding> found;
    for (const finding::v1::Finding& finding : stored.review().findings()) {
      if (!absl::StartsWith(finding.fingerprint(), id)) continue;
      if (found.has_value() && found->fingerprint != finding.fingerprint()) {
        return absl::InvalidArgumentError(
            absl::StrCat("more than one finding begins with ", AsCode(id), "; give more digits"));
      }
      found = {.review_id = summary.id(),
               .fingerprint = finding.fingerprint(),
               .rule_id = finding.rule_id()};
    }
    if (found.has_value()) return *found;
  }
  return absl::NotFoundError(
      absl::StrCat("no finding of this pull request has the id ", AsCode(id)));
}

void MarkNotUseful(const FoundFinding& finding, PullRequestState& state) {
  for (FindingThread& thread : *state.mutable_threads()) {
    if (thread.fingerprint() != finding.fingerprint) continue;
    thread.set_state(FindingThread::STATE_NOT_USEFUL);
    return;
  }
  FindingThread thread;
  thread.set_fingerprint(finding.fingerprint);
  thread.set_rule_id(finding.rule_id);
  thread.set_state(FindingThread::STATE_NOT_USEFUL);
  *state.add_threads() = thread;
  std::sort(state.mutable_threads()->begin(), state.mutable_threads()->end(),
            [](const FindingThread& a, const FindingThread& b) {
              return a.fingerprint() < b.fingerprint();
            });
}

}  // namespace

absl::StatusOr<CommandWorker::Reply> CommandWorker::NotUseful(const Call& call) {
  std::vector<std::string> words(call.work.arguments().begin(), call.work.arguments().end());
  std::string id;
  if (!words.empty() && IsFindingId(absl::AsciiStrToLower(words[0]))) {
    id = absl::AsciiStrToLower(words[0]);
    words.erase(words.begin());
  } else if (call.place.comment.is_on_diff) {
    ASSIGN_OR_RETURN(const ForgeComment head, ReadThreadHead(call.api, call.place));
    id = FingerprintOf(head, options_.bot);
  }
  if (id.empty()) {
    return absl::InvalidArgumentError(
        "no finding was named; give its id, at least six digits of it, or reply to its comment");
  }
  ASSIGN_OR_RETURN(FoundFinding finding, FindFinding(*options_.store, call.job, id));
  review::v1::AddFeedbackRequest request;
  request.set_review_id(finding.review_id);
  request.set_fingerprint(finding.fingerprint);
  request.set_vote(review::v1::VOTE_NOT_USEFUL);
  request.set_reason(absl::StrJoin(words, " "));
  RETURN_IF_ERROR(options_.add_feedback(request, call.work.author()));
  RETURN_IF_ERROR(ChangePullRequest(
      call, [&finding](PullRequestState& state) { MarkNotUseful(finding, state); }));
  return Reply{.text = absl::StrCat(
                   "Noted: this finding of ", AsCode(finding.rule_id),
                   " is not useful. It will not be posted again in this pull request, and the vote "
                   "counts in how the rule is measured.")};
}

absl::StatusOr<CommandWorker::Reply> CommandWorker::Ignore(const Call& call) {
  if (call.work.arguments().empty()) {
    return absl::InvalidArgumentError("no rule was named; findings name theirs");
  }
  const std::string& rule = call.work.arguments(0);
  ASSIGN_OR_RETURN(const std::vector<std::string> ids, options_.rule_ids());
  if (std::find(ids.begin(), ids.end(), rule) == ids.end()) {
    std::string nearest = Nearest(rule, ids);
    return absl::NotFoundError(
        absl::StrCat("there is no rule ", AsCode(rule),
                     nearest.empty() ? "" : absl::StrCat("; did you mean ", AsCode(nearest), "?")));
  }
  RETURN_IF_ERROR(ChangePullRequest(call, [&rule](PullRequestState& state) {
    auto& ignored = *state.mutable_ignored_rules();
    if (std::find(ignored.begin(), ignored.end(), rule) == ignored.end()) {
      *ignored.Add() = rule;
      std::sort(ignored.begin(), ignored.end());
    }
  }));
  RETURN_IF_ERROR(EnqueueReview(call, call.job.key()));
  return Reply{.text = absl::StrCat("Findings of ", AsCode(rule),
                                    " are hidden in this pull request from now on. A new review is "
                                    "on its way.")};
}

}  // namespace allreview::gateway
