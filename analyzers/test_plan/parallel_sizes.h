#ifndef ANALYZERS_TEST_PLAN_PARALLEL_SIZES_H_
#define ANALYZERS_TEST_PLAN_PARALLEL_SIZES_H_

// Sizes of parallel groups that the text of a test names.
//
//   initialize_model_parallel(tensor_model_parallel_size=2, context_parallel_size=2)  ->  4 ranks
//   @pytest.mark.parametrize("tp,pp", [(1, 4), (2, 2)])                               ->  4 ranks

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::test_plan {

struct ParallelSizes {
  int ranks = 1;           // The most that literals ask for.
  bool has_names = false;  // Sizes come from names: nobody can tell how many.
  size_t position = 0;     // Of the first place that asks for more than one rank or for names.
  bool has_any() const { return ranks > 1 || has_names; }
};

// `text` has no comments.
ParallelSizes FindParallelSizes(absl::string_view text);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_PARALLEL_SIZES_H_
