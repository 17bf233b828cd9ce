#ifndef ANALYZERS_NUMERICS_ARITHMETIC_TESTING_ROUNDING_JUDGE_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_TESTING_ROUNDING_JUDGE_H_

// What correct_rounding.cc and correct_rounding_of_pairs.cc share; for them alone.

#include <mpfr.h>

#include <cmath>
#include <cstdint>

#include "analyzers/numerics/arithmetic/bits.h"
#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics::rounding_internal {

inline constexpr mpfr_prec_t kPrecision = 200;

// An mpfr_t that frees itself.
class Number {
 public:
  explicit Number(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

struct Decision {
  float value = 0;
  bool is_sure = false;
};

// The float that a true value within 2^-48 of `estimate` rounds to, if there is one only.
inline Decision DecideBy(double estimate) {
  const double margin = std::fabs(estimate) * 0x1p-48;
  if (!std::isfinite(margin)) return {static_cast<float>(estimate), true};
  const float low = static_cast<float>(estimate - margin);
  return {low, BitsOf(low) == BitsOf(static_cast<float>(estimate + margin))};
}

inline uint32_t CanonicalBits(float value) {
  return std::isnan(value) ? kCanonicalNan32 : BitsOf(value);
}

// FNV-1a over words of 32 bits.
inline uint64_t Digest(uint64_t digest, uint32_t bits) { return (digest ^ bits) * 0x100000001b3u; }

// Collects verdicts into a report; `wanted_by_mpfr` is asked where the estimate is not sure.
class Judge {
 public:
  template <typename WantedByMpfr>
  void Add(float x, float got, Decision decision, const WantedByMpfr& wanted_by_mpfr) {
    if (!decision.is_sure) {
      decision.value = wanted_by_mpfr();
      ++report_.by_mpfr;
    }
    Add(x, got, decision.value);
  }
  void Add(float x, float got, float wanted) {
    ++report_.inputs;
    report_.digest = Digest(report_.digest, BitsOf(got));
    if (BitsOf(got) == CanonicalBits(wanted)) return;
    ++report_.wrong;
    if (report_.first_misses.size() < 8) report_.first_misses.push_back({x, got, wanted});
  }
  const RoundingReport& Report() const { return report_; }

 private:
  RoundingReport report_ = {.digest = 0xcbf29ce484222325u};
};

inline uint64_t NextRandom(uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state ^ (state >> 29)) * 0xbf58476d1ce4e5b9u;
}

}  // namespace allreview::numerics::rounding_internal

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_TESTING_ROUNDING_JUDGE_H_
