#include "analyzers/numerics/referee/referee.h"

#include <limits>

#include "analyzers/numerics/arithmetic/bits.h"
#include "analyzers/numerics/referee/row_evaluation.h"
#include "base/check.h"

namespace allreview::numerics {
namespace {

// The number of the format nearest to x.
double RoundOnce(Format format, const Real& x) {
  if (format == Format::kFp64) return mpfr_get_d(x.get(), MPFR_RNDN);
  // Rounded to odd on the way, which decides no tie of a shorter format.
  const double toward_zero = mpfr_get_d(x.get(), MPFR_RNDZ);
  const bool is_exact = mpfr_cmp_d(x.get(), toward_zero) == 0;
  return RoundTo(format, DoubleOf(BitsOf(toward_zero) | (is_exact ? 0 : 1)));
}

// The number that every real within the bounds rounds to, if there is one only.
std::optional<double> Decide(Format format, const Interval& x) {
  if (x.IsUnknown()) return std::nullopt;
  if (x.IsNan()) return RoundTo(format, std::numeric_limits<double>::quiet_NaN());
  const double low = RoundOnce(format, x.low());
  const double high = RoundOnce(format, x.high());
  // Zeros of either sign are one number.
  if (low == high) return high;
  // e4m3 turns what is too large into NaN, of which there is one for each sign.
  const bool is_one_nan = IsNan(low) && IsNan(high) && x.low().Sign() == x.high().Sign();
  return is_one_nan ? std::optional<double>(high) : std::nullopt;
}

// Fills in what is still missing. Returns whether something is missing then.
bool FillIn(const IntervalRow& row, const RefereeOptions& options, int bits,
            RefereeAnswer& answer) {
  answer.values.resize(row.size());
  bool is_missing = false;
  for (size_t i = 0; i < row.size(); ++i) {
    if (answer.values[i].has_value()) continue;
    answer.values[i] = Decide(options.format, row[i]);
    answer.bits = bits;
    is_missing |= !answer.values[i].has_value();
  }
  return is_missing;
}

}  // namespace

std::vector<RefereeAnswer> AskReferee(const Graph& graph,
                                      const std::vector<std::vector<double>>& inputs,
                                      const RefereeOptions& options) {
  CHECK(inputs.size() == graph.inputs.size())
      << inputs.size() << " inputs given, the graph has " << graph.inputs.size();
  CHECK(options.first_bits >= 64) << options.first_bits;
  for (const std::vector<double>& values : inputs) {
    CHECK(values.size() == 1 || values.size() == static_cast<size_t>(options.lanes))
        << values.size() << " numbers for " << options.lanes << " lanes";
  }
  std::vector<RefereeAnswer> answers(graph.outputs.size());
  for (int bits = options.first_bits; bits <= options.last_bits; bits *= 2) {
    const std::vector<IntervalRow> rows =
        EvaluateGraph({.graph = graph, .inputs = inputs, .lanes = options.lanes, .bits = bits});
    bool is_missing = false;
    for (size_t i = 0; i < answers.size(); ++i) {
      is_missing |= FillIn(rows[graph.outputs[i]], options, bits, answers[i]);
    }
    if (!is_missing) break;
  }
  return answers;
}

}  // namespace allreview::numerics
