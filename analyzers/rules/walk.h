#ifndef ANALYZERS_RULES_WALK_H_
#define ANALYZERS_RULES_WALK_H_

// The one walk over a file that serves all rules.

#include <array>
#include <vector>

#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Rules by the node kinds that they want to see.
class Subscriptions {
 public:
  explicit Subscriptions(const std::vector<const Rule*>& rules);

  const std::vector<const Rule*>& Of(NodeKind kind) const {
    return by_kind_[static_cast<size_t>(kind)];
  }

 private:
  std::array<std::vector<const Rule*>, python::kKindCount> by_kind_;
};

// Findings of one changed file, by all rules, each with its Concern respected; not sorted, without
// fingerprints (they hold their keys). Visits only nodes that touch new lines or stand in a
// function that was touched. `file` is as before when it returns.
std::vector<Finding> WalkFile(const Subscriptions& subscriptions, AnalysedFile* file);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_WALK_H_
