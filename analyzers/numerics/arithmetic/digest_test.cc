// Pins the bits of what no exhaustive test can judge: functions of doubles, activations, and
// functions of two numbers. The same source runs as a vectorised and as a scalar build.

#include <gtest/gtest.h>

#include <ios>
#include <vector>

#include "analyzers/numerics/arithmetic/functions.h"
#include "analyzers/numerics/arithmetic/philox.h"

namespace allreview::numerics {
namespace {

constexpr int kCount = 1 << 15;

// Half of any size, half between -32 and 32.
template <typename T>
std::vector<T> Inputs(uint32_t key) {
  std::vector<T> inputs;
  for (uint32_t i = 0; inputs.size() < kCount; ++i) {
    const PhiloxBlock random = Philox({i, 0, 0, 0}, {key, 0});
    if constexpr (sizeof(T) == 4) {
      inputs.push_back(FloatOf(random.x));
    } else {
      inputs.push_back(DoubleOf(uint64_t{random.x} << 32 | random.y));
    }
    const double unit = static_cast<double>(random.z) * 0x1p-32 + random.w * 0x1p-64;
    inputs.push_back(static_cast<T>(unit * 64 - 32));
  }
  return inputs;
}

uint64_t Fnv(uint64_t digest, uint64_t bits) { return (digest ^ bits) * 0x100000001b3u; }

template <typename T, T (*kFunction)(T)>
uint64_t Digest() {
  const std::vector<T> x = Inputs<T>(1);
  std::vector<T> results(kCount);
  for (int i = 0; i < kCount; ++i) results[i] = kFunction(x[i]);
  uint64_t digest = 0xcbf29ce484222325u;
  for (const T result : results) {
    digest = Fnv(digest, IsNan(result) ? kCanonicalNan64 : BitsOf(result));
  }
  return digest;
}

template <typename T, T (*kFunction)(T, T)>
uint64_t Digest() {
  const std::vector<T> x = Inputs<T>(1), y = Inputs<T>(2);
  std::vector<T> results(kCount);
  for (int i = 0; i < kCount; ++i) results[i] = kFunction(x[i], y[i]);
  uint64_t digest = 0xcbf29ce484222325u;
  for (const T result : results) {
    digest = Fnv(digest, IsNan(result) ? kCanonicalNan64 : BitsOf(result));
  }
  return digest;
}

template <typename T>
T SoftplusOf(T x) {
  return Softplus(x);
}
template <typename T>
T EluOf(T x) {
  return Elu(x);
}

struct Pin {
  const char* name;
  uint64_t (*digest)();
  uint64_t wanted;
};

constexpr Pin kPins[] = {
    {"double Exp", Digest<double, Exp>, 0x26707e02399426d1u},
    {"double Exp2", Digest<double, Exp2>, 0xb3023003f4a75c3fu},
    {"double Expm1", Digest<double, Expm1>, 0x2b62e6082d5a7661u},
    {"double Log", Digest<double, Log>, 0xbf00870e69bd8789u},
    {"double Log2", Digest<double, Log2>, 0xc87ecf6f1a5f9b4eu},
    {"double Log10", Digest<double, Log10>, 0x08dcfb7fbe5accbfu},
    {"double Log1p", Digest<double, Log1p>, 0x7ce73bcf5b5b00f5u},
    {"double Rsqrt", Digest<double, Rsqrt>, 0x9448bcf33d3fcb88u},
    {"double Tanh", Digest<double, Tanh>, 0x482934c33128461fu},
    {"double Sinh", Digest<double, Sinh>, 0x7ff46c8e8e6be6f1u},
    {"double Cosh", Digest<double, Cosh>, 0x31c08fe617f0378cu},
    {"double Sin", Digest<double, Sin>, 0x162e2af077a25649u},
    {"double Cos", Digest<double, Cos>, 0xb5d54ed8914ea5f9u},
    {"double Tan", Digest<double, Tan>, 0xac876e611688952au},
    {"double Asin", Digest<double, Asin>, 0x1a45509eee119ab7u},
    {"double Acos", Digest<double, Acos>, 0xe649f8fb9167282bu},
    {"double Atan", Digest<double, Atan>, 0x34cf167d203a8f10u},
    {"double Erf", Digest<double, Erf>, 0x11b6e275201da1b8u},
    {"double Erfc", Digest<double, Erfc>, 0x54beba80cf4aaa7bu},
    {"double Lgamma", Digest<double, Lgamma>, 0x83d9754177b3c943u},
    {"float Sigmoid", Digest<float, Sigmoid>, 0x448bbf0a823e80b7u},
    {"double Sigmoid", Digest<double, Sigmoid>, 0x6b2d6f9ed5212ce5u},
    {"float Silu", Digest<float, Silu>, 0xe18eb8493f3973dfu},
    {"double Silu", Digest<double, Silu>, 0x937b0257772b2f33u},
    {"float GeluErf", Digest<float, GeluErf>, 0x022750a24dc9a489u},
    {"double GeluErf", Digest<double, GeluErf>, 0x09e41e9919e679bdu},
    {"float GeluTanh", Digest<float, GeluTanh>, 0x495a8d45ab2ea947u},
    {"double GeluTanh", Digest<double, GeluTanh>, 0x1fa91353653fe978u},
    {"float SoftplusOf", Digest<float, SoftplusOf>, 0x2e4426fb71e29ef5u},
    {"double SoftplusOf", Digest<double, SoftplusOf>, 0x243c1be57cfb217fu},
    {"float LogSigmoid", Digest<float, LogSigmoid>, 0xf6c7554404b698f7u},
    {"double LogSigmoid", Digest<double, LogSigmoid>, 0xcb5f7915178a1a95u},
    {"float EluOf", Digest<float, EluOf>, 0xdfb4869c7a8358b4u},
    {"double EluOf", Digest<double, EluOf>, 0x490e4dee998296bcu},
    {"float Hypot", Digest<float, Hypot>, 0xede49d58c3bfd06du},
    {"double Hypot", Digest<double, Hypot>, 0xea548e530f2cde96u},
    {"float LogAddExp", Digest<float, LogAddExp>, 0xe7c29eb2297b4608u},
    {"double LogAddExp", Digest<double, LogAddExp>, 0x639ef62d7225672au},
    {"float Pow", Digest<float, Pow>, 0xad7921c1a593303cu},
    {"double Pow", Digest<double, Pow>, 0x92bf41b1cde4c017u},
};

TEST(Digest, IsTheCommittedOneForEveryFunction) {
  for (const Pin& pin : kPins) {
    const uint64_t digest = pin.digest();
    EXPECT_EQ(digest, pin.wanted) << pin.name << " 0x" << std::hex << digest;
  }
}

}  // namespace
}  // namespace allreview::numerics
