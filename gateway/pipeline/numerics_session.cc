#include "gateway/pipeline/numerics_session.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/guarded_thread.h"
#include "host/cpu_report.h"

namespace allreview::gateway {
namespace {

using numerics::v1::ChangedExpression;
using numerics::v1::EvaluateRequest;
using numerics::v1::EvaluateResponse;
using numerics::v1::FormatResult;
using numerics::v1::MeasuredExpression;

using Exchange = grpc::ClientReaderWriterInterface<EvaluateRequest, EvaluateResponse>;

void WriteAll(Exchange& exchange, const numerics::v1::ChangedExpressions& changed, int count) {
  for (int i = 0; i < count; ++i) {
    EvaluateRequest request;
    *request.mutable_change() = changed.expressions(i);
    request.set_samples(kReviewSamples);
    request.set_with_rewrites(true);
    request.set_with_gradient(true);
    // Documents do not say which instructions a machine has.
    request.set_is_backend_hidden(true);
    if (!exchange.Write(request)) return;
  }
  exchange.WritesDone();
}

MeasuredExpression Describe(const ChangedExpression& change) {
  MeasuredExpression measured;
  *measured.mutable_range() = change.after().range();
  measured.set_symbol(change.after().symbol());
  measured.set_text(change.after().text());
  return measured;
}

void Take(EvaluateResponse& response, MeasuredExpression& measured) {
  for (FormatResult& result : *response.mutable_results()) {
    measured.add_measurements()->Swap(result.mutable_measurement());
  }
  for (FormatResult& result : *response.mutable_before()) {
    measured.add_before()->Swap(result.mutable_measurement());
  }
  measured.set_not_measured(response.not_extracted());
}

}  // namespace

NumericsOutcome MeasureChange(numerics::v1::NumericsService::StubInterface& stub,
                              const host::Request& request,
                              const numerics::v1::ChangedExpressions& changed) {
  NumericsOutcome outcome;
  const int count = std::min(changed.expressions_size(), kMaxExpressions);
  outcome.report.set_left_out(changed.expressions_size() - count);
  *outcome.report.mutable_refusals() = changed.refusals();
  for (int i = 0; i < count; ++i) {
    *outcome.report.add_expressions() = Describe(changed.expressions(i));
  }
  outcome.unanswered = count;
  if (count == 0) return outcome;
  const host::ClientContextPtr context = host::NewClientContext(request, kNumericsLimit);
  const std::unique_ptr<Exchange> exchange = stub.Evaluate(context.get());
  // Answers come while later requests are on their way: neither end may wait for the other.
  GuardedThread writer([&] { WriteAll(*exchange, changed, count); }, [&] { context->TryCancel(); });
  EvaluateResponse response;
  while (exchange->Read(&response)) {
    // What time cut short would differ from machine to machine.
    if (response.request() < 0 || response.request() >= count || !response.is_complete()) continue;
    --outcome.unanswered;
    for (finding::v1::Finding& finding : *response.mutable_findings()) {
      outcome.findings.push_back(std::move(finding));
    }
    Take(response, *outcome.report.mutable_expressions(response.request()));
  }
  writer.Join();
  outcome.status = host::FromGrpc(exchange->Finish());
  outcome.cpu_seconds = host::ReportedCpuSeconds(*context);
  if (outcome.status.ok() && outcome.unanswered > 0) {
    outcome.status = absl::DeadlineExceededError("time ran out");
  }
  return outcome;
}

}  // namespace allreview::gateway
