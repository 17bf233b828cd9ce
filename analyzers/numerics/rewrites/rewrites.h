#ifndef ANALYZERS_NUMERICS_REWRITES_REWRITES_H_
#define ANALYZERS_NUMERICS_REWRITES_REWRITES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// Another way to write an expression.
struct Rewrite {
  std::string rule = {};  // "log-of-one-plus"; of a combination: that of the first.
  Graph graph = {};
  std::string expression = {};  // Python, for people: "torch.log1p(x)" (graph/python_text.h).
  std::string why = {};         // One sentence.
};

// Rules of computing the whole, or a better form, in a wider format: the last resorts.
inline constexpr absl::string_view kNarrowArithmetic = "narrow-arithmetic";
inline constexpr absl::string_view kSingleArithmetic = "single-arithmetic";
inline constexpr absl::string_view kInFp32 = "-in-fp32";  // The end of an id.

// Forms that should lose less, the most promising ones first: known better forms of parts
// (rules.h), all of them together, and the whole computed in fp32 and in fp64. None is known to be
// better here: measure.h tells. Only the first output is kept; inputs keep their names and order,
// and those that are not needed any more are left out.
std::vector<Rewrite> RewritesOf(const Graph& graph);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_REWRITES_H_
