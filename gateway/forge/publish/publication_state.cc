// What the store and the metrics keep of a publication.

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/publish/publication.h"
#include "gateway/forge/publish/suggestion.h"
#include "gateway/metrics/metrics.h"
#include "gateway/store/ids.h"

namespace allreview::gateway {
namespace {

using review::v1::FindingThread;
using review::v1::Publication;
using review::v1::PullRequestState;

constexpr int kStoreAttempts = 5;

}  // namespace

PullRequestState PublicationRun::NewState(const PullRequestState& old) const {
  PullRequestState state = old;
  *state.mutable_repository() = stored_.summary().repository();
  state.set_number(stored_.summary().number());
  if (state.head_commit().empty()) state.set_head_commit(head_);
  if (old.number() == 0) state.set_is_open(true);
  if (check_run_id_ != 0) state.set_check_run_id(check_run_id_);
  if (!can_write_review_) return state;
  state.set_published_head(head_);
  state.set_published_review_id(stored_.summary().id());
  std::map<std::string, FindingThread> threads;
  for (const FindingThread& thread : threads_) threads[thread.fingerprint()] = thread;
  auto add = [&](const MarkedFinding& finding, FindingThread::State kind) {
    FindingThread& thread = threads[finding.fingerprint];
    thread.set_fingerprint(finding.fingerprint);
    thread.set_rule_id(finding.rule_id);
    thread.set_state(kind);
    thread.set_first_head(head_);
    if (const auto found = findings_.find(finding.fingerprint); found != findings_.end()) {
      thread.set_path(found->second->range().path());
    }
  };
  for (const auto& [fingerprint, id] : comment_ids_) {
    add(FindingMarker(fingerprint).finding, FindingThread::STATE_OPEN);
    threads[fingerprint].set_comment_id(id);
  }
  for (const MarkedFinding& finding : marked_in_body_) {
    add(finding, FindingThread::STATE_IN_BODY);
  }
  for (const FindingThread& thread : old.threads()) {
    // Voted down while we were at work.
    const auto found = threads.find(thread.fingerprint());
    const bool is_open =
        found != threads.end() && found->second.state() == FindingThread::STATE_OPEN;
    if (is_open && thread.state() == FindingThread::STATE_NOT_USEFUL) {
      found->second.set_state(thread.state());
    }
  }
  state.clear_threads();
  for (const auto& [fingerprint, thread] : threads) *state.add_threads() = thread;
  return state;
}

absl::Status PublicationRun::Keep() {
  absl::Status put;
  for (int attempt = 0; attempt < kStoreAttempts; ++attempt) {
    put = store_.PutPullRequest(NewState(state_.state), state_.version);
    if (!absl::IsAborted(put)) break;
    // Somebody noted a vote or a newer head meanwhile; the threads are ours.
    ASSIGN_OR_RETURN(state_, store_.GetPullRequest(stored_.summary().repository().id(),
                                                   stored_.summary().number()));
  }
  RETURN_IF_ERROR(put);
  if (!can_write_review_) return absl::OkStatus();
  std::map<std::string, std::string> shown;  // Rule by fingerprint.
  for (const auto& [fingerprint, id] : comment_ids_) {
    shown[fingerprint] = FindingMarker(fingerprint).finding.rule_id;
  }
  for (const MarkedFinding& finding : marked_in_body_) {
    shown[finding.fingerprint] = finding.rule_id;
  }
  for (const KnownFinding& known : novelty_.persisting) {
    shown[known.thread.fingerprint()] = known.thread.rule_id();
  }
  std::vector<Impression> impressions;
  for (const auto& [fingerprint, rule] : shown) {
    if (rule.empty()) continue;  // Its marker is not ours any more.
    const auto version = stored_.rule_versions().find(rule);
    impressions.push_back({.fingerprint = fingerprint,
                           .rule_id = rule,
                           .rule_version = version == stored_.rule_versions().end()
                                               ? ""
                                               : absl::StrCat(version->second)});
  }
  return store_.CountImpressions(stored_.summary().repository(), pull_.number, impressions);
}

void PublicationRun::CountRecovery(absl::string_view kind) const {
  if (options_.metrics == nullptr) return;
  options_.metrics->Count(metric::kRecoveries, {{"kind", std::string(kind)}});
}

void PublicationRun::CountResult(const Publication& publication) const {
  if (options_.metrics == nullptr) return;
  const bool is_published = publication.state() == Publication::STATE_PUBLISHED;
  const bool is_silent = is_published && publication.review_url().empty();
  options_.metrics->Count(
      metric::kPublications,
      {{"result", is_silent ? "unchanged"
                  : is_published
                      ? "published"
                      : LabelOf(Publication::State_Name(publication.state()), "STATE_")}});
  if (can_write_review_) CountShown();
  const std::pair<const char*, size_t> novelties[] = {
      {"new", new_findings_},
      {"persisting", static_cast<size_t>(publication.persisting())},
      {"fixed", static_cast<size_t>(publication.fixed())}};
  for (const auto& [novelty, count] : novelties) {
    options_.metrics->Count(metric::kFindingNovelty,
                            {{"novelty", novelty}, {"repository", pull_.repository}},
                            static_cast<double>(count));
  }
}

// How long they stood, and whether it was what we had proposed that ended them.
void PublicationRun::CountFixes(const std::vector<KnownFinding>& fixed) const {
  if (options_.metrics == nullptr || fixed.empty()) return;
  std::map<std::string, const review::v1::ReviewComment*> proposed;
  const absl::StatusOr<review::v1::StoredReview> before =
      store_.GetReview(state_.state.published_review_id());
  if (before.ok()) {  // Otherwise it is not kept any more.
    for (const review::v1::ReviewComment& comment : before->review().comments()) {
      proposed.emplace(comment.fingerprint(), &comment);
    }
  }
  const std::string& now = stored_.summary().id();
  for (const KnownFinding& finding : fixed) {
    if (IsId(finding.run) && IsId(now)) {
      options_.metrics->Observe(metric::kTimeToFix, {{"repository", pull_.repository}},
                                TimeOfId(now) - TimeOfId(finding.run));
    }
    const auto comment = proposed.find(finding.thread.fingerprint());
    if (comment == proposed.end()) continue;
    if (!IsAccepted(*comment->second, {.before = before->diff(), .after = stored_.diff()}))
      continue;
    options_.metrics->Count(metric::kSuggestions,
                            {{"repository", pull_.repository}, {"result", "accepted"}});
  }
}

// What people were shown now for the first time.
void PublicationRun::CountShown() const {
  size_t on_files = 0;
  for (const review::v1::ReviewComment& comment : on_files_) {
    on_files += comment_ids_.count(comment.fingerprint());
  }
  const std::pair<const char*, size_t> placements[] = {{"inline", comment_ids_.size() - on_files},
                                                       {"file", on_files},
                                                       {"body", marked_in_body_.size()}};
  for (const auto& [placement, count] : placements) {
    options_.metrics->Count(metric::kComments, {{"placement", placement}},
                            static_cast<double>(count));
  }
  const auto suggests = [&](const review::v1::ReviewComment& comment) {
    return comment_ids_.contains(comment.fingerprint()) && SuggestionIn(comment.body()).has_value();
  };
  options_.metrics->Count(
      metric::kSuggestions, {{"repository", pull_.repository}, {"result", "proposed"}},
      static_cast<double>(std::count_if(on_lines_.begin(), on_lines_.end(), suggests)));
  for (const auto& [fingerprint, id] : comment_ids_) {
    options_.metrics->Count(metric::kImpressions,
                            {{"rule", RuleLabel(FindingMarker(fingerprint).finding.rule_id)}});
  }
  for (const MarkedFinding& finding : marked_in_body_) {
    options_.metrics->Count(metric::kImpressions, {{"rule", RuleLabel(finding.rule_id)}});
  }
  options_.metrics->Count(metric::kRepositoryImpressions, {{"repository", pull_.repository}},
                          static_cast<double>(comment_ids_.size() + marked_in_body_.size()));
}

}  // namespace allreview::gateway
