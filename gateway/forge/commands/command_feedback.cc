// Commands by which people say what they think of findings and rules.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "base/edit_distance.h"
#include "base/status_macros.h"
#include "gateway/forge/commands/command_texts.h"
#include "gateway/forge/commands/command_worker.h"
#include "gateway/forge/marker.h"
#include "review/causes.h"
#include "review/language/phrase.h"

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

// The findings whose fingerprints begin with `id`, in the newest review that has one.
absl::StatusOr<std::vector<FoundFinding>> FindFindings(ReviewStore& store,
                                                       const review::v1::Job& job,
                                                       const std::string& id) {
  review::v1::ListReviewsRequest request;
  request.set_repository_id(job.repository().id());
  request.set_number(job.number());
  request.add_states(review::v1::REVIEW_STATE_DONE);
  request.set_page_size(kReviewsSearched);
  ASSIGN_OR_RETURN(review::v1::ListReviewsResponse reviews, store.ListReviews(request));
  for (const review::v1::ReviewSummary& summary : reviews.reviews()) {
    ASSIGN_OR_RETURN(review::v1::StoredReview stored, store.GetReview(summary.id()));
    std::map<std::string, FoundFinding> found;  // By fingerprint.
    for (const finding::v1::Finding* finding : AllFindings(stored.review())) {
      if (!absl::StartsWith(finding->fingerprint(), id)) continue;
      found[finding->fingerprint()] = {.review_id = summary.id(),
                                       .fingerprint = finding->fingerprint(),
                                       .rule_id = finding->rule_id()};
    }
    std::vector<FoundFinding> findings;
    for (auto& [fingerprint, one] : found) findings.push_back(std::move(one));
    if (!findings.empty()) return findings;
  }
  return std::vector<FoundFinding>();
}

std::string NotedText(Language language, absl::string_view rule) {
  static constexpr Phrase kNoted(
      "Noted: this finding of {rule} is not useful. It will not be posted again in this pull "
      "request, and the vote counts in how the rule is measured.",
      "已记录：{rule} 的这个问题没有用。它不会在此 pull request 中再次发布，这一票会计入对该规则的"
      "统计。");
  return Say(language, kNoted, {{"rule", AsCode(rule)}});
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
  static constexpr Phrase kNotNamed(
      "no finding was named; give its id, at least six digits of it, or reply to its comment.",
      "没有指明问题；请给出其 id（至少六位），或直接回复其评论。");
  static constexpr Phrase kUnknown("no finding of this pull request has the id {id}.",
                                   "此 pull request 中没有 id 为 {id} 的问题。");
  static constexpr Phrase kSeveral("more than one finding begins with {id}; give more digits.",
                                   "有多个问题的 id 以 {id} 开头；请给出更多位。");
  std::vector<std::string> words(call.work.arguments().begin(), call.work.arguments().end());
  std::string id;
  if (!words.empty() && IsFindingId(absl::AsciiStrToLower(words[0]))) {
    id = absl::AsciiStrToLower(words[0]);
    words.erase(words.begin());
  } else if (call.place.comment.is_on_diff) {
    ASSIGN_OR_RETURN(const ForgeComment head, ReadThreadHead(call.api, call.place));
    id = FingerprintOf(head, options_.bot);
  }
  if (id.empty()) return Refuse(call, kNotNamed);
  ASSIGN_OR_RETURN(const std::vector<FoundFinding> found,
                   FindFindings(*options_.store, call.job, id));
  if (found.empty()) return Refuse(call, Sentence(kUnknown, {{"id", AsCode(id)}}));
  if (found.size() > 1) return Refuse(call, Sentence(kSeveral, {{"id", AsCode(id)}}));
  const FoundFinding& finding = found.front();
  review::v1::AddFeedbackRequest request;
  request.set_review_id(finding.review_id);
  request.set_fingerprint(finding.fingerprint);
  request.set_vote(review::v1::VOTE_NOT_USEFUL);
  request.set_reason(absl::StrJoin(words, " "));
  RETURN_IF_ERROR(options_.add_feedback(request, call.work.author()));
  RETURN_IF_ERROR(ChangePullRequest(
      call, [&finding](PullRequestState& state) { MarkNotUseful(finding, state); }));
  return Reply{.text = NotedText(call.language(), finding.rule_id)};
}

absl::StatusOr<CommandWorker::Reply> CommandWorker::Ignore(const Call& call) {
  static constexpr Phrase kNotNamed("no rule was named; findings name theirs.",
                                    "没有指明规则；每个问题都写有其规则。");
  static constexpr Phrase kUnknown("there is no rule {rule}.", "没有规则 {rule}。");
  static constexpr Phrase kNear("there is no rule {rule}; did you mean {near}?",
                                "没有规则 {rule}；是否想用 {near}？");
  static constexpr Phrase kHidden(
      "Findings of {rule} are hidden in this pull request from now on. A new review is on its way.",
      "此 pull request 从现在起隐藏 {rule} 的问题。新的评审正在进行。");
  if (call.work.arguments().empty()) return Refuse(call, kNotNamed);
  const std::string& rule = call.work.arguments(0);
  ASSIGN_OR_RETURN(const std::vector<std::string> ids, options_.rule_ids());
  // Which rules another tool has ("ruff/E711"), nobody here knows.
  if (!absl::StrContains(rule, '/') && std::find(ids.begin(), ids.end(), rule) == ids.end()) {
    const std::string nearest = Nearest(rule, ids);
    return Refuse(call, Sentence(nearest.empty() ? kUnknown : kNear,
                                 {{"rule", AsCode(rule)}, {"near", AsCode(nearest)}}));
  }
  RETURN_IF_ERROR(ChangePullRequest(call, [&rule](PullRequestState& state) {
    auto& ignored = *state.mutable_ignored_rules();
    if (std::find(ignored.begin(), ignored.end(), rule) == ignored.end()) {
      *ignored.Add() = rule;
      std::sort(ignored.begin(), ignored.end());
    }
  }));
  RETURN_IF_ERROR(EnqueueReview(call, call.job.key()));
  return Reply{.text = Say(call.language(), kHidden, {{"rule", AsCode(rule)}})};
}

}  // namespace allreview::gateway
