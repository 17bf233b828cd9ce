#ifndef TESTS_BENCH_DIFF_INPUTS_H_
#define TESTS_BENCH_DIFF_INPUTS_H_

// Patches that make careless parsers slow, in any size.

#include <functional>
#include <string>
#include <vector>

namespace allreview::diff {

struct PathologicalInput {
  std::string name;
  int size = 0;  // Of `make` for the smaller of the two runs.
  std::function<std::string(int size)> make;
  bool is_compared = false;  // Pairs, spans and moved blocks count, too.
};

std::vector<PathologicalInput> PathologicalInputs();

}  // namespace allreview::diff

#endif  // TESTS_BENCH_DIFF_INPUTS_H_
