#ifndef ANALYZERS_NUMERICS_FPCORE_FPCORE_H_
#define ANALYZERS_NUMERICS_FPCORE_FPCORE_H_

// Programs in FPCore, the format of FPBench (https://fpbench.org/spec/fpcore-2.0.html).

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

struct FpCore {
  std::string name = {};  // Its :name, its identifier, or "line 12".
  int line = 0;           // 1-based.
  // kUnimplemented: what kept it from being measured ("a while loop"); kInvalidArgument: what is
  // wrong with it.
  absl::Status status = {};
  Graph graph = {};  // When ok: each argument is an input with an element for each sample.
};

// Reads all cores of a text: arithmetic, functions and constants of the format, let, let*, if (both
// branches are computed). Bounds in :pre become distributions: uniform between two bounds of
// like size, else log-uniform. Arguments without bounds are log-uniform from 2^-30 to 2^30.
//
// Fails with kInvalidArgument, naming the line, when the text is not made of lists.
absl::StatusOr<std::vector<FpCore>> ReadFpCores(absl::string_view text);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_FPCORE_FPCORE_H_
