#include "services/numerics/evaluator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/arithmetic/self_test.h"
#include "analyzers/numerics/fpcore/fpcore.h"
#include "analyzers/tensor_expressions/domain.h"
#include "analyzers/tensor_expressions/expression.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "services/numerics/code_expressions.h"
#include "services/numerics/expression_conversion.h"
#include "services/numerics/findings.h"
#include "services/numerics/formats.h"
#include "services/numerics/replay_conversion.h"
#include "services/numerics/suite_case.h"

namespace allreview::numerics {
namespace {

using v1::EvaluateRequest;
using v1::EvaluateResponse;

constexpr int64_t kMaxSamples = int64_t{1} << 33;  // What aggregates can count.
constexpr int kMaxThreads = 256;

absl::StatusOr<int> MinorVersionOf(const std::string& version) {
  if (version.empty()) return Semantics().minor_version;
  int minor = 0;
  absl::string_view rest = version;
  if (!absl::ConsumePrefix(&rest, "2.") || !absl::SimpleAtoi(rest, &minor)) {
    return absl::InvalidArgumentError(
        absl::StrCat("semantics_version: found '", version, "', wanted one such as 2.9"));
  }
  return minor;
}

// A family of its own for numbers that the caller chose for every input.
std::vector<Stratum> StrataOfDomains(const Graph& graph, const v1::Text& text, SampleSize size) {
  Stratum stratum{.name = text.domains(), .plausibility = Plausibility::kRealistic};
  for (const Input& input : graph.inputs) {
    if (!input.distribution.has_value()) return {};
    stratum.distributions.push_back(*input.distribution);
  }
  const bool has_rows = graph.HasRows();
  stratum.row_length = has_rows ? size.row_length : size.lanes;
  stratum.rows = has_rows ? std::max<int64_t>(1, size.lanes / size.row_length) : 1;
  return {std::move(stratum)};
}

EvaluateResponse Refused(const tensor_expressions::RefusedExpression& refused) {
  EvaluateResponse response;
  response.set_is_complete(true);
  response.mutable_expression()->set_text(refused.text);
  response.set_refusal(std::string(tensor_expressions::RefusalName(refused.reason)));
  response.set_not_extracted(
      refused.detail.empty()
          ? std::string(tensor_expressions::RefusalSentence(refused.reason).In(Language::kEnglish))
          : refused.detail);
  return response;
}

// Why an expression was not run is an answer; a lack of time and a mistake of the caller are not.
EvaluateResponse NotRun(const absl::Status& status) {
  EvaluateResponse response;
  response.set_is_complete(true);
  response.set_not_extracted(std::string(status.message()));
  response.set_refusal(absl::IsUnimplemented(status)     ? "unsupported-function"
                       : absl::IsInvalidArgument(status) ? "invalid"
                                                         : "too-large");
  return response;
}

// What the caller calls it.
std::string TextOf(const EvaluateRequest& request) {
  if (request.has_text()) return request.text().expression();
  if (request.has_suite_case()) return request.suite_case().expression();
  return OneLine(request.has_change() ? request.change().after().text()
                                      : request.expression().text());
}

bool IsAboutExpression(const absl::Status& status) {
  return absl::IsInvalidArgument(status) || absl::IsUnimplemented(status) ||
         absl::IsOutOfRange(status) || absl::IsResourceExhausted(status);
}

}  // namespace

Evaluator::Evaluator(OpenedBackend opened, EvaluatorOptions options)
    : opened_(std::move(opened)), options_(options), cache_(options.cache_bytes) {}

absl::StatusOr<MeasureOptions> Evaluator::OptionsOf(const EvaluateRequest& request,
                                                    const CallControl& control) const {
  if (request.samples() < 0 || request.samples() > kMaxSamples) {
    return absl::InvalidArgumentError(
        absl::StrCat("samples: found ", request.samples(), ", wanted 0 to ", kMaxSamples));
  }
  if (request.threads() < 0) {
    return absl::InvalidArgumentError("threads: is negative; wanted 0 or more");
  }
  MeasureOptions options{.with_plot = request.with_plot(),
                         .with_rewrites = request.with_rewrites(),
                         .with_gradient = request.with_gradient(),
                         .is_backend_hidden = request.is_backend_hidden()};
  CheckOptions& check = options.check;
  ASSIGN_OR_RETURN(check.formats, FormatsOf(request.formats()));
  if (request.samples() > 0) check.size.lanes = request.samples();
  check.seed = request.seed();
  check.is_fused = request.is_fused();
  check.device = request.is_cpu() ? Semantics::Device::kCpu : Semantics::Device::kCuda;
  check.threads =
      request.threads() == 0 ? options_.threads : std::min(request.threads(), kMaxThreads);
  check.control = control;
  return options;
}

absl::Status Evaluator::Evaluate(const EvaluateRequest& request, const CallControl& control,
                                 const Receiver& receive) {
  ASSIGN_OR_RETURN(const MeasureOptions options, OptionsOf(request, control));
  RETURN_IF_ERROR(control.Check());
  if (request.has_fpcore()) return MeasureFpcores(request.fpcore(), options, request, receive);
  if (request.has_source()) return MeasureSource(request.source(), options, request, receive);
  absl::StatusOr<EvaluateResponse> response = [&]() -> absl::StatusOr<EvaluateResponse> {
    switch (request.subject_case()) {
      case EvaluateRequest::kExpression:
        return MeasureExpression(request.expression(), options);
      case EvaluateRequest::kChange:
        return MeasureChange(request.change(), options);
      case EvaluateRequest::kText:
        return MeasureText(request.text(), options, request);
      case EvaluateRequest::kSuiteCase:
        return RunSuiteCase(request.suite_case());
      default:
        return absl::InvalidArgumentError("subject: is not set; wanted what to measure");
    }
  }();
  if (IsAboutExpression(response.status())) {
    response = NotRun(response.status());
    response->mutable_expression()->set_text(TextOf(request));
  }
  RETURN_IF_ERROR(response.status());
  response->set_is_last(true);
  response->set_seed(request.seed());
  return receive(*std::move(response));
}

absl::StatusOr<EvaluateResponse> Evaluator::MeasureText(const v1::Text& text,
                                                        MeasureOptions options,
                                                        const EvaluateRequest& request) {
  ASSIGN_OR_RETURN(const int minor, MinorVersionOf(request.semantics_version()));
  ASSIGN_OR_RETURN(const std::vector<tensor_expressions::Domain> domains,
                   tensor_expressions::ReadDomains(text.domains()));
  ASSIGN_OR_RETURN(
      const Graph graph,
      tensor_expressions::ReadExpression(
          text.expression(), text.domains(),
          {.device = options.check.device, .minor_version = minor, .autocast = std::nullopt}));
  int64_t rows = 0;
  int64_t row_length = 0;
  for (const tensor_expressions::Domain& domain : domains) {
    rows = std::max(rows, domain.rows());
    row_length = std::max(row_length, domain.row_length());
  }
  if (row_length > 0) options.check.size.row_length = row_length;
  if (rows > 0 && row_length > 0 && request.samples() == 0) {
    options.check.size.lanes = rows * row_length;
  }
  options.check.strata = StrataOfDomains(graph, text, options.check.size);
  return MeasureGraph(graph, options);
}

absl::StatusOr<EvaluateResponse> Evaluator::MeasureExpression(const v1::Expression& expression,
                                                              const MeasureOptions& options) {
  ASSIGN_OR_RETURN(const Graph graph, GraphOf(expression));
  ASSIGN_OR_RETURN(EvaluateResponse response, MeasureGraph(graph, options));
  *response.mutable_expression()->mutable_range() = expression.range();
  response.mutable_expression()->set_symbol(expression.symbol());
  return response;
}

absl::StatusOr<EvaluateResponse> Evaluator::MeasureChange(const v1::ChangedExpression& change,
                                                          const MeasureOptions& options) {
  ASSIGN_OR_RETURN(EvaluateResponse response, MeasureExpression(change.after(), options));
  if (change.has_before()) {
    // What it was is only there to compare with.
    MeasureOptions plain = options;
    plain.with_rewrites = false;
    absl::StatusOr<EvaluateResponse> before = MeasureExpression(change.before(), plain);
    if (before.ok()) {
      response.mutable_before()->Swap(before->mutable_results());
      response.set_is_complete(response.is_complete() && before->is_complete());
      response.set_samples(response.samples() + before->samples());
    } else if (!IsAboutExpression(before.status())) {
      return before.status();
    }
  }
  // Half of a measurement could blame a change for what was there before.
  if (!response.is_complete()) return response;
  for (finding::v1::Finding& finding : FindingsOf(change, response)) {
    *response.add_findings() = std::move(finding);
  }
  return response;
}

absl::Status Evaluator::MeasureSource(const v1::Code& code, const MeasureOptions& options,
                                      const EvaluateRequest& request, const Receiver& receive) {
  ASSIGN_OR_RETURN(const int minor, MinorVersionOf(request.semantics_version()));
  const absl::StatusOr<tensor_expressions::Extraction> extraction = ExpressionsOf(
      code, {.device = options.check.device, .minor_version = minor, .autocast = std::nullopt});
  if (!extraction.ok()) {
    EvaluateResponse response = NotRun(extraction.status());
    response.mutable_expression()->set_text(absl::StrCat(code.path(), ":", code.function()));
    response.set_is_last(true);
    return receive(std::move(response));
  }
  const size_t total = extraction->expressions.size() + extraction->refused.size();
  size_t sent = 0;
  const auto send = [&](EvaluateResponse response, const std::string& symbol, int line) {
    response.mutable_expression()->set_symbol(symbol);
    response.mutable_expression()->mutable_range()->set_path(code.path());
    response.mutable_expression()->mutable_range()->set_first_line(line);
    response.set_seed(request.seed());
    response.set_is_last(++sent == total);
    return receive(std::move(response));
  };
  for (const tensor_expressions::Expression& expression : extraction->expressions) {
    ASSIGN_OR_RETURN(EvaluateResponse response, MeasureGraph(expression.graph, options));
    for (int i = 0; i < response.expression().inputs_size(); ++i) {
      if (i >= static_cast<int>(expression.inputs.size())) break;
      response.mutable_expression()->mutable_inputs(i)->set_role_source(
          expression.inputs[i].reason);
    }
    RETURN_IF_ERROR(send(std::move(response), expression.symbol, expression.place.line));
    RETURN_IF_ERROR(options.check.control.Check());
  }
  for (const tensor_expressions::RefusedExpression& refused : extraction->refused) {
    RETURN_IF_ERROR(send(Refused(refused), refused.symbol, refused.place.line));
  }
  if (total > 0) return absl::OkStatus();
  EvaluateResponse nothing = NotRun(absl::InvalidArgumentError("holds no arithmetic over tensors"));
  return send(std::move(nothing), code.function(), 0);
}

absl::Status Evaluator::MeasureFpcores(const std::string& text, const MeasureOptions& options,
                                       const EvaluateRequest& request, const Receiver& receive) {
  const absl::StatusOr<std::vector<FpCore>> cores = ReadFpCores(text);
  if (!cores.ok()) {
    EvaluateResponse response = NotRun(cores.status());
    response.set_is_last(true);
    return receive(std::move(response));
  }
  for (const FpCore& core : *cores) {
    absl::StatusOr<EvaluateResponse> response =
        core.status.ok() ? MeasureGraph(core.graph, options) : core.status;
    if (IsAboutExpression(response.status())) response = NotRun(response.status());
    RETURN_IF_ERROR(response.status());
    response->mutable_expression()->set_symbol(core.name);
    response->mutable_expression()->mutable_range()->set_first_line(core.line);
    response->set_seed(request.seed());
    response->set_is_last(&core == &cores->back());
    RETURN_IF_ERROR(receive(*std::move(response)));
    RETURN_IF_ERROR(options.check.control.Check());
  }
  return absl::OkStatus();
}

absl::StatusOr<EvaluateResponse> Evaluator::MeasureGraph(const Graph& graph,
                                                         const MeasureOptions& options) {
  ASSIGN_OR_RETURN(Measured measured, Measure(graph, options, *opened_.backend, cache_));
  EvaluateResponse response;
  *response.mutable_expression() = DescribeGraph(graph);
  for (v1::FormatResult& result : measured.results) *response.add_results() = std::move(result);
  for (v1::RewriteResult& rewrite : measured.rewrites) {
    *response.add_rewrites() = std::move(rewrite);
  }
  response.set_backend(measured.backend);
  response.set_samples(measured.samples);
  response.set_is_complete(measured.is_complete);
  response.set_is_cached(measured.is_cached);
  return response;
}

absl::StatusOr<EvaluateResponse> Evaluator::Replay(const v1::ReplayRequest& request) const {
  ASSIGN_OR_RETURN(const Replayed replayed, numerics::Replay(request.replay()));
  EvaluateResponse response = ToProto(replayed);
  response.mutable_results(0)->mutable_measurement()->set_replay(request.replay());
  response.set_backend(std::string(opened_.backend->name()));
  response.set_is_complete(true);
  response.set_is_last(true);
  return response;
}

v1::GetCapabilitiesResponse Evaluator::Capabilities(
    const v1::GetCapabilitiesRequest& request) const {
  v1::GetCapabilitiesResponse response;
  response.add_backends(std::string(opened_.backend->name()));
  for (const char* name : {"cpu-avx512", "cpu-avx2", "cpu-scalar"}) {
    if (name == opened_.backend->name() || !OpenBackendByName(name).ok()) continue;
    response.add_backends(name);
  }
  response.set_cuda_error(opened_.why_not_cuda);
  response.set_is_cuda_compiled_in(opened_.is_cuda_compiled_in);
  if (request.with_self_test()) {
    response.set_self_test_error(std::string(SelfTest().message()));
  }
  for (int format = 0; format < kFormatCount; ++format) {
    response.add_formats(ToProto(static_cast<Format>(format)));
  }
  for (const OperationInfo& info : AllOperations()) {
    response.add_operations(std::string(info.name));
  }
  response.set_engine_version(std::string(kEngineVersion));
  return response;
}

}  // namespace allreview::numerics
