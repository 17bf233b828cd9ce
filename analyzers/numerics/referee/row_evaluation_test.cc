#include "analyzers/numerics/referee/row_evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/operations.h"

namespace allreview::numerics {
namespace {

// Numbers that look random, from SplitMix64 (Steele, Lea, Flood, 2014).
class Draw {
 public:
  // In [-1, 1].
  double Unit() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>(static_cast<int64_t>(z ^ (z >> 31))) * 0x1p-63;
  }

 private:
  uint64_t state_ = 1;
};

struct Sample {
  double low, inside, high;

  Interval Bounds() const {
    return Interval::Between(Real(low, 128), Real(high, 128), /*is_exact=*/true);
  }
  Interval Point() const { return Interval::Point(inside, 128); }
};

// Around 0, around 1 and wide; and small whole numbers, for exponents.
Sample NextSample(Draw& draw, int i) {
  const double scale = i % 3 == 0 ? 30 : 2;
  double ends[] = {draw.Unit() * scale, draw.Unit() * scale};
  if (i % 4 == 1) ends[1] = ends[0] + 0.01 * draw.Unit();
  if (i % 8 == 3) ends[0] = ends[1] = static_cast<int>(ends[0] * 2);
  const auto [low, high] = std::minmax(ends[0], ends[1]);
  return {low, low + (high - low) * (0.5 + 0.5 * draw.Unit()), high};
}

// Whether the value at points inside lies within the bounds for all.
bool Encloses(const Interval& bounds, const Interval& value) {
  if (bounds.IsUnknown()) return true;
  if (!bounds.IsNumber() || !value.IsNumber()) return bounds.IsNan() && value.IsNan();
  return mpfr_lessequal_p(bounds.low().get(), value.low().get()) != 0 &&
         mpfr_greaterequal_p(bounds.high().get(), value.high().get()) != 0;
}

TEST(RowEvaluation, BoundsHoldWhatAnyPointInsideGives) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.kind != OperationKind::kElementwise) continue;
    const Node node{.operation = info.operation, .parameters = {1.5, 20}};
    Draw draw;
    int known = 0;
    for (int i = 0; i < 400; ++i) {
      const Sample a = NextSample(draw, i), b = NextSample(draw, i / 3), c = NextSample(draw, i);
      const Interval bounds = EvaluateElement(node, a.Bounds(), b.Bounds(), c.Bounds());
      const Interval value = EvaluateElement(node, a.Point(), b.Point(), c.Point());
      ASSERT_TRUE(Encloses(bounds, value))
          << absl::StrCat(info.name, "([", a.low, ", ", a.high, "], [", b.low, ", ", b.high,
                          "]) at ", a.inside, ", ", b.inside);
      known += bounds.IsUnknown() ? 0 : 1;
    }
    EXPECT_GT(known, 100) << info.name;
  }
}

}  // namespace
}  // namespace allreview::numerics
