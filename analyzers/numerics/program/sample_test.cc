#include "analyzers/numerics/program/sample.h"

#include <cmath>
#include <set>
#include <vector>

#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

constexpr int kCount = 1 << 18;
constexpr PhiloxKey kKey = {11, 22};

template <SampleKind kKind>
std::vector<double> Samples(double a, double b, int count = kCount) {
  std::vector<double> values;
  for (int i = 0; i < count; i += 4) {
    const PhiloxBlock words = WordsOf(i / 4, 0, 0, kKey);
    for (const uint32_t word : {words.x, words.y, words.z, words.w}) {
      values.push_back(SampleOf<kKind>(word, i, a, b));
    }
  }
  return values;
}

double Moment(const std::vector<double>& values, int power) {
  double sum = 0;
  for (const double value : values) sum += std::pow(value, power);
  return sum / static_cast<double>(values.size());
}

TEST(NormalOf, HasTheMomentsOfTheNormalDistribution) {
  const std::vector<double> values = Samples<SampleKind::kNormal>(0, 1);
  // Four standard errors each.
  EXPECT_NEAR(Moment(values, 1), 0, 4 / std::sqrt(kCount));
  EXPECT_NEAR(Moment(values, 2), 1, 4 * std::sqrt(2.0 / kCount));
  EXPECT_NEAR(Moment(values, 3), 0, 4 * std::sqrt(15.0 / kCount));
  EXPECT_NEAR(Moment(values, 4), 3, 4 * std::sqrt(96.0 / kCount));
}

TEST(NormalOf, HasTheTailsOfTheNormalDistribution) {
  const std::vector<double> values = Samples<SampleKind::kNormal>(0, 1);
  for (const double limit : {1.0, 2.0, 3.0, 4.0}) {
    const double wanted = kCount * std::erfc(limit / std::sqrt(2.0));
    double found = 0;
    for (const double value : values) found += std::fabs(value) > limit;
    EXPECT_NEAR(found, wanted, 4 * std::sqrt(wanted)) << limit;
  }
}

// Quantiles that tables of the normal distribution have.
TEST(NormalOf, IsTheQuantileOfItsWord) {
  const auto word_of = [](double p) { return static_cast<uint32_t>(p * 0x1p32); };
  EXPECT_NEAR(NormalOf(word_of(0.5)), 0, 1e-9);
  EXPECT_NEAR(NormalOf(word_of(0.8413447460685429)), 1, 2e-6);
  EXPECT_NEAR(NormalOf(word_of(0.975)), 1.959963984540054, 2e-6);
  EXPECT_NEAR(NormalOf(word_of(0.025)), -1.959963984540054, 2e-6);
  EXPECT_NEAR(NormalOf(word_of(0.999)), 3.090232306167813, 5e-6);
  EXPECT_NEAR(NormalOf(0), -6.33, 0.1);
  EXPECT_NEAR(NormalOf(0xffffffffu), 6.33, 0.1);
}

TEST(NormalOf, RisesWithItsWord) {
  double last = NormalOf(0);
  for (uint64_t word = 0x10000; word < 0x100000000; word += 0x10000) {
    const double next = NormalOf(static_cast<uint32_t>(word));
    EXPECT_GT(next, last) << word;
    last = next;
  }
}

TEST(UniformOf, FillsTheOpenInterval) {
  EXPECT_GT(UniformOf(0), 0);
  EXPECT_LT(UniformOf(0xffffffffu), 1);
  const std::vector<double> values = Samples<SampleKind::kUniform>(-2, 6);
  EXPECT_NEAR(Moment(values, 1), 2, 4 * 8 / std::sqrt(12.0 * kCount));
  std::vector<int> bins(16);
  for (const double value : values) ++bins[static_cast<int>((value + 2) * 2)];
  for (const int bin : bins) EXPECT_NEAR(bin, kCount / 16.0, 5 * std::sqrt(kCount / 16.0));
}

TEST(LogUniformOf, DrawsExponentsEquallyOftenWithEitherSign) {
  std::vector<int> found(19);
  int negative = 0;
  for (const double value : Samples<SampleKind::kLogUniform>(-10, 8)) {
    ++found.at(std::ilogb(value) + 10);
    negative += value < 0;
  }
  const double wanted = kCount / 19.0;
  for (const int count : found) EXPECT_NEAR(count, wanted, 5 * std::sqrt(wanted));
  EXPECT_NEAR(negative, kCount / 2.0, 5 * std::sqrt(kCount / 4.0));
}

TEST(LogUniformOf, UsesTheWholeSignificand) {
  std::vector<int> found(256);
  for (const double value : Samples<SampleKind::kLogUniformPositive>(-3, 5)) {
    EXPECT_GT(value, 0);
    ++found[static_cast<int>(std::ldexp(value, -std::ilogb(value)) * 256) - 256];
  }
  for (const int count : found) EXPECT_NEAR(count, kCount / 256.0, 6 * std::sqrt(kCount / 256.0));
}

TEST(SampleOf, KnowsTheOtherKinds) {
  for (const double value : Samples<SampleKind::kConstant>(1e-5, 0, 8)) EXPECT_EQ(value, 1e-5);
  EXPECT_EQ((SampleOf<SampleKind::kPosition>(123, 7, 10, 0)), 17);
  double ones = 0;
  for (const double value : Samples<SampleKind::kBernoulli>(0.9, 0)) {
    EXPECT_TRUE(value == 0 || value == 1);
    ones += value;
  }
  EXPECT_NEAR(ones, 0.9 * kCount, 5 * std::sqrt(0.09 * kCount));
  std::set<double> integers;
  for (const double value : Samples<SampleKind::kInteger>(3, 7)) integers.insert(value);
  EXPECT_EQ(integers, (std::set<double>{3, 4, 5, 6, 7}));
}

}  // namespace
}  // namespace allreview::numerics
