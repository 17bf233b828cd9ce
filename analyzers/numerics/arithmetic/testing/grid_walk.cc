#include "analyzers/numerics/arithmetic/testing/grid_walk.h"

#include <cmath>
#include <limits>

namespace allreview::numerics {
namespace {

// The widths of the fields of an encoding, and how many encodings at its end are no finite numbers.
struct Encoding {
  int exponent_bits = 0;
  int significand_bits = 0;
  int not_finite = 0;
};

Encoding EncodingOf(Format format) {
  switch (format) {
    case Format::kTf32:
      return {8, 10, 1 << 10};
    case Format::kBf16:
      return {8, 7, 1 << 7};
    case Format::kFp16:
      return {5, 10, 1 << 10};
    case Format::kE4m3:
    case Format::kE4m3Saturated:
      return {4, 3, 1};
    case Format::kE5m2:
    case Format::kE5m2Saturated:
      return {5, 2, 1 << 2};
    default:
      return {};
  }
}

double Decode(const Encoding& encoding, int code) {
  const int bias = (1 << (encoding.exponent_bits - 1)) - 1;
  const int exponent = code >> encoding.significand_bits;
  const int fraction = code & ((1 << encoding.significand_bits) - 1);
  if (exponent == 0) return std::ldexp(fraction, 1 - bias - encoding.significand_bits);
  return std::ldexp(fraction + (1 << encoding.significand_bits),
                    exponent - bias - encoding.significand_bits);
}

double PastMax(Format format, double max) {
  switch (format) {
    case Format::kE4m3:
      return std::numeric_limits<double>::quiet_NaN();
    case Format::kE4m3Saturated:
    case Format::kE5m2Saturated:
      return max;
    default:
      return std::numeric_limits<double>::infinity();
  }
}

}  // namespace

std::vector<double> NonNegativeNumbers(Format format) {
  const Encoding encoding = EncodingOf(format);
  const int codes = 1 << (encoding.exponent_bits + encoding.significand_bits);
  std::vector<double> numbers;
  for (int code = 0; code < codes - encoding.not_finite; ++code) {
    numbers.push_back(Decode(encoding, code));
  }
  return numbers;
}

GridWalk::GridWalk(Format format) : numbers_(NonNegativeNumbers(format)) {
  past_max_ = PastMax(format, numbers_.back());
  numbers_.push_back(Decode(EncodingOf(format), static_cast<int>(numbers_.size())));
}

}  // namespace allreview::numerics
