#include "gateway/pipeline/run.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/guarded_thread.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "gateway/metrics/metrics.h"
#include "gateway/pipeline/measurements.h"
#include "gateway/pipeline/numerics_session.h"

namespace allreview::gateway {
namespace {

using analysis::v1::AnalyzeRequest;
using change::v1::FileEntry;
using pull_request::v1::FetchChangeResponse;
using review::v1::ReviewEvent;

// Enough for a service that works.
constexpr absl::Duration kFairBudget = absl::Minutes(1);

// What rendering may need of the caller's budget. Calls belong to a stage of it.
host::Request WithReserve(const host::Request& caller, const Stage& stage) {
  host::Request work = caller;
  work.trace = stage.trace();
  if (caller.deadline == absl::InfiniteFuture()) return work;
  const absl::Duration budget = caller.deadline - absl::Now();
  work.deadline = caller.deadline - std::min(absl::Seconds(10), budget / 5);
  return work;
}

// Whether this is about the reference, not about the health of the service.
bool IsCallersFault(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
      return true;
    default:
      return false;
  }
}

// Text that nobody reads. Documents that explain the change quote documentation, too.
diff::v1::ParseOptions ParseOptionsFor(bool needs_details) {
  diff::v1::ParseOptions options;
  for (change::v1::FileClass omitted :
       {change::v1::FILE_CLASS_DATA, change::v1::FILE_CLASS_GENERATED,
        change::v1::FILE_CLASS_VENDORED, change::v1::FILE_CLASS_LOCK}) {
    options.add_omit_text_of(omitted);
  }
  if (!needs_details) options.add_omit_text_of(change::v1::FILE_CLASS_DOCUMENTATION);
  return options;
}

}  // namespace

Run::Run(const Stubs& stubs, const PipelineOptions& options, const RunOptions& run,
         const review::v1::ReviewRequest& request, const host::Request& caller,
         const EventReceiver& send)
    : stubs_(stubs),
      options_(options),
      run_(run),
      request_(request),
      caller_(caller),
      understand_(options.metrics, "understand", caller.trace),
      work_(WithReserve(caller, understand_)),
      budget_(caller.deadline - absl::Now()),
      send_(send) {}

absl::Status Run::Execute(const PatchReader& patch) {
  FetchSession fetch(*stubs_.pull_request, RequestTo("pull_request", work_), request_.ref(),
                     {.patch = patch, .forge_token = run_.forge_token});
  ASSIGN_OR_RETURN(const bool is_open, Open(fetch));
  if (is_open) {
    content_ = std::make_unique<Content>(*stubs_.pull_request, work_, opened_, run_.forge_token);
    analysis_ = std::make_unique<AnalysisSession>(
        *stubs_.analysis, RequestTo("analysis", work_),
        [this](const analysis::v1::AnalysisProgress& progress) {
          Progress("analysis", progress.message(), progress.done(), progress.total());
        });
    GuardedThread starter([this] { StartAnalysis(); }, [this] { analysis_->Cancel(); });
    feed_ = std::make_unique<ContentFeed>(
        *content_, *analysis_, record_,
        [this](absl::string_view message) { Progress("fetch", message); });
    ReadChange(fetch);
    starter.Join();
    feed_->Finish();
    const absl::Status status = Note("analysis", analysis_->Finish(&record_.analysis));
    if (!status.ok()) {
      record_.AddMissing("analysis", status,
                         "findings and the model of the change are absent or in part");
    }
  }
  understand_.End();
  if (caller_.IsCancelled()) return absl::CancelledError("the caller has gone");
  RunNumerics();
  ApplyRunOptions();
  record_.CompleteLedger();
  return Deliver();
}

// False: the service is missing and there is nothing to parse.
absl::StatusOr<bool> Run::Open(FetchSession& fetch) {
  const Stage stage(options_.metrics, "open", work_.trace);
  Progress("fetch", "opening the change");
  FetchChangeResponse response;
  if (fetch.Read(&response) && response.has_opened()) {
    opened_ = response.opened();
    record_.change = opened_.info();
    return true;
  }
  while (fetch.Read(&response)) {
  }
  absl::Status status = Note("pull_request", fetch.Finish());
  if (status.ok()) status = absl::DataLossError("the answer did not begin with the change");
  if (caller_.IsCancelled()) return absl::CancelledError("the caller has gone");
  if (IsCallersFault(status)) return status;
  record_.AddMissing("pull_request", status, "the change could not be read; nothing was reviewed");
  return false;
}

void Run::ReadChange(FetchSession& fetch) {
  Sha256 hash;
  DiffSession diff(*stubs_.diff, RequestTo("diff", work_), ParseOptionsFor(NeedsDetails()),
                   [this](diff::v1::ParseResponse& response) { ReceiveFile(response); });
  FetchChangeResponse response;
  while (fetch.Read(&response)) {
    if (!ReceiveChange(response, hash, diff)) break;
  }
  const absl::Status fetched = Note("pull_request", fetch.Finish());
  if (!fetched.ok()) {
    record_.AddMissing("pull_request", fetched, "the change was read only in part");
  }
  record_.diff_sha256 = hash.Finish();
  const absl::Status parsed = Note("diff", diff.Finish());
  if (!parsed.ok()) {
    record_.AddMissing("diff", parsed, "files of the change are absent or without hunks");
  }
  feed_->CompleteFiles();
}

bool Run::ReceiveChange(FetchChangeResponse& response, Sha256& hash, DiffSession& diff) {
  switch (response.part_case()) {
    case FetchChangeResponse::kFiles:
      for (const FileEntry& entry : response.files().files()) {
        record_.AddListed(entry);
        if (ContentFeed::IsPython(entry.new_path())) feed_->Want(entry);
      }
      Progress("diff",
               absl::StrCat("parsing the diff of ", response.files().files_size(), " files"));
      break;
    case FetchChangeResponse::kDiffChunk:
      hash.Update(response.diff_chunk());
      KeepDiff(response.diff_chunk());
      diff.Write(std::move(*response.mutable_diff_chunk()));
      break;
    case FetchChangeResponse::kLedger:
      record_.AddLedger(response.ledger());
      break;
    case FetchChangeResponse::kDiagnostic:
      record_.AddDiagnostic(response.diagnostic());
      break;
    default:
      break;
  }
  return true;
}

void Run::ReceiveFile(diff::v1::ParseResponse& response) {
  AnalyzeRequest message;
  switch (response.part_case()) {
    case diff::v1::ParseResponse::kFile:
      record_.AddFile(response.mutable_file());
      if (response.file().language() == "python") feed_->Want(response.file().entry());
      message.mutable_file()->Swap(response.mutable_file());
      analysis_->Send(message);
      break;
    case diff::v1::ParseResponse::kContinuation:
      record_.AddContinuation(response.continuation());
      message.mutable_continuation()->Swap(response.mutable_continuation());
      analysis_->Send(message);
      break;
    case diff::v1::ParseResponse::kDiagnostic:
      record_.AddDiffDiagnostic(response.diagnostic());
      break;
    case diff::v1::ParseResponse::kSummary:
      record_.summary = response.summary();
      record_.has_summary = true;
      break;
    default:
      break;
  }
}

void Run::StartAnalysis() {
  analysis::v1::Start start;
  *start.mutable_change() = record_.change;
  for (const auto& policy : options_.policies) *start.add_policies() = policy;
  for (const auto& policy : request_.policies()) *start.add_policies() = policy;
  if (!request_.is_repository_policy_ignored()) {
    auto policy = content_->ReadRepositoryPolicy();
    if (!policy.ok()) {
      record_.AddMissing("pull_request", policy.status(),
                         "the repository's policy could not be read and does not hold");
    } else if (policy->has_value()) {
      *start.add_policies() = **std::move(policy);
      AddRepositoryRules(start);
    }
  }
  for (const auto& file : request_.rule_files()) *start.add_rule_files() = file;
  start.set_threads(request_.threads());
  start.set_is_detailed(NeedsDetails());
  start.set_is_playbook(NeedsPlaybook());
  start.set_wants_expressions(WantsNumerics());
  start.set_has_tree(record_.change.has_content() && !opened_.pinned().has_patch());
  analysis_->Start(start);
}

// Rule files that the repository's policy, the last of `start`, names.
void Run::AddRepositoryRules(analysis::v1::Start& start) {
  // Most policies name none; asking would cost each review a call.
  if (!absl::StrContains(start.policies(start.policies_size() - 1).content(), "files")) return;
  analysis::v1::ResolvePolicyRequest resolve;
  *resolve.mutable_policies() = start.policies();
  const auto resolved =
      host::Call(*stubs_.analysis, &analysis::v1::AnalysisService::StubInterface::ResolvePolicy,
                 resolve, work_);
  if (!resolved.ok()) return;  // Analyze fails for the same reason, and that is told.
  const auto files = content_->ReadRuleFiles(resolved->policy().repository_rule_files());
  if (!files.ok()) {
    record_.AddMissing("pull_request", files.status(),
                       "rule files of the repository could not be read and do not hold");
    return;
  }
  for (const analysis::v1::RuleFile& file : *files) *start.add_rule_files() = file;
}

bool Run::WantsNumerics() const {
  return stubs_.numerics != nullptr && !request_.is_numerics_off();
}

void Run::RunNumerics() {
  if (!WantsNumerics()) {
    record_.AddUnconfigured("numerics", stubs_.numerics == nullptr
                                            ? "numerical checks: not configured"
                                            : "numerical checks: switched off");
    return;
  }
  const numerics::v1::ChangedExpressions& changed = record_.analysis.expressions;
  if (changed.expressions().empty() && changed.refusals().empty()) return;
  Progress("numerics", absl::StrCat("measuring ", changed.expressions_size(), " expressions"));
  Stage stage(options_.metrics, "numerics", caller_.trace);
  host::Request request = work_;
  request.trace = stage.trace();
  NumericsOutcome outcome =
      MeasureChange(*stubs_.numerics, RequestTo("numerics", request), changed);
  outcome.status = Note("numerics", outcome.status);
  stage.End();
  if (!outcome.status.ok()) {
    record_.AddMissing("numerics", outcome.status,
                       absl::StrCat(outcome.unanswered, " of ", outcome.report.expressions_size(),
                                    " tensor expressions were not measured"));
  }
  MergeMeasurements(outcome.report, std::move(outcome.findings), record_.analysis.policy,
                    record_.analysis.findings);
  record_.numerics = std::move(outcome.report);
  record_.has_numerics = true;
  if (options_.metrics == nullptr) return;
  for (const numerics::v1::Refusal& refusal : changed.refusals()) {
    options_.metrics->Count(metric::kExpressionRefusals, {{"reason", refusal.reason()}});
  }
}

absl::Status Run::Deliver() {
  Progress("report", "writing documents");
  Stage stage(options_.metrics, "report", caller_.trace);
  host::Request request = caller_;
  request.trace = stage.trace();
  absl::StatusOr<Rendered> rendered =
      Render(*stubs_.report, RequestTo("report", request), record_, request_);
  const absl::Status reported = Note("report", rendered.status());
  if (!rendered.ok()) {
    if (caller_.IsCancelled()) return absl::CancelledError("the caller has gone");
    if (run_.on_not_kept != nullptr) run_.on_not_kept(reported);
    record_.AddMissing("report", reported, "the documents are plain lists");
    rendered = RenderWithoutService(record_, request_);
  }
  stage.End();
  LogMissing();
  if (options_.metrics != nullptr) {
    CountReview(*options_.metrics, record_, *rendered, absl::Now() - start_);
  }
  Keep(*rendered);
  for (report::v1::DocumentChunk& chunk : rendered->documents) {
    ReviewEvent event;
    event.mutable_document()->Swap(&chunk);
    if (!Send(event)) return absl::CancelledError("the caller has gone");
  }
  ReviewEvent event;
  event.mutable_finished()->Swap(&rendered->finished);
  event.mutable_finished()->set_request_id(caller_.id);
  if (!Send(event)) return absl::CancelledError("the caller has gone");
  return absl::OkStatus();
}

void Run::LogMissing() const {
  for (const change::v1::MissingPart& part : record_.missing()) {
    if (part.is_expected()) continue;
    Log(LogLevel::kWarning, "part missing",
        {{"service", part.service()},
         {"code", part.code()},
         {"trace_id", caller_.trace.trace_id},
         {"request_id", caller_.id}});
  }
}

void Run::Progress(absl::string_view stage, absl::string_view message, int64_t done,
                   int64_t total) {
  ReviewEvent event;
  review::v1::Progress* progress = event.mutable_progress();
  progress->set_stage(std::string(stage));
  progress->set_message(std::string(message));
  progress->set_done(done);
  progress->set_total(total);
  progress->set_request_id(caller_.id);
  Send(event);
}

// A request that fails at once when the service is left alone; Note then says why.
host::Request Run::RequestTo(absl::string_view service, const host::Request& request) {
  if (options_.circuits == nullptr) return request;
  const absl::Status allowed = options_.circuits->Check(service);
  if (allowed.ok()) return request;
  refused_[std::string(service)] = allowed;
  host::Request over = request;
  over.deadline = absl::UnixEpoch();
  return over;
}

absl::Status Run::Note(absl::string_view service, const absl::Status& status) {
  if (options_.circuits == nullptr) return status;
  const auto refused = refused_.find(std::string(service));
  if (refused != refused_.end()) return refused->second;
  // A caller in a hurry must not have the service left alone for everybody.
  if (!absl::IsDeadlineExceeded(status) || budget_ >= kFairBudget) {
    options_.circuits->Note(service, status);
  }
  return status;
}

// Whether some document tells more of the change than what was found in it.
bool Run::NeedsDetails() const {
  const std::vector<report::v1::DocumentRequest> documents = WantedDocuments(request_);
  return run_.is_complete ||
         std::any_of(documents.begin(), documents.end(), [](const auto& document) {
           return document.document() == report::v1::DOCUMENT_DEEP_DIVE ||
                  document.document() == report::v1::DOCUMENT_EXPLANATION ||
                  document.document() == report::v1::DOCUMENT_AUDIT;
         });
}

bool Run::NeedsPlaybook() const {
  const std::vector<report::v1::DocumentRequest> documents = WantedDocuments(request_);
  return run_.is_complete ||
         std::any_of(documents.begin(), documents.end(), [](const auto& document) {
           return document.document() == report::v1::DOCUMENT_PLAYBOOK;
         });
}

void Run::ApplyRunOptions() {
  for (finding::v1::Finding& finding : record_.analysis.findings) {
    if (run_.rules_on_probation.count(finding.rule_id()) > 0) {
      finding.set_shown(finding::v1::SHOWN_PROBATION);
    }
    const auto ignored = run_.ignored_rules.find(finding.rule_id());
    if (ignored != run_.ignored_rules.end() && !finding.has_suppression()) {
      finding.mutable_suppression()->set_reason(ignored->second);
    }
  }
}

void Run::KeepDiff(absl::string_view chunk) {
  if (run_.keep == nullptr) return;
  kept_.diff_bytes += static_cast<int64_t>(chunk.size());
  if (kept_.diff_bytes > static_cast<int64_t>(run_.max_kept_diff_bytes)) {
    kept_.diff = std::string();
  } else {
    kept_.diff.append(chunk.data(), chunk.size());
  }
}

void Run::Keep(Rendered& rendered) {
  if (run_.keep == nullptr || rendered.is_plain) return;
  kept_.review = std::move(rendered.review);
  run_.keep(std::move(kept_));
}

bool Run::Send(const ReviewEvent& event) {
  MutexLock lock(send_mutex_);
  return send_(event);
}

}  // namespace allreview::gateway
