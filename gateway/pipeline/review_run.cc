#include "gateway/pipeline/review_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/metrics/metrics.h"
#include "gateway/pipeline/deliver.h"
#include "gateway/pipeline/numerics_session.h"
#include "sentences/phrases/missing.h"

namespace allreview::gateway {
namespace {

// What rendering may need of the caller's budget. Calls belong to a stage of it.
host::Request WithReserve(const host::Request& caller, const Stage& stage) {
  host::Request work = caller;
  work.trace = stage.trace();
  if (caller.deadline == absl::InfiniteFuture()) return work;
  const absl::Duration budget = caller.deadline - absl::Now();
  work.deadline = caller.deadline - std::min(absl::Seconds(10), budget / 5);
  return work;
}

}  // namespace

ReviewRun::ReviewRun(const Stubs& stubs, const PipelineOptions& options, const RunOptions& run,
                     const review::v1::ReviewRequest& request, const host::Request& caller,
                     const EventReceiver& send)
    : events_(send, caller),
      calls_(options.circuits, caller.deadline - absl::Now()),
      context_({stubs, options, run, request, caller, events_, calls_}),
      understand_(options.metrics, "understand", caller.trace),
      work_(WithReserve(caller, understand_)) {}

absl::Status ReviewRun::Execute(const PatchReader& patch) {
  ChangeReader reader(context_, work_, WantsNumerics(), record_);
  RETURN_IF_ERROR(reader.Read(patch));
  understand_.End();
  if (context_.options.on_rules) context_.options.on_rules(record_.analysis.rules_hash);
  if (context_.caller.IsCancelled()) return absl::CancelledError("the caller has gone");
  RunNumerics();
  ApplyRunOptions();
  record_.Complete();
  return Deliver(context_, record_, reader.TakeDiff(), start_);
}

bool ReviewRun::WantsNumerics() const {
  return context_.stubs.numerics != nullptr && !context_.request.is_numerics_off();
}

void ReviewRun::RunNumerics() {
  if (!WantsNumerics()) {
    record_.AddUnconfigured("numerics", context_.stubs.numerics == nullptr
                                            ? phrases::kNumericsNotConfigured
                                            : phrases::kNumericsSwitchedOff);
    return;
  }
  const numerics::v1::ChangedExpressions& changed = record_.analysis.expressions;
  if (changed.expressions().empty() && changed.refusals().empty()) return;
  context_.events.Progress("numerics",
                           absl::StrCat("measuring ", changed.expressions_size(), " expressions"));
  Stage stage(context_.options.metrics, "numerics", context_.caller.trace);
  host::Request request = work_;
  request.trace = stage.trace();
  NumericsOutcome outcome = MeasureChange(*context_.stubs.numerics,
                                          context_.calls.RequestTo("numerics", request), changed);
  outcome.status = context_.calls.Note("numerics", outcome.status);
  stage.End();
  if (!outcome.status.ok()) {
    record_.AddMissing("numerics", outcome.status,
                       Sentence(phrases::kExpressionsNotMeasured,
                                {{"count", absl::StrCat(outcome.unanswered)},
                                 {"total", absl::StrCat(outcome.report.expressions_size())}}));
  }
  std::move(outcome.findings.begin(), outcome.findings.end(),
            std::back_inserter(record_.analysis.findings));
  record_.numerics = std::move(outcome.report);
  record_.has_numerics = true;
  record_.cpu_seconds += outcome.cpu_seconds;
  if (context_.options.metrics == nullptr) return;
  for (const numerics::v1::Refusal& refusal : changed.refusals()) {
    context_.options.metrics->Count(metric::kExpressionRefusals, {{"reason", refusal.reason()}});
  }
}

void ReviewRun::ApplyRunOptions() {
  for (finding::v1::Finding& finding : record_.analysis.findings) {
    if (context_.run.rules_on_probation.count(finding.rule_id()) > 0) {
      finding.set_shown(finding::v1::SHOWN_PROBATION);
    }
    const auto ignored = context_.run.ignored_rules.find(finding.rule_id());
    if (ignored != context_.run.ignored_rules.end() && !finding.has_suppression()) {
      finding.mutable_suppression()->set_reason(ignored->second);
    }
  }
}

}  // namespace allreview::gateway
