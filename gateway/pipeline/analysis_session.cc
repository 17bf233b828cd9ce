#include "gateway/pipeline/analysis_session.h"

#include <utility>

#include "base/mutex.h"

namespace allreview::gateway {

using analysis::v1::AnalyzeRequest;
using analysis::v1::AnalyzeResponse;
using analysis::v1::Need;

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
  switch (response.part_case()) {
    case AnalyzeResponse::kNeed: {
      MutexLock lock(mutex_);
      needs_.push_back(std::move(*response.mutable_need()));
      changed_.NotifyAll();
      break;
    }
    case AnalyzeResponse::kPolicy:
      result_.policy = std::move(*response.mutable_policy());
      result_.has_policy = true;
      break;
    case AnalyzeResponse::kFinding:
      result_.findings.push_back(std::move(*response.mutable_finding()));
      break;
    case AnalyzeResponse::kLedger:
      result_.ledger.push_back(std::move(*response.mutable_ledger()));
      break;
    case AnalyzeResponse::kDiagnostic:
      result_.diagnostics.push_back(std::move(*response.mutable_diagnostic()));
      break;
    case AnalyzeResponse::kModel:
      result_.model = std::move(*response.mutable_model());
      result_.has_model = true;
      break;
    case AnalyzeResponse::kHouse:
      result_.house = std::move(*response.mutable_house());
      result_.has_house = true;
      break;
    case AnalyzeResponse::kTests:
      result_.tests = std::move(*response.mutable_tests());
      result_.has_tests = true;
      break;
    case AnalyzeResponse::kPlaybook:
      result_.playbook = std::move(*response.mutable_playbook());
      result_.has_playbook = true;
      break;
    case AnalyzeResponse::kExpressions:
      result_.expressions = std::move(*response.mutable_expressions());
      break;
    case AnalyzeResponse::kProgress:
      on_progress_(response.progress());
      break;
    case AnalyzeResponse::kDone:
      result_.rules_hash = response.done().rules_hash();
      result_.engine_version = response.done().engine_version();
      result_.is_done = true;
      break;
    case AnalyzeResponse::PART_NOT_SET:
      break;
  }
}

}  // namespace allreview::gateway
