#include "analyzers/numerics/arithmetic/self_test.h"

#include <cstdint>
#include <iterator>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/functions.h"
#include "analyzers/numerics/arithmetic/philox.h"

namespace allreview::numerics {
namespace {

struct FloatAnswer {
  absl::string_view name;
  float (*function)(float);
  float x;
  uint32_t bits;
};

struct DoubleAnswer {
  absl::string_view name;
  double (*function)(double);
  double x;
  uint64_t bits;
};

// What is computed here passed its exhaustive test: see functions_exhaustive_test.
constexpr FloatAnswer kFloatAnswers[] = {
    {"Exp", Exp, 0x1.666666p-1f, 0x4000e153u},
    {"Exp", Exp, 0x1.62ccccp+6f, 0x7f7a37fcu},
    {"Exp", Exp, -0x1.9ep+6f, 0x00000001u},
    {"Exp2", Exp2, -0x1.2ap+7f, 0x00000001u},
    {"Exp2", Exp2, 0x1.333334p-2f, 0x3f9d9624u},
    {"Expm1", Expm1, 0x1p-20f, 0x35800004u},
    {"Expm1", Expm1, -0x1.99999ap-2f, 0xbea8cbd0u},
    {"Expm1", Expm1, 0x1.a66666p+1f, 0x41d0e6afu},
    {"Log", Log, 0x1p-149f, 0xc2ce8ed0u},
    {"Log", Log, 0x1.00068ep+0f, 0x38d1bd51u},
    {"Log", Log, 0x1.c363ccp+127f, 0x42b13196u},
    {"Log2", Log2, 0x1p+3f, 0x40400000u},
    {"Log2", Log2, 0x1.666666p-1f, 0xbf03bb12u},
    {"Log10", Log10, 0x1.2a05f2p+33f, 0x41200000u},
    {"Log10", Log10, 0x1.333334p-2f, 0xbf05db61u},
    {"Log1p", Log1p, 0x1p-140f, 0x00000200u},
    {"Log1p", Log1p, -0x1.333334p-2f, 0xbeb69e1au},
    {"Log1p", Log1p, 0x1.93e594p+99f, 0x428a27b5u},
    {"Rsqrt", Rsqrt, 0x1p-149f, 0x64b504f3u},
    {"Rsqrt", Rsqrt, 0x1.8p+1f, 0x3f13cd3au},
    {"Tanh", Tanh, 0x1.47ae14p-7f, 0x3c23d5a4u},
    {"Tanh", Tanh, -0x1.ccccccp-1f, 0xbf375f4cu},
    {"Tanh", Tanh, 0x1.2p+3f, 0x3f7fffffu},
    {"Sinh", Sinh, 0x1.333334p-2f, 0x3e9bea16u},
    {"Sinh", Sinh, -0x1.64p+6f, 0xff28e166u},
    {"Cosh", Cosh, 0x1.333334p-2f, 0x3f85cda7u},
    {"Cosh", Cosh, 0x1.64p+6f, 0x7f28e166u},
    {"Sqrt", Sqrt, 0x1p+1f, 0x3fb504f3u},
    {"Sin", Sin, 0x1.86ap+16f, 0x3d126d55u},
    {"Sin", Sin, 0x1p-1f, 0x3ef57744u},
    {"Cos", Cos, 0x1.93e594p+99f, 0xbf1c9222u},
    {"Cos", Cos, 0x1p+1f, 0xbed51133u},
    {"Tan", Tan, 0x1.8p+0f, 0x41619f6bu},
    {"Atan", Atan, 0x1.99999ap-1f, 0x3f2cbbd3u},
    {"Asin", Asin, 0x1.ff7ceep-1f, 0x3fc35650u},
    {"Acos", Acos, -0x1.333334p-2f, 0x3ff01006u},
    {"Erf", Erf, 0x1.333334p-1f, 0x3f1a9650u},
    {"RoundTo kTf32", RoundTo<Format::kTf32>, 0x1.003ffep+0f, 0x3f802000u},
    {"RoundTo kBf16", RoundTo<Format::kBf16>, 0x1.01p+0f, 0x3f800000u},
    {"RoundTo kBf16", RoundTo<Format::kBf16>, 0x1.16c2p-133f, 0x00010000u},
    {"RoundTo kBf16", RoundTo<Format::kBf16>, 0x1.ff933cp+127f, 0x7f800000u},
    {"RoundTo kFp16", RoundTo<Format::kFp16>, 0x1.ffdep+15f, 0x477fe000u},
    {"RoundTo kFp16", RoundTo<Format::kFp16>, 0x1.01b2b2p-25f, 0x33800000u},
    {"RoundTo kE4m3", RoundTo<Format::kE4m3>, 0x1.dp+8f, 0x43e00000u},
    {"RoundTo kE4m3", RoundTo<Format::kE4m3>, 0x1.7c1bdap-9f, 0x3b000000u},
    {"RoundTo kE4m3Saturated", RoundTo<Format::kE4m3Saturated>, 0x1.dcd65p+29f, 0x43e00000u},
    {"RoundTo kE5m2", RoundTo<Format::kE5m2>, 0x1.ep+15f, 0x7f800000u},
    {"RoundTo kE5m2Saturated", RoundTo<Format::kE5m2Saturated>, -0x1.dcd65p+29f, 0xc7600000u},
};

constexpr DoubleAnswer kDoubleAnswers[] = {
    {"Exp", Exp, 0x1.6666666666666p-1, 0x40001c2a61268987u},
    {"Exp", Exp, -0x1.748p+9, 0x0000000000000001u},
    {"Expm1", Expm1, 0x1.3333333333333p-2, 0x3fd6641632306a56u},
    {"Log", Log, 0x1.6666666666666p-1, 0xbfd6d3c324e13f50u},
    {"Log", Log, 0x0.0000000000001p-1022, 0xc0874385446d71c3u},
    {"Log1p", Log1p, 0x1.4f8b588e368f1p-17, 0x3ee4f8aea9ae7317u},
    {"Tanh", Tanh, 0x1.999999999999ap-2, 0x3fd8511573c242d6u},
    {"Rsqrt", Rsqrt, 0x1.8p+1, 0x3fe279a74590331cu},
    {"Sinh", Sinh, 0x1.3333333333333p+0, 0x3ff826c0f3412348u},
    {"Cosh", Cosh, 0x1.3333333333333p+0, 0x3ffcf871f8dfa800u},
    {"RoundTo kBf16", RoundTo<Format::kBf16>, 0x1.010000001p+0, 0x3ff0200000000000u},
    {"RoundTo kBf16", RoundTo<Format::kBf16>, 0x1.1ccf385ebc8ap+1023, 0x7ff0000000000000u},
    {"RoundTo kFp16", RoundTo<Format::kFp16>, -0x1.0a49b88e59fep-25, 0xbe70000000000000u},
    {"Sin", Sin, 0x1.7e43c8800759cp+996, 0xbfea2c16b010e385u},
    {"Atan", Atan, 0x1.8p+1, 0x3ff3fc176b7a8560u},
};
static_assert(std::size(kFloatAnswers) + std::size(kDoubleAnswers) + 1 == 64);

// Read through volatile, so that the compiler's arithmetic is not what is tested.
template <typename T>
T AtRunTime(T value) {
  volatile T hidden = value;
  return hidden;
}

absl::Status CheckMode() {
  // By bits: a thread that reads subnormals as 0 would also compare them so.
  if (BitsOf(AtRunTime(0x1p-126f) * AtRunTime(0.5f)) == 0) {
    return absl::FailedPreconditionError(
        "this thread flushes subnormal results to 0 (FTZ of MXCSR is set), want them kept: a "
        "library built with -ffast-math may have set it");
  }
  if (AtRunTime(0x1p-149f) * AtRunTime(0x1p100f) == 0) {
    return absl::FailedPreconditionError(
        "this thread reads subnormal operands as 0 (DAZ of MXCSR is set), want them kept: a "
        "library built with -ffast-math may have set it");
  }
  const float third = AtRunTime(1.0f) / AtRunTime(3.0f);
  const float minus_third = AtRunTime(-1.0f) / AtRunTime(3.0f);
  const float above_one = AtRunTime(1.0f) + AtRunTime(0x1.8p-24f);
  if (third != 0x1.555556p-2f || minus_third != -third || above_one != 0x1.000002p0f) {
    return absl::FailedPreconditionError(
        "this thread does not round to nearest, want the default rounding mode");
  }
  return absl::OkStatus();
}

absl::Status Wrong(absl::string_view name, double x, uint64_t got, uint64_t wanted) {
  return absl::InternalError(absl::StrFormat(
      "numerics self-test: %s(%a) has the bits %#x, want %#x", name, x, got, wanted));
}

}  // namespace

absl::Status SelfTest() {
  if (absl::Status mode = CheckMode(); !mode.ok()) return mode;
  for (const FloatAnswer& answer : kFloatAnswers) {
    const uint32_t got = BitsOf(answer.function(AtRunTime(answer.x)));
    if (got != answer.bits) return Wrong(answer.name, answer.x, got, answer.bits);
  }
  for (const DoubleAnswer& answer : kDoubleAnswers) {
    const uint64_t got = BitsOf(answer.function(AtRunTime(answer.x)));
    if (got != answer.bits) return Wrong(answer.name, answer.x, got, answer.bits);
  }
  const PhiloxBlock random = Philox({AtRunTime(0u), 0, 0, 0}, {0, 0});
  if (random.x != 0x6627e8d5u) return Wrong("Philox", 0, random.x, 0x6627e8d5u);
  return absl::OkStatus();
}

}  // namespace allreview::numerics
