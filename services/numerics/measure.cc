#include "services/numerics/measure.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "analyzers/numerics/gradient/check_gradient.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/numerics/rewrites/check_rewrites.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "services/numerics/expression_conversion.h"
#include "services/numerics/magnitudes.h"
#include "services/numerics/report_conversion.h"

namespace allreview::numerics {
namespace {

// Gradients break at special points or often; a million samples would tell no more.
constexpr int64_t kGradientLanes = 1 << 14;

// Machines differ in it; results do not.
std::string BackendName(absl::string_view name, bool is_hidden) {
  if (!is_hidden) return std::string(name);
  return absl::StartsWith(name, "cuda") ? "cuda" : "cpu";
}

absl::Status AddPlots(const Graph& graph, const MeasureOptions& options, Backend& backend,
                      Measured& measured) {
  for (v1::FormatResult& result : measured.results) {
    ASSIGN_OR_RETURN(const Format format, ParseFormat(result.measurement().format()));
    absl::StatusOr<std::vector<v1::Magnitude>> magnitudes =
        ErrorByMagnitude(graph, format, options.check, backend);
    if (!options.check.control.Check().ok()) {
      measured.is_complete = false;
      return absl::OkStatus();
    }
    RETURN_IF_ERROR(magnitudes.status());
    for (v1::Magnitude& magnitude : *magnitudes) {
      *result.add_magnitudes() = std::move(magnitude);
    }
  }
  return absl::OkStatus();
}

absl::Status AddRewrites(const Graph& graph, const ExpressionReport& report,
                         const MeasureOptions& options, const ReportContext& context,
                         Backend& backend, Measured& measured) {
  ASSIGN_OR_RETURN(const std::vector<RewriteReport> better,
                   CheckRewrites(graph, report, options.check, backend));
  for (const RewriteReport& rewrite : better) {
    v1::RewriteResult& result = measured.rewrites.emplace_back();
    result.set_rule(rewrite.rule);
    result.set_expression(rewrite.expression);
    for (const FormatReport& of_format : rewrite.report.formats) {
      v1::FormatResult& converted = *result.add_results();
      converted = ToProto(
          of_format,
          {.expression = rewrite.expression, .backend = context.backend, .seed = context.seed});
      converted.mutable_measurement()->set_mean_ulp(rewrite.mean_ulp);
    }
  }
  return absl::OkStatus();
}

// Adds, for each input, the formats in which its gradient breaks.
absl::Status AddGradients(const Graph& graph, const MeasureOptions& options,
                          const ReportContext& context, Measured& measured) {
  CheckOptions check = options.check;
  check.size.lanes = std::min(check.size.lanes, kGradientLanes);
  ASSIGN_OR_RETURN(const std::vector<GradientReport> gradients, CheckGradient(graph, check));
  for (const GradientReport& gradient : gradients) {
    const std::string text = absl::StrCat("d/d", gradient.input, " (", context.expression, ")");
    for (const FormatReport& of_format : gradient.report.formats) {
      if (of_format.verdict == Failure::kNone) continue;
      v1::FormatResult& result = measured.results.emplace_back(ToProto(
          of_format, {.expression = text, .backend = context.backend, .seed = context.seed}));
      result.set_gradient_of(gradient.input);
      result.mutable_measurement()->set_gradient_of(gradient.input);
    }
  }
  return absl::OkStatus();
}

bool HasFailure(const ExpressionReport& report) {
  return std::any_of(report.formats.begin(), report.formats.end(), [](const FormatReport& it) {
    return it.verdict != Failure::kNone && !it.is_result_range;
  });
}

std::string Serialised(const Measured& measured) {
  v1::EvaluateResponse kept;
  for (const v1::FormatResult& result : measured.results) *kept.add_results() = result;
  for (const v1::RewriteResult& rewrite : measured.rewrites) *kept.add_rewrites() = rewrite;
  kept.set_backend(measured.backend);
  kept.set_samples(measured.samples);
  return kept.SerializeAsString();
}

Measured Restored(const std::string& text) {
  v1::EvaluateResponse kept;
  Measured measured{.is_cached = true};
  if (!kept.ParseFromString(text)) return measured;
  for (v1::FormatResult& result : *kept.mutable_results()) {
    measured.results.push_back(std::move(result));
  }
  for (v1::RewriteResult& rewrite : *kept.mutable_rewrites()) {
    measured.rewrites.push_back(std::move(rewrite));
  }
  measured.backend = kept.backend();
  measured.samples = kept.samples();
  return measured;
}

}  // namespace

std::string CacheKey(const Graph& graph, const MeasureOptions& options) {
  const CheckOptions& check = options.check;
  Sha256 hash;
  hash.Update(absl::StrCat(kEngineVersion, "\n", GraphCode(graph), "\n"));
  hash.Update(DescribeGraph(graph).SerializeAsString());
  for (const Node& node : graph.nodes) hash.Update(absl::StrCat(node.text, "\n"));
  for (const Format format : check.formats) hash.Update(FormatName(format));
  for (const Stratum& stratum : check.strata) {
    hash.Update(absl::StrCat("\n", stratum.id, " ", stratum.name, " ", stratum.rows, " ",
                             stratum.row_length));
  }
  hash.Update(absl::StrCat("\n", check.size.lanes, " ", check.size.row_length, " ", check.seed, " ",
                           static_cast<int>(check.device), check.is_fused, options.with_plot,
                           options.with_rewrites, options.with_gradient,
                           options.is_backend_hidden));
  return hash.Finish();
}

absl::StatusOr<Measured> Measure(const Graph& graph, const MeasureOptions& options,
                                 Backend& backend, ResultCache& cache) {
  const std::string key = CacheKey(graph, options);
  if (const std::optional<std::string> kept = cache.Get(key)) return Restored(*kept);
  ASSIGN_OR_RETURN(const ExpressionReport report, Check(graph, options.check, backend));
  Measured measured{.backend = BackendName(report.backend, options.is_backend_hidden),
                    .is_complete = report.is_complete};
  const std::string text = OneLine(DescribeGraph(graph).text());
  const ReportContext context{.expression = text, .backend = measured.backend, .seed = report.seed};
  for (const FormatReport& of_format : report.formats) {
    measured.results.push_back(ToProto(of_format, context));
    measured.samples += static_cast<int64_t>(of_format.realistic.total());
    if (of_format.plausibility != Plausibility::kRealistic) {
      measured.samples += static_cast<int64_t>(of_format.samples);
    }
  }
  if (options.with_plot && measured.is_complete) {
    RETURN_IF_ERROR(AddPlots(graph, options, backend, measured));
  }
  if (options.with_rewrites && measured.is_complete && HasFailure(report)) {
    RETURN_IF_ERROR(AddRewrites(graph, report, options, context, backend, measured));
  }
  if (options.with_gradient && measured.is_complete && options.check.control.Check().ok()) {
    RETURN_IF_ERROR(AddGradients(graph, options, context, measured));
  }
  measured.is_complete = measured.is_complete && options.check.control.Check().ok();
  if (measured.is_complete) cache.Put(key, Serialised(measured));
  return measured;
}

}  // namespace allreview::numerics
