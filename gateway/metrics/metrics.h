#ifndef GATEWAY_METRICS_METRICS_H_
#define GATEWAY_METRICS_METRICS_H_

// Every metric that the platform around the services emits, by name and labels. One place, so that
// dashboards (k8s/grafana), alerts (k8s/prometheus) and docs/operations.md can be checked against
// it. Values of labels are in lower case; what they can be stands in the help text, or is an enum
// without its prefix: LabelOf("STATE_PARTIAL", "STATE_") is "partial".
//
//   metrics.Count(metric::kJobs, {{"work", "review"}, {"result", "done"}});
//   metrics.Observe(metric::kTimeToFirstReview, {}, published - opened);
//   updater = metrics.BeforeScrape([queue](auto& m) { m.Set(metric::kQueueOldestAge, {}, …); });
//
// Label "repository" is "owner/name", or "local" for what is not on GitHub; see host::Metrics for
// its bound. A metric of one service only (numerics, RPC) is defined beside its code.

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "host/metrics.h"
#include "proto/analysis/v1/rule.pb.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {
namespace metric {

// Reviews, by the pipeline: whoever asked for them.
inline constexpr host::MetricInfo kReviews = {"allreview_reviews_total",
                                              "Reviews that ended, by conclusion.",
                                              host::MetricKind::kCounter, "conclusion,repository"};
inline constexpr host::MetricInfo kReviewDuration = {"allreview_review_duration_seconds",
                                                     "Time of a review in the pipeline.",
                                                     host::MetricKind::kHistogram, "conclusion"};
inline constexpr host::MetricInfo kStageDuration = {"allreview_stage_duration_seconds",
                                                    "Time of the pipeline's stages.",
                                                    host::MetricKind::kHistogram, "stage"};
inline constexpr host::MetricInfo kFindings = {
    "allreview_findings_total", "Findings by rule and by what became of them in the documents.",
    host::MetricKind::kCounter, "pillar,rule,severity,shown"};
inline constexpr host::MetricInfo kRepositoryFindings = {
    "allreview_repository_findings_total", "Findings that authors were shown, by repository.",
    host::MetricKind::kCounter, "pillar,repository,severity"};
inline constexpr host::MetricInfo kChangedLines = {"allreview_changed_lines_total",
                                                   "Added and deleted lines of reviewed changes.",
                                                   host::MetricKind::kCounter, "repository"};
inline constexpr host::MetricInfo kReviewSeconds = {
    "allreview_repository_review_seconds_total", "Time of reviews in the pipeline, by repository.",
    host::MetricKind::kCounter, "repository"};
inline constexpr host::MetricInfo kCpuSeconds = {
    "allreview_repository_cpu_seconds_total",
    "CPU time of diff, analysis, numerics and documents for reviews, by repository.",
    host::MetricKind::kCounter, "repository"};
inline constexpr host::MetricInfo kFiles = {"allreview_files_total",
                                            "Changed files by their state in the ledger.",
                                            host::MetricKind::kCounter, "repository,state"};
inline constexpr host::MetricInfo kMissingParts = {"allreview_missing_parts_total",
                                                   "Services that a review had to go on without.",
                                                   host::MetricKind::kCounter, "code,service"};
inline constexpr host::MetricInfo kExpressionRefusals = {
    "allreview_expression_refusals_total", "Changed tensor expressions that cannot be run.",
    host::MetricKind::kCounter, "reason"};

// Reviews as resources: what was asked for and what became of it.
inline constexpr host::MetricInfo kReviewRequests = {
    "allreview_review_requests_total", "Reviews that were asked for.", host::MetricKind::kCounter,
    "repository,trigger"};
inline constexpr host::MetricInfo kReviewStates = {"allreview_review_states_total",
                                                   "Reviews by the state in which they ended.",
                                                   host::MetricKind::kCounter, "state"};
inline constexpr host::MetricInfo kTimeToFirstReview = {
    "allreview_time_to_first_review_seconds", "From a pull request's opening to its first review.",
    host::MetricKind::kHistogram, "repository", /*is_long=*/true};
inline constexpr host::MetricInfo kActiveRepositories = {
    "allreview_active_repositories", "Repositories with a review in the last seven days.",
    host::MetricKind::kGauge};
inline constexpr host::MetricInfo kKnownRepositories = {"allreview_known_repositories",
                                                        "Repositories with any stored review.",
                                                        host::MetricKind::kGauge};

// Jobs. Every replica tells of the same queue: take the maximum, not the sum, of gauges.
inline constexpr host::MetricInfo kQueueJobs = {"allreview_queue_jobs",
                                                "Jobs in the queue: queued, running or dead.",
                                                host::MetricKind::kGauge, "state"};
inline constexpr host::MetricInfo kQueueOldestAge = {
    "allreview_queue_oldest_age_seconds", "Age of the job that waits longest; 0 when none waits.",
    host::MetricKind::kGauge};
inline constexpr host::MetricInfo kQueueTenants = {
    "allreview_queue_tenants", "Tenants with a job that waits.", host::MetricKind::kGauge};
inline constexpr host::MetricInfo kJobsEnqueued = {
    "allreview_jobs_enqueued_total",
    "Jobs given to the queue: queued, or duplicate of a known one.", host::MetricKind::kCounter,
    "result,work"};
inline constexpr host::MetricInfo kJobs = {
    "allreview_jobs_total", "Attempts at jobs: done, retried, postponed, buried or lost.",
    host::MetricKind::kCounter, "result,work"};
inline constexpr host::MetricInfo kJobWait = {
    "allreview_job_wait_seconds", "From queueing a job to a worker's taking it.",
    host::MetricKind::kHistogram, "work", /*is_long=*/true};
inline constexpr host::MetricInfo kJobDuration = {
    "allreview_job_duration_seconds", "Time of an attempt at a job.", host::MetricKind::kHistogram,
    "work", /*is_long=*/true};
inline constexpr host::MetricInfo kWorkersBusy = {
    "allreview_workers_busy", "Workers of this process with a job.", host::MetricKind::kGauge};
inline constexpr host::MetricInfo kWorkers = {"allreview_workers", "Workers of this process.",
                                              host::MetricKind::kGauge};

// The store.
inline constexpr host::MetricInfo kStoreDuration = {
    "allreview_store_operation_duration_seconds", "Time of get, scan and commit.",
    host::MetricKind::kHistogram, "backend,code,operation"};
inline constexpr host::MetricInfo kStoreUnreadable = {
    "allreview_store_unreadable_total",
    "Entries of the store that could not be read and were left out, each once for each process.",
    host::MetricKind::kCounter, "backend"};
inline constexpr host::MetricInfo kStoreBytes = {"allreview_store_bytes", "Size of what is stored.",
                                                 host::MetricKind::kGauge, "backend"};

// GitHub: what comes in.
inline constexpr host::MetricInfo kWebhooks = {
    "allreview_webhooks_total", "Webhooks: accepted, ignored, duplicate, refused or failed.",
    host::MetricKind::kCounter, "event,result"};
inline constexpr host::MetricInfo kWebhookRefusals = {
    "allreview_webhook_refusals_total",
    "Webhooks that were refused, for example for their signature.", host::MetricKind::kCounter,
    "reason"};
inline constexpr host::MetricInfo kCommands = {
    "allreview_commands_total", "Commands in comments: done, denied, unknown or failed.",
    host::MetricKind::kCounter, "command,result"};

// GitHub: what goes out. Calls are counted by github/metrics.h.
inline constexpr host::MetricInfo kGitHubTokens = {"allreview_github_token_refreshes_total",
                                                   "Installation tokens that were asked for.",
                                                   host::MetricKind::kCounter, "result"};

// Webhooks of our own, by their names in the configuration.
inline constexpr host::MetricInfo kDeliveries = {
    "allreview_outgoing_deliveries_total",
    "Messages to outgoing webhooks: delivered; failed, an attempt; given_up, and so a dead letter; "
    "or missed, because the event was removed first.",
    host::MetricKind::kCounter, "result,webhook"};
inline constexpr host::MetricInfo kDeliveriesUnderWay = {
    "allreview_outgoing_deliveries_waiting",
    "Messages to an outgoing webhook that wait or are being sent.", host::MetricKind::kGauge,
    "webhook"};

// Publishing.
inline constexpr host::MetricInfo kPublications = {
    "allreview_publications_total",
    "Reviews brought to GitHub: published, partial, failed or unchanged.",
    host::MetricKind::kCounter, "result"};
inline constexpr host::MetricInfo kPublicationDuration = {"allreview_publication_duration_seconds",
                                                          "Time of bringing a review to GitHub.",
                                                          host::MetricKind::kHistogram, "result"};
inline constexpr host::MetricInfo kComments = {"allreview_comments_total",
                                               "Findings posted: inline, file or body.",
                                               host::MetricKind::kCounter, "placement"};
inline constexpr host::MetricInfo kFindingNovelty = {
    "allreview_finding_novelty_total",
    "Findings that people were shown: new, persisting from an earlier review, or fixed.",
    host::MetricKind::kCounter, "novelty,repository"};
inline constexpr host::MetricInfo kTimeToFix = {
    "allreview_time_to_fix_seconds",
    "From the review that showed a finding first to the one that misses it.",
    host::MetricKind::kHistogram, "repository", /*is_long=*/true};
inline constexpr host::MetricInfo kSuggestions = {
    "allreview_suggestions_total",
    "Suggested edits: proposed in a comment, and accepted, when a later push holds what was "
    "proposed.",
    host::MetricKind::kCounter, "repository,result"};
inline constexpr host::MetricInfo kRecoveries = {
    "allreview_publication_recoveries_total",
    "Publications that found remains of an interrupted one.", host::MetricKind::kCounter, "kind"};

// What people say of findings.
inline constexpr host::MetricInfo kImpressions = {
    "allreview_impressions_total", "Findings that people were shown, once for each pull request.",
    host::MetricKind::kCounter, "rule"};
inline constexpr host::MetricInfo kVotes = {
    "allreview_votes_total", "Votes: useful, not_useful, resolved_unchanged, fixed or ignored.",
    host::MetricKind::kCounter, "rule,vote"};
inline constexpr host::MetricInfo kRepositoryImpressions = {
    "allreview_repository_impressions_total",
    "Findings that people were shown, by repository; once for each pull request.",
    host::MetricKind::kCounter, "repository"};
inline constexpr host::MetricInfo kRepositoryVotes = {
    "allreview_repository_votes_total", "Votes by repository.", host::MetricKind::kCounter,
    "repository,vote"};
inline constexpr host::MetricInfo kRulesInfo = {
    "allreview_rules_info",
    "1 for the rules in use, by their hash in receipts; 0 for others before.",
    host::MetricKind::kGauge, "rules"};
inline constexpr host::MetricInfo kRulesOnProbation = {
    "allreview_rules_on_probation", "Organisations in which the rule is on probation.",
    host::MetricKind::kGauge, "rule"};
inline constexpr host::MetricInfo kProbationChanges = {"allreview_probation_changes_total",
                                                       "Rules that began or ended a probation.",
                                                       host::MetricKind::kCounter, "change"};

// The HTTP edge.
inline constexpr host::MetricInfo kHttpDuration = {
    "allreview_http_request_duration_seconds",
    "Time of HTTP requests; `route` is a pattern, never a path.", host::MetricKind::kHistogram,
    "code,method,route"};
inline constexpr host::MetricInfo kHttpConnections = {
    "allreview_http_connections", "Open connections.", host::MetricKind::kGauge};
inline constexpr host::MetricInfo kHttpStreams = {
    "allreview_http_event_streams", "Open server-sent event streams.", host::MetricKind::kGauge};
inline constexpr host::MetricInfo kHttpRefusals = {
    "allreview_http_refusals_total",
    "Requests cut off by a limit: body, header, slow, connections, streams, memory or overload.",
    host::MetricKind::kCounter, "reason"};
inline constexpr host::MetricInfo kAccessRefusals = {"allreview_access_refusals_total",
                                                     "Calls without a valid token or the scope.",
                                                     host::MetricKind::kCounter, "reason"};

// Protection from others' faults.
inline constexpr host::MetricInfo kCircuitOpen = {"allreview_circuit_open",
                                                  "1 while calls to a service are not even tried.",
                                                  host::MetricKind::kGauge, "service"};

}  // namespace metric

// All of the above and those of github/metrics.h, sorted by name.
absl::Span<const host::MetricInfo> PlatformMetrics();

// Prometheus sees no step from "no series" to 1, and increase() would miss the first event of each
// counter. So what can be known beforehand is counted with amount 0.
//
// What alerts look at.
void DeclareMetrics(host::Metrics& metrics);

// What a rule can lead to. Each `shown` for the rule's own severity; for the others, which policy
// and single findings may have, what authors are shown.
void DeclareRule(host::Metrics& metrics, const analysis::v1::RuleInfo& rule);

// A vote on a finding of a rule in a repository.
void CountVote(host::Metrics& metrics, const review::v1::Repository& repository,
               const std::string& rule, review::v1::Vote vote);

// What reviews of a repository lead to; `name` as the label has it.
void DeclareRepository(host::Metrics& metrics, const std::string& name);

// A label value of an enum's name: LabelOf("CONCLUSION_BLOCKED", "CONCLUSION_") is "blocked".
std::string LabelOf(absl::string_view enum_name, absl::string_view prefix);

// A rule as the value of a label. Whoever uploads a log of another tool names its rules, so that
// there may be any number: they count by their tool, "ruff/*", or as "other/*".
std::string RuleLabel(absl::string_view rule_id);

}  // namespace allreview::gateway

#endif  // GATEWAY_METRICS_METRICS_H_
