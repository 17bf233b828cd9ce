#ifndef ANALYZERS_RULES_DISTRIBUTED_RANK_DEPENDENCE_H_
#define ANALYZERS_RULES_DISTRIBUTED_RANK_DEPENDENCE_H_

// Which ranks decide a condition differently.
//
//   const RankDependence test = RankDependenceOf(module, condition);
//   if (test && !test.is_membership && test.MayDivide(group)) ...
//
// `pp_rank == 0` is the same on all members of a tensor-parallel group: it divides only groups that
// share an axis with the pipeline. Names that are assigned are followed; `self.rank`, `local_rank`
// and parameters of unknown origin say nothing.

#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/axes.h"

namespace allreview::rules {

struct RankDependence {
  struct Query {
    Group group;        // The rank within it is asked for.
    python::Node node;  // The expression that asks: `dist.get_rank()`.
  };
  std::vector<Query> queries;
  // It asks whether this rank is in a list or has a group at all: the others are not members.
  bool is_membership = false;
  bool is_rank_in_list = false;  // Such a question, about a list: `rank in ranks`.
  // All that it asks is whether ranks are equal: `rank == 0`, not `rank < half`, which may well
  // keep the members of other groups together.
  bool is_equality = true;

  explicit operator bool() const { return !queries.empty(); }
  // Members of the group decide differently, as far as axes tell. A group of unknown axes is
  // divided only by the rank within itself.
  bool MayDivide(const Group& group) const;
};

// Works for a condition and for any expression whose value matters.
RankDependence RankDependenceOf(const python::Module& module, python::Node condition);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_RANK_DEPENDENCE_H_
