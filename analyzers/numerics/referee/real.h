#ifndef ANALYZERS_NUMERICS_REFEREE_REAL_H_
#define ANALYZERS_NUMERICS_REFEREE_REAL_H_

#include <mpfr.h>

namespace allreview::numerics {

// A number of MPFR as a value: copied and moved, and freed at its end. Starts as 0.
class Real {
 public:
  explicit Real(mpfr_prec_t bits) {
    mpfr_init2(value_, bits);
    mpfr_set_zero(value_, 1);
  }
  // Exact for bits >= 53.
  Real(double value, mpfr_prec_t bits) {
    mpfr_init2(value_, bits);
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  Real(const Real& other) {
    mpfr_init2(value_, mpfr_get_prec(other.value_));
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  // The other is left with some value.
  Real(Real&& other) noexcept {
    mpfr_init2(value_, MPFR_PREC_MIN);
    mpfr_swap(value_, other.value_);
  }
  // As a swap: the other keeps what this held.
  Real& operator=(Real other) noexcept {
    mpfr_swap(value_, other.value_);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }
  mpfr_prec_t bits() const { return mpfr_get_prec(value_); }

  int Sign() const { return mpfr_sgn(value_); }
  bool IsNan() const { return mpfr_nan_p(value_) != 0; }
  bool IsZero() const { return mpfr_zero_p(value_) != 0; }
  bool IsInfinite() const { return mpfr_inf_p(value_) != 0; }

 private:
  mpfr_t value_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REFEREE_REAL_H_
