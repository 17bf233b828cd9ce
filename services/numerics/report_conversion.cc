#include "services/numerics/report_conversion.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/arithmetic/decimal.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "services/numerics/formats.h"

namespace allreview::numerics {
namespace {

using finding::v1::Measurement;

double RelativeError(double tested, double reference) {
  if (tested == reference) return 0;
  const double error = std::fabs(tested - reference) / std::fabs(reference);
  return std::isnan(error) ? HUGE_VAL : error;
}

void SetWitness(const Witness& witness, Format format, Measurement& measurement) {
  for (const Witness::Value& value : witness.values) {
    measurement.add_witness_inputs(absl::StrCat(value.name, "=", value.text));
  }
  measurement.set_result(ShortestDecimal(format, witness.tested));
  // Two more digits than the format shows what the result should have been.
  measurement.set_reference(ShortestDecimal(Format::kFp32, static_cast<float>(witness.reference)));
  measurement.set_relative_error(RelativeError(witness.tested, witness.reference));
  measurement.set_row_length(witness.row_length);
  measurement.set_is_exact_boundary(witness.is_exact_boundary);
  measurement.set_is_confirmed(witness.is_confirmed);
  measurement.set_replay(witness.replay);
}

void SetCounts(const FormatReport& report, Measurement& measurement) {
  const Aggregates& usual = report.realistic;
  measurement.set_failures(static_cast<int64_t>(report.failures));
  measurement.set_samples(static_cast<int64_t>(report.samples));
  measurement.set_rate_bound(report.rate_bound());
  measurement.set_realistic_samples(static_cast<int64_t>(usual.total()));
  measurement.set_assert_close_failures(static_cast<int64_t>(usual.assert_close_failures));
  measurement.set_mean_ulp(report.mean_ulp());
  measurement.set_max_ulp(static_cast<double>(usual.max_distance));
  measurement.set_lost_bits(std::log2(1.0 + static_cast<double>(usual.max_distance)));
}

}  // namespace

absl::string_view StateName(LaneState state) {
  switch (state) {
    case LaneState::kGood:
      return "good";
    case LaneState::kLost:
      return "lost";
    case LaneState::kNan:
      return "nan";
    case LaneState::kInfinite:
      return "infinite";
    case LaneState::kSpuriousZero:
      return "zero";
    case LaneState::kResultOverflow:
      return "beyond-the-format";
    case LaneState::kUnknown:
      return "unknown";
  }
  return "unknown";
}

Measurement MeasurementOf(const FormatReport& report, const ReportContext& context) {
  Measurement measurement;
  measurement.set_expression(std::string(context.expression));
  measurement.set_format(std::string(FormatName(report.format)));
  measurement.set_verdict(report.is_reference_unknown ? "reference-unknown"
                                                      : std::string(FailureName(report.verdict)));
  measurement.set_backend(std::string(context.backend));
  measurement.set_seed(context.seed);
  measurement.set_is_result_range(report.is_result_range);
  SetCounts(report, measurement);
  if (report.exhausted.has_value()) {
    measurement.set_is_exhaustive(true);
  }
  if (report.verdict == Failure::kNone) return measurement;
  measurement.set_stratum(report.stratum);
  measurement.set_plausibility(std::string(PlausibilityName(report.plausibility)));
  measurement.set_operation(report.operation);
  measurement.set_operation_text(report.text);
  if (report.witness.has_value()) SetWitness(*report.witness, report.format, measurement);
  if (report.smallest_length.has_value()) {
    measurement.set_smallest_length(*report.smallest_length);
  }
  return measurement;
}

v1::FormatResult ToProto(const FormatReport& report, const ReportContext& context) {
  v1::FormatResult result;
  result.set_format(ToProto(report.format));
  *result.mutable_measurement() = MeasurementOf(report, context);
  for (const uint64_t count : report.realistic.histogram) {
    result.add_lost_bits_histogram(static_cast<int64_t>(count));
  }
  while (result.lost_bits_histogram_size() > 0 && *result.lost_bits_histogram().rbegin() == 0) {
    result.mutable_lost_bits_histogram()->RemoveLast();
  }
  if (!report.exhausted.has_value()) return result;
  for (const Exhausted::Range& range : report.exhausted->ranges) {
    v1::FailingRange& failing = *result.add_ranges();
    failing.set_first(ShortestDecimal(report.format, range.first));
    failing.set_last(ShortestDecimal(report.format, range.last));
    failing.set_state(std::string(StateName(range.state)));
  }
  result.set_ranges_left_out(report.exhausted->ranges_left_out);
  return result;
}

}  // namespace allreview::numerics
