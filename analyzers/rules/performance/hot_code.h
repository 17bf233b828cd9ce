#ifndef ANALYZERS_RULES_PERFORMANCE_HOT_CODE_H_
#define ANALYZERS_RULES_PERFORMANCE_HOT_CODE_H_

// What rules on hot code share: whether a statement runs in every step, who has said that its cost
// is meant, and how much it then weighs.
//
//   const std::optional<HotPath> path = FindHotCode(file, call);
//   if (path) file.Report(ObserveHot(file, *path, call, Severity::kP2, {{"tensor", "x"}}));

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Comments of one function that say that a wait is meant: "sync", "D2H", "host", "item()".
class AcknowledgedWaits {
 public:
  explicit AcknowledgedWaits(const python::Definition& function) : function_(function.node) {}
  // Such a comment stands on the node or on the four lines above it.
  bool Include(Node node) const;

 private:
  Node function_;
};

// How a step gets to the node. None: it is not known to, the node stands in a cold block or in a
// test, or a comment says that its cost is meant. Loads the index when the file does not tell.
std::optional<HotPath> FindHotCode(const FileContext& file, Node node);

// "in every forward pass", "in every iteration of the loop on line 12".
Words FrequencyOf(Node node, const CallChain& chain);

// An observation with the call chain as evidence and {frequency} among the parameters. Severity:
// `usual` in a training step, one step less in inference and in making batches, one more where a
// CUDA graph is captured, which fails then.
Observation ObserveHot(const FileContext& file, const HotPath& path, Node at, Severity usual,
                       Params params);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_HOT_CODE_H_
