#include "gateway/reviews/review_work.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/secrets.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/feedback/probation.h"
#include "gateway/metrics/metrics.h"
#include "review/causes.h"

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

// Whether a call that failed with this code may do better next time. What a service says of this
// change (too large, an object that is not there, our bug) it says again.
bool IsWorthAnotherTry(absl::string_view code) {
  for (absl::string_view transient :
       {"UNAVAILABLE", "DEADLINE_EXCEEDED", "DATA_LOSS", "ABORTED", "INTERNAL", "CANCELLED"}) {
    if (code == transient) return true;
  }
  return false;
}

// What a service that should have answered said instead. kResourceExhausted: GitHub's limits; the
// same review can be had whole later.
absl::Status MissingService(const review::v1::Review& review) {
  for (const change::v1::MissingPart& part : review.missing()) {
    if (part.is_expected()) continue;
    const std::string text = absl::StrCat(part.service(), ": ", part.reason());
    if (part.service() == "pull_request" && part.code() == "RESOURCE_EXHAUSTED") {
      return absl::ResourceExhaustedError(text);
    }
    if (IsWorthAnotherTry(part.code())) return absl::UnavailableError(text);
  }
  return absl::OkStatus();
}

bool IsPublicationPending(const ReviewSummary& summary) {
  return summary.publication().state() == Publication::STATE_PENDING;
}

// What is kept of a review that could not be published.
Publication Unpublished(const absl::Status& status) {
  Publication publication;
  if (absl::IsAborted(status)) {
    publication.set_reason("a newer push came before this review was published");
    return publication;
  }
  publication.set_state(Publication::STATE_FAILED);
  publication.set_reason(std::string(status.message()));
  return publication;
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
  const std::string& id = lease.job.review().review_id();
  absl::StatusOr<StoredReview> stored = Begin(lease);
  if (absl::IsNotFound(stored.status())) {
    return {WorkResult::Kind::kBury, std::string(stored.status().message())};
  }
  if (!stored.ok()) return {WorkResult::Kind::kRetry, std::string(stored.status().message())};
  if (stored->summary().state() != review::v1::REVIEW_STATE_DONE) {
    if (HasEnded(stored->summary().state())) return {};  // Withdrawn in the meantime.
    const absl::Status status = Run(lease, keeper, *stored);
    if (keeper.is_lost() || absl::IsCancelled(status)) return Lost(keeper, id);
    if (!status.ok()) return Failed(lease, status, id);
  }
  return Publish(lease, keeper, *stored);
}

// A failed review whose job is given out again was revived.
absl::StatusOr<StoredReview> ReviewWork::Begin(const Lease& lease) {
  Reviews& reviews = *options_.reviews;
  const std::string& id = lease.job.review().review_id();
  ASSIGN_OR_RETURN(
      const ReviewSummary summary, reviews.store().UpdateSummary(id, [&](ReviewSummary& stored) {
        if (HasEnded(stored.state()) && stored.state() != review::v1::REVIEW_STATE_FAILED) {
          return false;
        }
        stored.set_state(review::v1::REVIEW_STATE_RUNNING);
        stored.clear_state_reason();
        stored.clear_finished_at();
        stored.set_attempts(lease.attempts);
        *stored.mutable_started_at() = ToTimestamp(reviews.options().now());
        *stored.mutable_opened_at() = lease.job.queued_at();
        return true;
      }));
  reviews.options().progress->Wake(id);
  StoredReview stored;
  if (summary.state() == review::v1::REVIEW_STATE_DONE) {
    ASSIGN_OR_RETURN(stored, reviews.store().GetReview(id));
  } else {
    *stored.mutable_summary() = summary;
  }
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
    ASSIGN_OR_RETURN(run.forge_token, reviews.options().read_token(job.repository().full_name()));
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

absl::Status ReviewWork::Run(const Lease& lease, LeaseKeeper& keeper, StoredReview& stored) {
  // Without analysis the review still tells what it can.
  const RuleVersions versions = AskForRuleVersions().value_or(RuleVersions());
  ASSIGN_OR_RETURN(RunOptions run, OptionsFor(lease.job, versions));
  std::optional<Kept> kept;
  run.keep = [&kept](Kept review) { kept = std::move(review); };
  absl::Status reported = absl::UnavailableError("the report service did not answer");
  run.on_not_kept = [&reported](const absl::Status& status) { reported = status; };
  review::v1::ReviewRequest request;
  *request.mutable_ref() = lease.job.review().ref();
  ASSIGN_OR_RETURN(analysis::v1::ToolLogs logs, options_.reviews->ToolLogsFor(lease.job));
  request.mutable_tool_logs()->Swap(logs.mutable_logs());
  host::Request caller = host::NewRequest(options_.budget, lease.job.trace_parent());
  caller.cancellation = &keeper.loss();
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
  if (!kept.has_value()) return CheckReport(reported, lease);
  absl::Status missing = MissingService(kept->review);
  if (absl::IsResourceExhausted(missing)) return missing;
  if (!missing.ok() && lease.attempts < options_.partial_attempts) return missing;
  return Finish(*std::move(kept), versions, keeper, stored);
}

// Why there is no review: as it is where another attempt may help, otherwise final.
absl::Status ReviewWork::CheckReport(const absl::Status& status, const Lease& lease) const {
  const std::string text = absl::StrCat("report: ", status.message());
  const std::string code = absl::StatusCodeToString(status.code());
  if (IsWorthAnotherTry(code) && lease.attempts < options_.partial_attempts) {
    return absl::UnavailableError(text);
  }
  return absl::FailedPreconditionError(text);
}

absl::Status ReviewWork::Finish(Kept kept, const RuleVersions& versions, LeaseKeeper& keeper,
                                StoredReview& stored) {
  Reviews& reviews = *options_.reviews;
  RETURN_IF_ERROR(keeper.Renew());
  *stored.mutable_review() = std::move(kept.review);
  MaskSecrets(kept.diff);  // It is read by more people than the repository.
  *stored.mutable_diff() = std::move(kept.diff);
  stored.set_diff_bytes(kept.diff_bytes);
  for (const finding::v1::Finding* finding : AllFindings(stored.review())) {
    const auto version = versions.find(finding->rule_id());
    if (version != versions.end()) {
      (*stored.mutable_rule_versions())[version->first] = version->second;
    }
  }
  ReviewSummary& summary = *stored.mutable_summary();
  Complete(stored.review(), summary);
  summary.set_state(review::v1::REVIEW_STATE_DONE);
  *summary.mutable_finished_at() = ToTimestamp(reviews.options().now());
  RETURN_IF_ERROR(
      reviews.store().PutReview(stored, [](const ReviewSummary& present) -> absl::Status {
        if (present.state() == review::v1::REVIEW_STATE_RUNNING ||
            present.state() == review::v1::REVIEW_STATE_DONE) {
          return absl::OkStatus();
        }
        return absl::CancelledError("the review was ended while it was made");
      }));
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
  if (options_.publish == nullptr || !IsPublicationPending(summary)) return {};
  // From here on somebody outside sees what we do.
  const absl::Status renewed = keeper.Renew();
  if (keeper.is_lost()) return Lost(keeper, summary.id());
  if (!renewed.ok()) return {WorkResult::Kind::kRetry, std::string(renewed.message())};
  const bool is_first = IsFirstReview(lease.job);
  absl::StatusOr<Publication> publication = options_.publish(stored, lease.job);
  if (absl::IsResourceExhausted(publication.status()) && MayPostpone(lease)) {
    return Postpone(std::string(publication.status().message()), summary.id());
  }
  if (IsTransient(publication.status()) && lease.attempts < options_.max_attempts) {
    return {WorkResult::Kind::kRetry, absl::StrCat("publishing: ", publication.status().message())};
  }
  *summary.mutable_publication() =
      publication.ok() ? *std::move(publication) : Unpublished(publication.status());
  if (is_first && summary.publication().state() != Publication::STATE_FAILED) {
    const std::string& name = summary.repository().full_name();
    reviews.options().metrics->Observe(metric::kTimeToFirstReview, {{"repository", name}},
                                       reviews.options().now() - ToTime(lease.job.queued_at()));
  }
  const auto publish = [&](ReviewSummary& present) {
    if (!IsPublicationPending(present)) return false;
    *present.mutable_publication() = summary.publication();
    return true;
  };
  const absl::Status written = reviews.store().UpdateSummary(summary.id(), publish).status();
  if (!written.ok()) return {WorkResult::Kind::kRetry, std::string(written.message())};
  reviews.options().progress->Wake(summary.id());
  if (summary.publication().state() == Publication::STATE_FAILED) {
    Announce(summary);
    return {WorkResult::Kind::kBury, absl::StrCat("publishing: ", summary.publication().reason())};
  }
  return {};
}

bool ReviewWork::MayPostpone(const Lease& lease) const {
  return options_.reviews->options().now() - ToTime(lease.job.queued_at()) <
         options_.max_postponement;
}

WorkResult ReviewWork::Failed(const Lease& lease, const absl::Status& status,
                              const std::string& id) {
  Reviews& reviews = *options_.reviews;
  const std::string reason(status.message());
  const bool is_budget = absl::IsResourceExhausted(status);
  if (is_budget && MayPostpone(lease)) return Postpone(reason, id);
  if (IsTransient(status) && !is_budget && lease.attempts < options_.max_attempts) {
    const absl::Status written =
        reviews.store()
            .UpdateSummary(id,
                           [&](ReviewSummary& stored) {
                             if (HasEnded(stored.state())) return false;
                             stored.set_state(review::v1::REVIEW_STATE_QUEUED);
                             stored.set_state_reason(
                                 absl::StrCat("attempt ", lease.attempts, " failed: ", reason));
                             return true;
                           })
            .status();
    if (written.ok()) reviews.options().progress->Wake(id);
    return {WorkResult::Kind::kRetry, reason};
  }
  const absl::StatusOr<std::optional<ReviewSummary>> ended =
      reviews.End(id, {.state = review::v1::REVIEW_STATE_FAILED, .reason = reason});
  if (!ended.ok()) return {WorkResult::Kind::kRetry, reason};
  if (ended->has_value() && lease.job.review().is_published()) Announce(**ended);
  return {WorkResult::Kind::kBury, reason};
}

// Whoever withdrew the job says so in the record, unless it was cut off in between.
WorkResult ReviewWork::Lost(const LeaseKeeper& keeper, const std::string& id) {
  if (!keeper.is_withdrawn()) return {WorkResult::Kind::kLost};
  const absl::Status written = options_.reviews
                                   ->End(id, {.state = review::v1::REVIEW_STATE_SUPERSEDED,
                                              .reason = "withdrawn while it was worked on"})
                                   .status();
  return {WorkResult::Kind::kLost, std::string(written.message())};
}

// A budget of GitHub is used up: the review waits, and says for what.
WorkResult ReviewWork::Postpone(const std::string& reason, const std::string& id) {
  Reviews& reviews = *options_.reviews;
  const absl::Status written =
      reviews.store()
          .UpdateSummary(id,
                         [&](ReviewSummary& stored) {
                           if (!IsOpen(stored)) return false;
                           if (!HasEnded(stored.state())) {
                             stored.set_state(review::v1::REVIEW_STATE_QUEUED);
                             stored.set_state_reason(reason);
                           }
                           if (IsPublicationPending(stored)) {
                             stored.mutable_publication()->set_reason(reason);
                           }
                           return true;
                         })
          .status();
  if (!written.ok()) return {WorkResult::Kind::kRetry, std::string(written.message())};
  reviews.options().progress->Wake(id);
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
