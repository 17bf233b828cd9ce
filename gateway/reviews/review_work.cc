#include "gateway/reviews/review_work.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/secrets.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/metrics.h"
#include "gateway/publish/probation.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;
using review::v1::Publication;
using review::v1::ReviewSummary;
using review::v1::StoredReview;

// What the finished review tells about the change.
void Complete(const review::v1::Review& review, ReviewSummary& summary) {
  const change::v1::ChangeInfo& change = review.change();
  summary.set_title(change.title());
  summary.set_author(change.author());
  summary.set_base_ref(change.base_ref());
  summary.set_url(change.url());
  if (!change.head_commit().empty()) summary.set_head_commit(change.head_commit());
  if (summary.has_repository()) summary.mutable_repository()->set_full_name(change.repository());
  summary.set_conclusion(review.conclusion());
  summary.set_conclusion_reason(review.conclusion_reason());
  *summary.mutable_counts() = review.counts();
  *summary.mutable_totals() = review.totals();
  summary.set_receipt(review.receipt().digest());
  std::set<std::string> rules;
  for (const finding::v1::Finding& finding : review.findings()) {
    if (finding.kind() != finding::v1::KIND_PRAISE &&
        (finding.shown() == finding::v1::SHOWN_FULL ||
         finding.shown() == finding::v1::SHOWN_FOLDED)) {
      rules.insert(finding.rule_id());
    }
  }
  summary.clear_tripped_rules();
  for (const std::string& rule : rules) summary.add_tripped_rules(rule);
}

// The same question would get the same answer, such as a repository that lacks an object.
bool IsFinal(absl::string_view code) {
  static constexpr absl::string_view kFinal[] = {"FAILED_PRECONDITION", "INVALID_ARGUMENT",
                                                 "NOT_FOUND",           "OUT_OF_RANGE",
                                                 "PERMISSION_DENIED",   "UNIMPLEMENTED"};
  return std::find(std::begin(kFinal), std::end(kFinal), code) != std::end(kFinal);
}

// What a service that should have answered said instead, if it may answer another time.
// kResourceExhausted: GitHub's limits; the same review can be had whole later.
absl::Status MissingService(const review::v1::Review& review) {
  for (const change::v1::MissingPart& part : review.missing()) {
    if (part.is_expected() || IsFinal(part.code())) continue;
    const std::string text = absl::StrCat(part.service(), ": ", part.reason());
    if (part.service() == "pull_request" && part.code() == "RESOURCE_EXHAUSTED") {
      return absl::ResourceExhaustedError(text);
    }
    return absl::UnavailableError(text);
  }
  return absl::OkStatus();
}

PatchReader PatchOf(const Job& job) {
  if (!job.review().ref().has_patch()) return nullptr;
  return [text = job.review().patch()](std::string* chunk) mutable {
    chunk->swap(text);
    text.clear();
    return !chunk->empty();
  };
}

}  // namespace

bool IsTransient(const absl::Status& status) {
  return host::IsFault(status) || absl::IsResourceExhausted(status);
}

WorkResult ReviewWork::Do(const Lease& lease, LeaseKeeper& keeper) {
  absl::StatusOr<StoredReview> stored = Begin(lease);
  if (!stored.ok()) return {WorkResult::Kind::kRetry, std::string(stored.status().message())};
  if (stored->summary().state() != review::v1::REVIEW_STATE_DONE) {
    if (HasEnded(stored->summary().state())) return {};  // Withdrawn in the meantime.
    const absl::Status status = Run(lease, keeper, *stored);
    if (keeper.is_lost()) return Lost(keeper, stored->summary());
    if (!status.ok()) return Failed(lease, status, stored->summary());
  }
  return Publish(lease, keeper, *stored);
}

absl::StatusOr<StoredReview> ReviewWork::Begin(const Lease& lease) {
  Reviews& reviews = *options_.reviews;
  ASSIGN_OR_RETURN(StoredReview stored, reviews.store().GetReview(lease.job.review().review_id()));
  ReviewSummary& summary = *stored.mutable_summary();
  if (HasEnded(summary.state())) return stored;
  summary.set_state(review::v1::REVIEW_STATE_RUNNING);
  summary.clear_state_reason();
  summary.set_attempts(lease.attempts);
  *summary.mutable_started_at() = ToTimestamp(reviews.options().now());
  *summary.mutable_opened_at() = lease.job.queued_at();
  RETURN_IF_ERROR(reviews.store().PutSummary(summary));
  reviews.options().progress->Wake(summary.id());
  return stored;
}

absl::StatusOr<ReviewWork::RuleVersions> ReviewWork::AskForRuleVersions() {
  ASSIGN_OR_RETURN(const analysis::v1::ListRulesResponse rules,
                   host::Call(*options_.stubs().analysis,
                              &analysis::v1::AnalysisService::StubInterface::ListRules,
                              analysis::v1::ListRulesRequest(), host::NewRequest(options_.budget)));
  RuleVersions versions;
  for (const analysis::v1::RuleInfo& rule : rules.rules()) versions[rule.id()] = rule.version();
  return versions;
}

absl::StatusOr<RunOptions> ReviewWork::OptionsFor(const Job& job, const RuleVersions& versions) {
  RunOptions run = {.max_kept_diff_bytes = options_.max_kept_diff_bytes, .is_complete = true};
  Reviews& reviews = *options_.reviews;
  if (job.repository().id() == 0) return run;
  if (reviews.options().read_token != nullptr) {
    ASSIGN_OR_RETURN(run.github_token, reviews.options().read_token(job.repository().full_name()));
  }
  ASSIGN_OR_RETURN(const std::vector<review::v1::RuleStanding> standings,
                   reviews.store().ListStandings(OrganisationOf(job.repository())));
  run.rules_on_probation = RulesOnProbation(standings, versions);
  ASSIGN_OR_RETURN(const VersionedPullRequest pull,
                   reviews.store().GetPullRequest(job.repository().id(), job.number()));
  for (const std::string& rule : pull.state.ignored_rules()) {
    run.ignored_rules[rule] = "ignored on this pull request by a comment";
  }
  return run;
}

absl::Status ReviewWork::Run(const Lease& lease, const LeaseKeeper& keeper, StoredReview& stored) {
  // Without analysis the review still tells what it can.
  const RuleVersions versions = AskForRuleVersions().value_or(RuleVersions());
  ASSIGN_OR_RETURN(RunOptions run, OptionsFor(lease.job, versions));
  std::optional<Kept> kept;
  run.keep = [&kept](Kept review) { kept = std::move(review); };
  review::v1::ReviewRequest request;
  *request.mutable_ref() = lease.job.review().ref();
  host::Request caller = host::NewRequest(options_.budget, lease.job.trace_parent());
  caller.is_withdrawn = &keeper.is_lost();
  ProgressHub& progress = *options_.reviews->options().progress;
  const Pipeline pipeline(options_.stubs(), options_.pipeline);
  const absl::Status status = pipeline.Review(
      request, PatchOf(lease.job), caller,
      [&](const review::v1::ReviewEvent& event) {
        if (event.has_progress()) progress.Publish(stored.summary().id(), event.progress());
        return !keeper.is_lost();
      },
      run);
  progress.Forget(stored.summary().id());
  RETURN_IF_ERROR(status);
  if (!kept.has_value()) return absl::UnavailableError("the report service did not answer");
  const absl::Status missing = MissingService(kept->review);
  if (absl::IsResourceExhausted(missing)) return missing;
  if (!missing.ok() && lease.attempts < options_.partial_attempts) return missing;
  return Finish(*std::move(kept), versions, stored);
}

absl::Status ReviewWork::Finish(Kept kept, const RuleVersions& versions, StoredReview& stored) {
  Reviews& reviews = *options_.reviews;
  *stored.mutable_review() = std::move(kept.review);
  MaskSecrets(kept.diff);  // It is read by more people than the repository.
  *stored.mutable_diff() = std::move(kept.diff);
  stored.set_diff_bytes(kept.diff_bytes);
  for (const finding::v1::Finding& finding : stored.review().findings()) {
    const auto version = versions.find(finding.rule_id());
    if (version != versions.end()) {
      (*stored.mutable_rule_versions())[version->first] = version->second;
    }
  }
  ReviewSummary& summary = *stored.mutable_summary();
  Complete(stored.review(), summary);
  summary.set_state(review::v1::REVIEW_STATE_DONE);
  *summary.mutable_finished_at() = ToTimestamp(reviews.options().now());
  RETURN_IF_ERROR(reviews.store().PutReview(stored));
  reviews.options().progress->Wake(summary.id());
  if (reviews.options().metrics != nullptr) {
    reviews.options().metrics->Count(metric::kReviewStates, {{"state", "done"}});
  }
  return absl::OkStatus();
}

// Whether nothing was published on the pull request before. False where nobody counts.
bool ReviewWork::IsFirstReview(const Job& job) {
  Reviews& reviews = *options_.reviews;
  if (reviews.options().metrics == nullptr) return false;
  const absl::StatusOr<VersionedPullRequest> pull =
      reviews.store().GetPullRequest(job.repository().id(), job.number());
  return pull.ok() && pull->state.published_head().empty();
}

WorkResult ReviewWork::Publish(const Lease& lease, LeaseKeeper& keeper, StoredReview& stored) {
  Reviews& reviews = *options_.reviews;
  ReviewSummary& summary = *stored.mutable_summary();
  if (options_.publish == nullptr || summary.publication().state() != Publication::STATE_PENDING) {
    return {};
  }
  // From here on somebody outside sees what we do.
  const absl::Status renewed = keeper.Renew();
  if (keeper.is_lost()) return Lost(keeper, summary);
  if (!renewed.ok()) return {WorkResult::Kind::kRetry, std::string(renewed.message())};
  const bool is_first = IsFirstReview(lease.job);
  absl::StatusOr<Publication> publication = options_.publish(stored, lease.job);
  if (absl::IsAborted(publication.status())) {
    publication = Publication();
    publication->set_reason("a newer push came before this review was published");
  } else if (!publication.ok()) {
    const std::string reason(publication.status().message());
    if (absl::IsResourceExhausted(publication.status())) return Postpone(reason, summary);
    if (IsTransient(publication.status()) && lease.attempts < options_.max_attempts) {
      return {WorkResult::Kind::kRetry, absl::StrCat("publishing: ", reason)};
    }
    publication = Publication();
    publication->set_state(Publication::STATE_FAILED);
    publication->set_reason(reason);
  }
  *summary.mutable_publication() = *std::move(publication);
  if (is_first && summary.publication().state() != Publication::STATE_FAILED) {
    reviews.options().metrics->Observe(metric::kTimeToFirstReview, {},
                                       reviews.options().now() - ToTime(lease.job.queued_at()));
  }
  const absl::Status written = options_.reviews->store().PutSummary(summary);
  if (!written.ok()) return {WorkResult::Kind::kRetry, std::string(written.message())};
  options_.reviews->options().progress->Wake(summary.id());
  if (summary.publication().state() == Publication::STATE_FAILED) {
    Announce(summary);
    return {WorkResult::Kind::kBury, absl::StrCat("publishing: ", summary.publication().reason())};
  }
  return {};
}

WorkResult ReviewWork::Failed(const Lease& lease, const absl::Status& status,
                              ReviewSummary summary) {
  Reviews& reviews = *options_.reviews;
  const std::string reason(status.message());
  if (absl::IsResourceExhausted(status)) {
    summary.set_state(review::v1::REVIEW_STATE_QUEUED);
    summary.set_state_reason(reason);
    return Postpone(reason, summary);
  }
  const bool is_final = !IsTransient(status) || lease.attempts >= options_.max_attempts;
  summary.set_state(is_final ? review::v1::REVIEW_STATE_FAILED : review::v1::REVIEW_STATE_QUEUED);
  summary.set_state_reason(
      is_final ? reason : absl::StrCat("attempt ", lease.attempts, " failed: ", reason));
  if (is_final) *summary.mutable_finished_at() = ToTimestamp(reviews.options().now());
  const absl::Status written = reviews.store().PutSummary(summary);
  reviews.options().progress->Wake(summary.id());
  if (!is_final || !written.ok()) return {WorkResult::Kind::kRetry, reason};
  if (reviews.options().metrics != nullptr) {
    reviews.options().metrics->Count(metric::kReviewStates, {{"state", "failed"}});
  }
  if (lease.job.review().is_published()) Announce(summary);
  return {WorkResult::Kind::kBury, reason};
}

// A withdrawal has said so in the record; what was written since may have covered that.
WorkResult ReviewWork::Lost(const LeaseKeeper& keeper, ReviewSummary summary) {
  Reviews& reviews = *options_.reviews;
  if (keeper.is_withdrawn()) {
    summary.set_state(review::v1::REVIEW_STATE_SUPERSEDED);
    summary.set_state_reason("withdrawn while it was worked on");
    summary.clear_publication();
    *summary.mutable_finished_at() = ToTimestamp(reviews.options().now());
    const absl::Status written = reviews.store().PutSummary(summary);
    if (!written.ok()) return {WorkResult::Kind::kLost, std::string(written.message())};
    reviews.options().progress->Wake(summary.id());
  }
  return {WorkResult::Kind::kLost};
}

// A budget of GitHub is used up: the review waits, and says for what.
WorkResult ReviewWork::Postpone(const std::string& reason, ReviewSummary summary) {
  if (summary.publication().state() == Publication::STATE_PENDING) {
    summary.mutable_publication()->set_reason(reason);
  }
  const absl::Status written = options_.reviews->store().PutSummary(summary);
  if (!written.ok()) return {WorkResult::Kind::kRetry, std::string(written.message())};
  options_.reviews->options().progress->Wake(summary.id());
  return {WorkResult::Kind::kPostpone, reason};
}

// The check run must not stay "in progress".
void ReviewWork::Announce(ReviewSummary summary) {
  if (options_.on_failed == nullptr) return;
  summary.set_state(review::v1::REVIEW_STATE_FAILED);
  if (summary.state_reason().empty()) {
    summary.set_state_reason(absl::StrCat("publishing: ", summary.publication().reason()));
  }
  options_.on_failed(summary);
}

}  // namespace allreview::gateway
