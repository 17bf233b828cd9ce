#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/functions.h"
#include "tests/bench/numerics/peers.h"

namespace allreview::numerics {
namespace {

float Rounded(float value) { return RoundTo<Format::kBf16>(value); }

}  // namespace

void RunFused(const PeerBlock& block) {
  const double* const x = block.x;
  const double* const y = block.y;
  double* const reference = block.reference;
#pragma GCC ivdep
  for (int i = 0; i < block.lanes; ++i) {
    const double gelu = x[i] / (Exp(-(x[i] * 1.702)) + 1.0);
    reference[i] = Log(Abs(gelu + y[i] * y[i])) - y[i];
  }
  float* const tested = block.tested;
#pragma GCC ivdep
  for (int i = 0; i < block.lanes; ++i) {
    const float a = static_cast<float>(x[i]);
    const float b = static_cast<float>(y[i]);
    const float power = Rounded(Exp(-Rounded(a * 1.702f)));
    const float gelu = Rounded(a / Rounded(power + 1.0f));
    const float sum = Abs(Rounded(gelu + Rounded(b * b)));
    tested[i] = Rounded(Rounded(Log(sum)) - b);
  }
}

}  // namespace allreview::numerics
