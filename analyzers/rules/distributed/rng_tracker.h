#ifndef ANALYZERS_RULES_DISTRIBUTED_RNG_TRACKER_H_
#define ANALYZERS_RULES_DISTRIBUTED_RNG_TRACKER_H_

// Where tensor-parallel parameters get their random values, and under which random state.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// A call that fills a parameter with random values: `init_method(self.w)`,
// `torch.nn.init.normal_(self.w)`, `self.w.data.uniform_()`.
struct RandomInit {
  Node call;
  std::string target;  // Text of the parameter: "self.w".
};
// `target` empty: the call is none.
RandomInit RandomInitOf(Node call);

// The `fork(...)` call of the innermost `with tracker.fork(...)` around the node in its function,
// also through a local (`context = tracker.fork()`). Null: none.
Node ForkAround(const python::Module& module, Node node);
// The node runs under a context that may be a fork: the fork itself or a context of another name
// for random states.
bool MayRunUnderFork(const python::Module& module, Node node);

// Texts of the parameters that the code marks as tensor-parallel ("self.w"), with the first mark:
//   setattr(self.w, "tensor_model_parallel", True)
//   set_tensor_model_parallel_attributes(self.w, True, 0, 1)
//   self.w.tensor_model_parallel = True
std::map<std::string, Node> MarksIn(Node body);
// Names without one of which code marks nothing, for Rule.names.
inline constexpr absl::string_view kMarkingNames =
    "set_tensor_model_parallel_attributes setattr tensor_model_parallel";

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_RNG_TRACKER_H_
