#include "gateway/pipeline/change_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/guarded_thread.h"
#include "base/languages.h"
#include "base/status_macros.h"
#include "gateway/pipeline/outcome.h"
#include "gateway/pipeline/render.h"
#include "proto/change/v1/scan.h"
#include "proto/report/v1/catalogue.h"
#include "sentences/phrases/missing.h"

namespace allreview::gateway {
namespace {

using analysis::v1::AnalyzeRequest;
using change::v1::FileEntry;
using pull_request::v1::FetchChangeResponse;
using report::v1::DocumentInfo;

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

absl::Status ChangeReader::Read(const PatchReader& patch) {
  FetchSession fetch(*context_.stubs.pull_request, context_.calls.RequestTo("pull_request", work_),
                     context_.request.ref(),
                     {.patch = patch,
                      .forge_token = context_.run.forge_token,
                      .wants_lines = Needs(&DocumentInfo::needs_details)});
  ASSIGN_OR_RETURN(const bool is_open, Open(fetch));
  if (!is_open) return absl::OkStatus();
  content_ = std::make_unique<Content>(*context_.stubs.pull_request, work_, opened_,
                                       context_.run.forge_token);
  analysis_request_ = context_.calls.RequestTo("analysis", work_);
  analysis_ = std::make_unique<AnalysisSession>(
      *context_.stubs.analysis, analysis_request_,
      [this](const analysis::v1::AnalysisProgress& progress) {
        context_.events.Progress("analysis", progress.message(), progress.done(), progress.total());
      });
  GuardedThread starter([this] { StartAnalysis(); }, [this] { analysis_->Cancel(); });
  feed_ = std::make_unique<ContentFeed>(
      *content_, *analysis_, record_,
      [this](absl::string_view message) { context_.events.Progress("fetch", message); });
  ReadChange(fetch);
  starter.Join();
  feed_->Finish();
  const absl::Status status = context_.calls.Note("analysis", analysis_->Finish(&record_.analysis));
  if (!status.ok()) {
    record_.AddMissing("analysis", status, phrases::kFindingsInPart);
  }
  return absl::OkStatus();
}

// False: the service is missing and there is nothing to parse.
absl::StatusOr<bool> ChangeReader::Open(FetchSession& fetch) {
  const Stage stage(context_.options.metrics, "open", work_.trace);
  context_.events.Progress("fetch", "opening the change");
  FetchChangeResponse response;
  if (fetch.Read(&response) && response.has_opened()) {
    opened_ = response.opened();
    record_.change = opened_.info();
    return true;
  }
  while (fetch.Read(&response)) {
  }
  absl::Status status = context_.calls.Note("pull_request", fetch.Finish());
  if (status.ok()) status = absl::DataLossError("the answer did not begin with the change");
  if (context_.caller.IsCancelled()) return absl::CancelledError("the caller has gone");
  if (IsCallersFault(status)) return status;
  record_.AddMissing("pull_request", status, phrases::kNothingReviewed);
  return false;
}

void ChangeReader::ReadChange(FetchSession& fetch) {
  Sha256 hash;
  DiffSession diff(*context_.stubs.diff, context_.calls.RequestTo("diff", work_),
                   ParseOptionsFor(Needs(&DocumentInfo::needs_details)),
                   [this](diff::v1::ParseResponse& response) { ReceiveFile(response); });
  FetchChangeResponse response;
  while (fetch.Read(&response)) {
    ReceiveChange(response, hash, diff);
  }
  const absl::Status fetched = context_.calls.Note("pull_request", fetch.Finish());
  if (!fetched.ok()) {
    record_.AddMissing("pull_request", fetched, phrases::kChangeReadInPart);
  }
  record_.diff_sha256 = hash.Finish();
  const absl::Status parsed = context_.calls.Note("diff", diff.Finish());
  record_.cpu_seconds += diff.cpu_seconds();
  if (!parsed.ok()) {
    record_.AddMissing("diff", parsed, phrases::kFilesInPart);
  }
  feed_->CompleteFiles(std::move(complete_));
}

void ChangeReader::ReceiveChange(FetchChangeResponse& response, Sha256& hash, DiffSession& diff) {
  switch (response.part_case()) {
    case FetchChangeResponse::kFiles:
      for (const FileEntry& entry : response.files().files()) {
        record_.AddListed(entry);
        if (IsParsed(ReaderOfPath(entry.new_path()))) feed_->Want(entry);
      }
      context_.events.Progress(
          "diff", absl::StrCat("parsing the diff of ", response.files().files_size(), " files"));
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
    case FetchChangeResponse::kDone:
      complete_.mutable_lines()->Swap(response.mutable_done()->mutable_lines());
      break;
    default:
      break;
  }
}

void ChangeReader::ReceiveFile(diff::v1::ParseResponse& response) {
  AnalyzeRequest message;
  switch (response.part_case()) {
    case diff::v1::ParseResponse::kFile:
      record_.AddFile(response.mutable_file());
      if (IsParsed(ReaderOf(response.file().language()))) feed_->Want(response.file().entry());
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

void ChangeReader::StartAnalysis() {
  analysis::v1::Start start;
  *start.mutable_change() = record_.change;
  for (const auto& policy : context_.options.policies) *start.add_policies() = policy;
  for (const auto& policy : context_.request.policies()) *start.add_policies() = policy;
  if (!context_.request.is_repository_policy_ignored()) {
    auto policy = content_->ReadRepositoryPolicy();
    if (!policy.ok()) {
      record_.AddMissing("pull_request", policy.status(), phrases::kPolicyNotRead);
    } else if (policy->has_value()) {
      *start.add_policies() = **std::move(policy);
      AddRepositoryRules(start);
    }
  }
  for (const auto& file : context_.request.rule_files()) *start.add_rule_files() = file;
  start.set_threads(context_.request.threads());
  start.set_is_detailed(Needs(&DocumentInfo::needs_details));
  start.set_is_playbook(Needs(&DocumentInfo::needs_playbook));
  if (start.is_playbook()) *start.mutable_history() = opened_.history();
  start.set_wants_expressions(wants_expressions_);
  start.set_omits_edits(OmitsEdits());
  *start.mutable_tool_logs() = context_.request.tool_logs();
  start.set_has_tree(record_.change.has_content() && !opened_.pinned().has_patch());
  analysis_->Start(start);
}

// Rule files that the repository's policy, the last of `start`, names.
void ChangeReader::AddRepositoryRules(analysis::v1::Start& start) {
  analysis::v1::ResolvePolicyRequest resolve;
  *resolve.mutable_policies() = start.policies();
  const auto resolved = host::Call(*context_.stubs.analysis,
                                   &analysis::v1::AnalysisService::StubInterface::ResolvePolicy,
                                   resolve, analysis_request_);
  if (!resolved.ok()) return;  // Analyze fails for the same reason, and that is told.
  const auto files = content_->ReadRuleFiles(resolved->policy().repository_rule_files());
  if (!files.ok()) {
    record_.AddMissing("pull_request", files.status(), phrases::kRuleFilesNotRead);
    return;
  }
  for (const analysis::v1::RuleFile& file : *files) *start.add_rule_files() = file;
}

// A scan that people only read names thousands of places. Trying what would mend each of them costs
// nearly as much as finding them; `allreview fix` does it, and so do formats for programs.
bool ChangeReader::OmitsEdits() const {
  if (context_.run.is_complete || !change::v1::IsScan(record_.change)) return false;
  const std::vector<report::v1::DocumentRequest> documents = WantedDocuments(context_.request);
  return std::none_of(documents.begin(), documents.end(), [](const auto& document) {
    return report::InfoOf(document.format()).is_for_machines();
  });
}

bool ChangeReader::Needs(bool (DocumentInfo::*need)() const) const {
  if (context_.run.is_complete) return true;
  const std::vector<report::v1::DocumentRequest> documents = WantedDocuments(context_.request);
  return std::any_of(documents.begin(), documents.end(), [&](const auto& document) {
    return (report::InfoOf(document.document()).*need)();
  });
}

void ChangeReader::KeepDiff(absl::string_view chunk) {
  if (context_.run.keep == nullptr) return;
  diff_.bytes += static_cast<int64_t>(chunk.size());
  if (diff_.bytes > static_cast<int64_t>(context_.run.max_kept_diff_bytes)) {
    diff_.text = std::string();
  } else {
    diff_.text.append(chunk.data(), chunk.size());
  }
}

}  // namespace allreview::gateway
