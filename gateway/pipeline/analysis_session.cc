#include "gateway/pipeline/analysis_session.h"

#include <utility>

#include "base/mutex.h"
#include "host/cpu_report.h"

namespace allreview::gateway {

using analysis::v1::AnalyzeRequest;
using analysis::v1::AnalyzeResponse;
using analysis::v1::Need;

namespace {

// A part that comes once.
template <typename Part>
void Set(Part& from, Part& to, bool& is_there) {
  to = std::move(from);
  is_there = true;
}

void KeepPart(AnalyzeResponse& response, Analysis& result) {
  switch (response.part_case()) {
    case AnalyzeResponse::kPolicy:
      return Set(*response.mutable_policy(), result.policy, result.has_policy);
    case AnalyzeResponse::kFinding:
      result.findings.push_back(std::move(*response.mutable_finding()));
      return;
    case AnalyzeResponse::kLedger:
      result.ledger.push_back(std::move(*response.mutable_ledger()));
      return;
    case AnalyzeResponse::kDiagnostic:
      result.diagnostics.push_back(std::move(*response.mutable_diagnostic()));
      return;
    case AnalyzeResponse::kModel:
      return Set(*response.mutable_model(), result.model, result.has_model);
    case AnalyzeResponse::kHouse:
      return Set(*response.mutable_house(), result.house, result.has_house);
    case AnalyzeResponse::kTests:
      return Set(*response.mutable_tests(), result.tests, result.has_tests);
    case AnalyzeResponse::kPlaybook:
      return Set(*response.mutable_playbook(), result.playbook, result.has_playbook);
    case AnalyzeResponse::kExpressions:
      result.expressions = std::move(*response.mutable_expressions());
      return;
    case AnalyzeResponse::kDone:
      result.rules_hash = response.done().rules_hash();
      result.engine_version = response.done().engine_version();
      result.is_done = true;
      return;
    case AnalyzeResponse::kNeed:
    case AnalyzeResponse::kProgress:
    case AnalyzeResponse::PART_NOT_SET:
      return;
  }
}

}  // namespace

AnalysisSession::AnalysisSession(analysis::v1::AnalysisService::StubInterface& stub,
                                 const host::Request& request, ProgressReceiver on_progress)
    : context_(host::NewClientContext(request)),
      exchange_(stub.Analyze(context_.get())),
      on_progress_(std::move(on_progress)) {
  reader_ = GuardedThread([this] { ReadAll(); },
                          [this] {
                            Cancel();
                            SetOver();
                          });
}

AnalysisSession::~AnalysisSession() {
  if (reader_.IsJoinable()) Cancel();
}

void AnalysisSession::Start(const analysis::v1::Start& start) {
  AnalyzeRequest message;
  *message.mutable_start() = start;
  {
    MutexLock lock(write_mutex_);
    exchange_->Write(message);
  }
  MutexLock lock(mutex_);
  is_started_ = true;
  changed_.NotifyAll();
}

bool AnalysisSession::Send(const AnalyzeRequest& message) {
  {
    MutexLock lock(mutex_);
    changed_.Wait(lock,
                  [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return is_started_ || is_over_; });
    if (is_over_) return false;
  }
  MutexLock lock(write_mutex_);
  return exchange_->Write(message);
}

std::optional<Need> AnalysisSession::NextNeed() {
  MutexLock lock(mutex_);
  changed_.Wait(
      lock, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return !needs_.empty() || is_over_; });
  if (needs_.empty()) return std::nullopt;
  Need need = std::move(needs_.front());
  needs_.pop_front();
  return need;
}

bool AnalysisSession::IsOver() {
  MutexLock lock(mutex_);
  return is_over_;
}

absl::Status AnalysisSession::Finish(Analysis* result) {
  if (!IsOver()) {  // Else it would be too late: see host::EndCall.
    MutexLock lock(write_mutex_);
    exchange_->WritesDone();
  }
  reader_.Join();
  *result = std::move(result_);
  const grpc::Status status = exchange_->Finish();
  result->cpu_seconds = host::ReportedCpuSeconds(*context_);
  if (!status.ok()) return host::FromGrpc(status);
  if (!result->is_done) return absl::DataLossError("the answer ended in the middle");
  return absl::OkStatus();
}

void AnalysisSession::ReadAll() {
  AnalyzeResponse response;
  bool is_done = false;
  while (exchange_->Read(&response)) {
    Receive(response);
    if (!is_done && result_.is_done) {
      is_done = true;
      SetOver();
    }
  }
  SetOver();
}

void AnalysisSession::SetOver() {
  MutexLock lock(mutex_);
  is_over_ = true;
  changed_.NotifyAll();
}

void AnalysisSession::Receive(AnalyzeResponse& response) {
  if (response.has_progress()) on_progress_(response.progress());
  if (!response.has_need()) return KeepPart(response, result_);
  MutexLock lock(mutex_);
  needs_.push_back(std::move(*response.mutable_need()));
  changed_.NotifyAll();
}

}  // namespace allreview::gateway
