#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <ostream>

#include "analyzers/numerics/arithmetic/bits.h"
#include "analyzers/numerics/arithmetic/ordinal.h"
#include "analyzers/numerics/arithmetic/testing/rounding_judge.h"

namespace allreview::numerics {
namespace {

using rounding_internal::DecideBy;
using rounding_internal::Decision;
using rounding_internal::Judge;
using rounding_internal::kPrecision;
using rounding_internal::NextRandom;
using rounding_internal::Number;

constexpr int kBlock = 512;
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> Inputs(const DoubleRange& range) {
  const uint64_t first = static_cast<uint64_t>(Ordinal<Format::kFp64>(range.low));
  const uint64_t span = static_cast<uint64_t>(Ordinal<Format::kFp64>(range.high)) - first;
  std::vector<double> inputs = {range.low, range.high};
  uint64_t state = 1;
  for (int i = 0; i < range.count; ++i) {
    const uint64_t random = NextRandom(state);
    const double part = static_cast<double>(random >> 11) * 0x1p-53;
    const auto steps = static_cast<uint64_t>(static_cast<unsigned __int128>(random) * span >> 64);
    inputs.push_back(i % 2 == 0
                         ? range.low + part * (range.high - range.low)
                         : DoubleFromOrdinal<Format::kFp64>(static_cast<int64_t>(first + steps)));
  }
  return inputs;
}

double UlpsOff(double got, mpfr_ptr wanted, mpfr_ptr scratch) {
  const double rounded = mpfr_get_d(wanted, MPFR_RNDN);
  if (!std::isfinite(rounded) || !std::isfinite(got) || (rounded == 0 && got == 0)) {
    return BitsOf(got) == BitsOf(rounded) || (std::isnan(got) && std::isnan(rounded)) ? 0 : kInf;
  }
  mpfr_sub_d(scratch, wanted, got, MPFR_RNDN);
  const double magnitude = std::max(std::fabs(rounded), 0x1p-1022);
  mpfr_mul_2si(scratch, scratch, 52 - std::ilogb(magnitude), MPFR_RNDN);
  return std::fabs(mpfr_get_d(scratch, MPFR_RNDN));
}

double BitsRight(Wide got, mpfr_ptr wanted, mpfr_ptr scratch) {
  mpfr_sub_d(scratch, wanted, got.high, MPFR_RNDN);
  mpfr_sub_d(scratch, scratch, got.low, MPFR_RNDN);
  if (mpfr_zero_p(scratch)) return 200;
  if (mpfr_zero_p(wanted) || !mpfr_number_p(scratch)) return 0;
  mpfr_div(scratch, scratch, wanted, MPFR_RNDN);
  long exponent = 0;
  const double part = std::fabs(mpfr_get_d_2exp(&exponent, scratch, MPFR_RNDN));
  return std::min(200.0, -(std::log2(part) + static_cast<double>(exponent)));
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const RoundingReport& report) {
  out << report.inputs << " inputs, " << report.by_mpfr << " decided by MPFR, " << report.wrong
      << " wrong, digest 0x" << std::hex << report.digest << std::hexfloat;
  for (const auto& miss : report.first_misses) {
    out << "\n  x " << miss.x << ": got " << miss.got << ", want " << miss.wanted;
  }
  return out << std::dec << std::defaultfloat;
}

RoundingReport CheckRounding(const FloatFunction& function, const FloatRange& range) {
  Number x(24), y(kPrecision);
  Judge judge;
  float inputs[kBlock], results[kBlock];
  for (uint64_t bits = range.first; bits < range.end;) {
    int count = 0;
    for (; count < kBlock && bits < range.end; bits += range.stride) {
      inputs[count++] = FloatOf(static_cast<uint32_t>(bits));
    }
    function.apply(inputs, results, count);
    for (int i = 0; i < count; ++i) {
      const Decision decision = function.libm ? DecideBy(function.libm(inputs[i])) : Decision{};
      judge.Add(inputs[i], results[i], decision, [&] {
        mpfr_set_flt(x.get(), inputs[i], MPFR_RNDN);
        function.mpfr(y.get(), x.get(), MPFR_RNDN);
        return mpfr_get_flt(y.get(), MPFR_RNDN);
      });
    }
  }
  return judge.Report();
}

Worst WorstUlps(const DoubleFunction& function, const DoubleRange& range) {
  Number x(53), y(kPrecision), scratch(kPrecision);
  Worst worst;
  for (const double input : Inputs(range)) {
    mpfr_set_d(x.get(), input, MPFR_RNDN);
    function.mpfr(y.get(), x.get(), MPFR_RNDN);
    const double ulps = UlpsOff(function.function(input), y.get(), scratch.get());
    if (ulps > worst.value) worst = {ulps, input};
  }
  return worst;
}

Worst FewestBits(Wide (*function)(double), MpfrFunction mpfr, const DoubleRange& range) {
  Number x(53), y(2 * kPrecision), scratch(2 * kPrecision);
  Worst worst = {200, 0};
  for (const double input : Inputs(range)) {
    if (input != 0 && Abs(input) < 0x1p-900) continue;
    mpfr_set_d(x.get(), input, MPFR_RNDN);
    mpfr(y.get(), x.get(), MPFR_RNDN);
    const double bits = BitsRight(function(input), y.get(), scratch.get());
    if (bits < worst.value) worst = {bits, input};
  }
  return worst;
}

double WorstOver(double (*function)(double), MpfrFunction mpfr,
                 std::initializer_list<DoubleRange> ranges) {
  double worst = 0;
  for (const DoubleRange& range : ranges) {
    worst = std::max(worst, WorstUlps({.function = function, .mpfr = mpfr}, range).value);
  }
  return worst;
}

}  // namespace allreview::numerics
