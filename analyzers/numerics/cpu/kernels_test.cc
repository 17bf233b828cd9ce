// The loops against the functions that they are loops over.

#include <cmath>
#include <cstring>
#include <vector>

#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/program/compare.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

std::vector<const KernelTable*> Tables() {
  std::vector<const KernelTable*> tables;
  for (const char* name : {"scalar", "avx2", "avx512"}) {
    if (KernelsByName(name) != nullptr) tables.push_back(KernelsByName(name));
  }
  return tables;
}

// References of every kind, and near them results of every kind.
struct Lanes {
  std::vector<double> references;
  std::vector<double> tested;
};
Lanes LanesFor(Format format, int count) {
  constexpr double kSpecial[] = {0, -0.0, HUGE_VAL, -HUGE_VAL, NAN, 1e-300, -1e300, 448, 65520};
  Lanes lanes;
  for (int i = 0; i < count; ++i) {
    const PhiloxBlock words = WordsOf(i, 0, 0, {5, 6});
    double reference = LogUniformOf(words.x, -20, 17, true);
    if (words.y % 8 == 0) reference = kSpecial[words.z % 9];
    const double factor = words.y % 3 == 0 ? 1.0 : 1 + std::ldexp(UniformOf(words.w), -(i % 30));
    double tested = reference * factor;
    if (words.y % 7 == 0) tested = kSpecial[words.w % 9];
    lanes.references.push_back(reference);
    lanes.tested.push_back(RoundTo(format, tested));
  }
  return lanes;
}

template <Format kFormat>
void ExpectComparisonOf(const KernelTable& kernels, int count) {
  using T = typename CarrierOf<kFormat>::Type;
  const Lanes lanes = LanesFor(kFormat, count);
  const std::vector<T> tested(lanes.tested.begin(), lanes.tested.end());
  Aggregates wanted;
  for (int i = 0; i < count; ++i) {
    Count<kFormat>(wanted, tested[i], lanes.references[i], 1000 + static_cast<uint64_t>(i));
  }
  Aggregates found;
  kernels.compare[static_cast<int>(kFormat)]({.tested = tested.data(),
                                              .reference = lanes.references.data(),
                                              .lanes = count,
                                              .first = 1000,
                                              .aggregates = &found});
  static_assert(sizeof(Aggregates) % sizeof(uint64_t) == 0, "only integers, no gaps");
  EXPECT_EQ(std::memcmp(&found, &wanted, sizeof(Aggregates)), 0)
      << kernels.name << ", format " << static_cast<int>(kFormat) << ", " << count << " lanes";
}

TEST(Kernels, CompareAsLaneByLane) {
  for (const KernelTable* kernels : Tables()) {
    for (const int count : {1, 7, 512, 513, 5000}) {
      ExpectComparisonOf<Format::kFp64>(*kernels, count);
      ExpectComparisonOf<Format::kFp32>(*kernels, count);
      ExpectComparisonOf<Format::kTf32>(*kernels, count);
      ExpectComparisonOf<Format::kBf16>(*kernels, count);
      ExpectComparisonOf<Format::kFp16>(*kernels, count);
      ExpectComparisonOf<Format::kE4m3>(*kernels, count);
      ExpectComparisonOf<Format::kE4m3Saturated>(*kernels, count);
      ExpectComparisonOf<Format::kE5m2>(*kernels, count);
      ExpectComparisonOf<Format::kE5m2Saturated>(*kernels, count);
    }
  }
}

TEST(Kernels, CompareInAnyOrderOfBlocks) {
  const Lanes lanes = LanesFor(Format::kBf16, 3000);
  const std::vector<float> tested(lanes.tested.begin(), lanes.tested.end());
  const auto compare = [&](int begin, int end, Aggregates& into) {
    BestKernels()->compare[static_cast<int>(Format::kBf16)](
        {.tested = tested.data() + begin,
         .reference = lanes.references.data() + begin,
         .lanes = end - begin,
         .first = static_cast<uint64_t>(begin),
         .aggregates = &into});
  };
  Aggregates forwards;
  compare(0, 3000, forwards);
  Aggregates backwards;
  for (const int begin : {2900, 1000, 700, 0}) {
    compare(begin,
            begin == 2900   ? 3000
            : begin == 1000 ? 2900
            : begin == 700  ? 1000
                            : 700,
            backwards);
  }
  EXPECT_EQ(std::memcmp(&forwards, &backwards, sizeof(Aggregates)), 0);
}

std::vector<double> Sampled(const KernelTable& kernels, SampleKind kind, uint64_t first,
                            int lanes) {
  std::vector<double> values(lanes);
  kernels.sample({.spec = {.kind = kind, .a = 0.25, .b = 6},
                  .first = first,
                  .position = static_cast<double>(first),
                  .slot = 2,
                  .stratum = 9,
                  .key = {1, 2},
                  .lanes = lanes,
                  .result = values.data()});
  return values;
}

TEST(Kernels, SampleTheSameNumbersFromAnyFirstInBlocksOfAnySize) {
  for (int kind = 0; kind < 8; ++kind) {
    const std::vector<double> all = Sampled(*BestKernels(), static_cast<SampleKind>(kind), 0, 3000);
    for (const KernelTable* kernels : Tables()) {
      for (const int first : {0, 4, 512, 1000}) {
        for (const int lanes : {1, 3, 128, 600, 1999}) {
          const std::vector<double> part =
              Sampled(*kernels, static_cast<SampleKind>(kind), first, lanes);
          EXPECT_TRUE(std::equal(part.begin(), part.end(), all.begin() + first))
              << kernels->name << ", kind " << kind << ", " << lanes << " from " << first;
        }
      }
    }
  }
}

}  // namespace
}  // namespace allreview::numerics
