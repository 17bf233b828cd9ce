// Every function in a loop of its own, for machine_code_test to look at: nothing runs this.

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/functions.h"
#include "analyzers/numerics/arithmetic/ordinal.h"
#include "analyzers/numerics/arithmetic/philox.h"

namespace allreview::numerics {

#define FUNCTION_OF(type, name, expression)                                      \
  void type##name(const type* __restrict x, const type* __restrict y, int count, \
                  type* __restrict results) {                                    \
    for (int i = 0; i < count; ++i) results[i] = (expression);                   \
    static_cast<void>(y);                                                        \
  }
#define FUNCTION(name)                 \
  FUNCTION_OF(float, name, name(x[i])) \
  FUNCTION_OF(double, name, name(x[i]))
// Those whose loops stay scalar: only their calls count.
#define BRANCHING_FUNCTION(name)                  \
  FUNCTION_OF(float, Branching##name, name(x[i])) \
  FUNCTION_OF(double, Branching##name, name(x[i]))
#define FUNCTION_OF_TWO(name)                \
  FUNCTION_OF(float, name, name(x[i], y[i])) \
  FUNCTION_OF(double, name, name(x[i], y[i]))
#define ROUNDING(name)                                         \
  FUNCTION_OF(float, Round##name, RoundTo<Format::name>(x[i])) \
  FUNCTION_OF(double, Round##name, RoundTo<Format::name>(x[i]))
#define ORDINAL(name) \
  FUNCTION_OF(float, Ordinal##name, FromOrdinal<Format::name>(Ordinal<Format::name>(x[i]) + 1))

FUNCTION(Exp)
FUNCTION(Exp2)
FUNCTION(Expm1)
FUNCTION(Log)
FUNCTION(Log2)
FUNCTION(Log10)
FUNCTION(Log1p)
FUNCTION(Rsqrt)
FUNCTION(Sqrt)
FUNCTION(Tanh)
FUNCTION(Sinh)
FUNCTION(Cosh)
FUNCTION(Sigmoid)
FUNCTION(Silu)
FUNCTION(GeluErf)
FUNCTION(GeluTanh)
FUNCTION(Softplus)
FUNCTION(LogSigmoid)
FUNCTION(Elu)
FUNCTION(Floor)
FUNCTION(SinOfModerate)
FUNCTION(CosOfModerate)
FUNCTION(TanOfModerate)
FUNCTION(Asin)
FUNCTION(Acos)
FUNCTION(Atan)
FUNCTION(Erf)
FUNCTION(Erfc)
BRANCHING_FUNCTION(Sin)
BRANCHING_FUNCTION(Cos)
BRANCHING_FUNCTION(Tan)
BRANCHING_FUNCTION(Lgamma)
FUNCTION_OF_TWO(Pow)
FUNCTION_OF_TWO(Hypot)
FUNCTION_OF_TWO(LogAddExp)
ROUNDING(kFp32)
ROUNDING(kTf32)
ROUNDING(kBf16)
ROUNDING(kFp16)
ROUNDING(kE4m3)
ROUNDING(kE4m3Saturated)
ROUNDING(kE5m2)
ROUNDING(kE5m2Saturated)
ORDINAL(kFp32)
ORDINAL(kBf16)
ORDINAL(kFp16)
ORDINAL(kE4m3)
ORDINAL(kE5m2)

FUNCTION_OF(float, BranchingRound, RoundTo(static_cast<Format>(i % kFormatCount), x[i]))
FUNCTION_OF(double, BranchingOrdinal,
            FromOrdinal(Format::kFp16, Ordinal(static_cast<Format>(i % kFormatCount), x[i])))

void Random(uint32_t* words, int count) {
  for (int i = 0; i < count; ++i) {
    const PhiloxBlock block = Philox({static_cast<uint32_t>(i), 0, 0, 0}, {1, 2});
    words[i] = block.x ^ block.y ^ block.z ^ block.w;
  }
}

}  // namespace allreview::numerics
