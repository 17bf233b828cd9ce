#ifndef ANALYZERS_NUMERICS_CHECK_SEARCH_INPUTS_H_
#define ANALYZERS_NUMERICS_CHECK_SEARCH_INPUTS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/philox.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// The points that FindWorstInput tries: families of numbers that code is known to break on, and
// neighbours of a point. On the grids of the inputs' formats, within the inputs' ranges; the same
// for the same seed and order of calls.
class SearchInputs {
 public:
  using Samples = std::vector<std::vector<double>>;  // By input, then by sample.

  SearchInputs(std::vector<Input> inputs, std::vector<Format> formats, uint64_t seed);

  // Blocks take turns: a third has any numbers, as nothing is known to be better everywhere; a
  // third one family for all inputs; a third a family for each input of each sample.
  Samples Draw(int block, int count);

  // Fills `samples` with `point`, one input of each sample moved by up to 2^28 steps of its grid.
  void MoveOneEach(const std::vector<double>& point, Samples& samples);

 private:
  // Random words in a fixed order.
  class Words {
   public:
    explicit Words(uint64_t seed);
    uint32_t Next();
    double Between(double low, double high);
    double Sign() { return (Next() >> 31) != 0 ? -1.0 : 1.0; }

   private:
    PhiloxKey key_;
    PhiloxBlock block_;
    uint64_t count_ = 0;
    int used_ = 4;
  };

  double Limit(size_t input, double value) const;
  // Uniform over the numbers of the format within the input's range.
  double AnyNumber(size_t input);
  double NearAnEnd(size_t input);
  double Extreme(const FormatTraits& traits);
  // One number of a family. `first`: that of the first input.
  double OfFamily(size_t input, int family, double first);
  double Moved(size_t input, double value);

  const std::vector<Input> inputs_;
  const std::vector<Format> formats_;
  std::vector<std::pair<int64_t, int64_t>> ordinals_ = {};  // Of the ends of each input's range.
  Words words_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_SEARCH_INPUTS_H_
