#include "services/numerics/numerics_service.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "base/work_budget.h"
#include "host/common_metrics.h"
#include "host/cpu_report.h"
#include "host/metrics.h"
#include "host/status.h"
#include "proto/numerics/v1/numerics.grpc.pb.h"
#include "services/numerics/evaluator.h"

namespace allreview {
namespace {

using numerics::Evaluator;
using numerics::v1::EvaluateRequest;
using numerics::v1::EvaluateResponse;

constexpr host::MetricInfo kExpressions = {"allreview_numerics_expressions_total",
                                           "Expressions by what became of them.",
                                           host::MetricKind::kCounter, "outcome"};
constexpr host::MetricInfo kVerdicts = {"allreview_numerics_verdicts_total", "Verdicts by format.",
                                        host::MetricKind::kCounter, "format,verdict"};
constexpr host::MetricInfo kSamples = {"allreview_numerics_samples_total",
                                       "Results that were compared with their reference.",
                                       host::MetricKind::kCounter, "backend"};
constexpr host::MetricInfo kDuration = {"allreview_numerics_evaluation_duration_seconds",
                                        "Time of one expression in all of its formats.",
                                        host::MetricKind::kHistogram};
constexpr host::MetricInfo kWaiting = {"allreview_numerics_expressions_in_flight",
                                       "Expressions being measured.", host::MetricKind::kGauge};
constexpr host::MetricInfo kRefusals = {"allreview_numerics_refusals_total",
                                        "Expressions that could not be run, by reason.",
                                        host::MetricKind::kCounter, "reason"};

// Part of the caller's time that is kept for sending back what was measured.
constexpr auto kReserve = std::chrono::milliseconds(5);

CallControl ControlOf(const grpc::ServerContext& context) {
  CallControl control{.is_cancelled = [&context] { return context.IsCancelled(); }};
  const auto left = context.deadline() - std::chrono::system_clock::now();
  if (left < std::chrono::hours(24)) {
    control.deadline = std::chrono::steady_clock::now() + left - kReserve;
  }
  return control;
}

// Limits of one request, for what is read and planned before the computation and told after it.
// What is computed on other threads ends by the deadline and the caller alone.
WorkBudget::Limits LimitsOf(const CallControl& control) {
  return {.deadline = control.deadline,
          .net_bytes = int64_t{2} << 30,
          .is_cancelled = control.is_cancelled};
}

class Counter {
 public:
  explicit Counter(host::Metrics* metrics) : metrics_(metrics) {}

  void Start() const {
    if (metrics_ != nullptr) metrics_->AddToGauge(kWaiting, {}, 1);
  }
  void End(absl::Duration duration) const {
    if (metrics_ == nullptr) return;
    metrics_->AddToGauge(kWaiting, {}, -1);
    metrics_->Observe(kDuration, {}, duration);
  }

  void Count(const EvaluateResponse& response) const {
    if (metrics_ == nullptr) return;
    const std::string outcome = OutcomeOf(response);
    metrics_->Count(kExpressions, {{"outcome", outcome}});
    for (const char* result : {"hit", "miss"}) {
      const bool is_that = outcome == (result[0] == 'h' ? "cached" : "measured");
      metrics_->Count(host::kCacheLookups, {{"cache", "numerics"}, {"result", result}}, is_that);
    }
    if (!response.refusal().empty()) {
      metrics_->Count(kRefusals, {{"reason", response.refusal()}});
    }
    if (!response.is_cached()) {
      const std::string backend = response.backend().starts_with("cuda") ? "cuda" : "cpu";
      metrics_->Count(kSamples, {{"backend", backend}}, static_cast<double>(response.samples()));
    }
    for (const numerics::v1::FormatResult& result : response.results()) {
      metrics_->Count(kVerdicts, {{"format", result.measurement().format()},
                                  {"verdict", result.measurement().verdict()}});
    }
  }

 private:
  static std::string OutcomeOf(const EvaluateResponse& response) {
    if (!response.not_extracted().empty()) return "refused";
    if (!response.is_complete()) return "cut-short";
    return response.is_cached() ? "cached" : "measured";
  }

  host::Metrics* metrics_;
};

class NumericsService final : public numerics::v1::NumericsService::Service {
 public:
  explicit NumericsService(NumericsOptions options)
      : threads_(options.threads > 0
                     ? options.threads
                     : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))),
        counter_(options.metrics) {}

  grpc::Status Evaluate(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<EvaluateResponse, EvaluateRequest>* stream) override {
    const absl::StatusOr<Evaluator*> evaluator = Open();
    if (!evaluator.ok()) return host::ToGrpc(evaluator.status());
    const CallControl control = ControlOf(*context);
    EvaluateRequest request;
    double cpu_seconds = 0;
    for (int index = 0; stream->Read(&request); ++index) {
      const absl::Time start = absl::Now();
      counter_.Start();
      const auto receive = [&](EvaluateResponse response) {
        response.set_request(index);
        counter_.Count(response);
        return stream->Write(response) ? absl::OkStatus()
                                       : absl::CancelledError("the caller has gone");
      };
      absl::Status status;
      WorkBudget budget("the measurement", LimitsOf(control));
      const absl::Status ended = RunWithin(budget, "the numerics", [&] {
        status = (*evaluator)->Evaluate(request, control, receive);
      });
      if (!ended.ok()) status = ended;
      counter_.End(absl::Now() - start);
      cpu_seconds += budget.cpu_seconds();
      if (!status.ok()) return host::ToGrpc(WithIndex(status, index));
    }
    host::ReportCpuSeconds(cpu_seconds, *context);
    return grpc::Status::OK;
  }

  grpc::Status Replay(grpc::ServerContext* context, const numerics::v1::ReplayRequest* request,
                      EvaluateResponse* response) override {
    const absl::StatusOr<Evaluator*> evaluator = Open();
    if (!evaluator.ok()) return host::ToGrpc(evaluator.status());
    absl::StatusOr<EvaluateResponse> replayed;
    WorkBudget budget("the replay", LimitsOf(ControlOf(*context)));
    const absl::Status ended =
        RunWithin(budget, "the numerics", [&] { replayed = (*evaluator)->Replay(*request); });
    if (!ended.ok()) return host::ToGrpc(ended);
    if (!replayed.ok()) return host::ToGrpc(replayed.status());
    response->Swap(&*replayed);
    return grpc::Status::OK;
  }

  grpc::Status GetCapabilities(grpc::ServerContext*,
                               const numerics::v1::GetCapabilitiesRequest* request,
                               numerics::v1::GetCapabilitiesResponse* response) override {
    const absl::StatusOr<Evaluator*> evaluator = Open();
    if (!evaluator.ok()) return host::ToGrpc(evaluator.status());
    *response = (*evaluator)->Capabilities(*request);
    return grpc::Status::OK;
  }

 private:
  static absl::Status WithIndex(const absl::Status& status, int index) {
    if (!absl::IsInvalidArgument(status)) return status;
    return absl::InvalidArgumentError(absl::StrCat("request ", index, ": ", status.message()));
  }

  // Opening a GPU takes part of a second, which the reviews that run no arithmetic need not pay.
  absl::StatusOr<Evaluator*> Open() {
    MutexLock lock(mutex_);
    if (evaluator_ != nullptr) return evaluator_.get();
    ASSIGN_OR_RETURN(numerics::OpenedBackend opened, numerics::OpenBackend());
    evaluator_ = std::make_unique<Evaluator>(std::move(opened),
                                             numerics::EvaluatorOptions{.threads = threads_});
    return evaluator_.get();
  }

  const int threads_;
  const Counter counter_;
  Mutex mutex_;
  std::unique_ptr<Evaluator> evaluator_;  // Guarded by mutex_ until it is there.
};

}  // namespace

std::unique_ptr<grpc::Service> NewNumericsService(NumericsOptions options) {
  return std::make_unique<NumericsService>(options);
}

}  // namespace allreview
