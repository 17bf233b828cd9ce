#ifndef TESTS_HONESTY_MUTATIONS_H_
#define TESTS_HONESTY_MUTATIONS_H_

// Everything that the author of a change controls and that could keep its code from review.
//
//   Random random(seed);
//   Mutated mutated = MutateAtRandom(random);
//   // mutated.change holds a defect that blocks; mutated.names say what was done to hide it.
//
// CPython still runs the defect, or refuses the file that it stands in: the conclusion of a review
// may be anything but success.

#include <random>
#include <string>
#include <vector>

#include "tests/honesty/memory_change.h"

namespace allreview::honesty {

using Random = std::mt19937_64;

struct Mutated {
  MemoryChange change;
  std::vector<std::string> names;  // In the order in which they were done.
};

// One to four mutations, of different kinds, of a change that blocks.
Mutated MutateAtRandom(Random& random);

// The change without mutations, and each mutation alone: for a look at what does what.
std::vector<Mutated> MutateByEachAlone();

}  // namespace allreview::honesty

#endif  // TESTS_HONESTY_MUTATIONS_H_
