#ifndef ANALYZERS_RULES_DISTRIBUTED_LOCAL_DECISIONS_H_
#define ANALYZERS_RULES_DISTRIBUTED_LOCAL_DECISIONS_H_

// Tests that ranks answer differently although they do not ask for the rank.
//
//   mine = [p for p in params if p.is_shard]        kOwned: what this rank owns
//   if mine: ...
//
//   reason = None                                   kSetOnSomeRanks
//   if rank == 0: reason = check()
//   if stop and reason is not None: ...
//
//   valid = losses[mask.bool()]                     kSelected: from the data of this rank
//   if valid.numel() == 0: return
//
// A name that a broadcast or the like has seen in between says nothing. Pure.

#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/axes.h"

namespace allreview::rules {

struct LocalDecision {
  enum class Kind { kOwned, kSetOnSomeRanks, kSelected };
  Kind kind = Kind::kOwned;
  python::Node subject;              // The identifier that is asked about.
  bool is_true_where_empty = false;  // The test holds on ranks where there is nothing.
  python::Node source;               // What fills, sets or selects it.
  python::Node condition;            // Under which it does; the mask.

  // Members of the group may answer differently.
  bool MayDivide(const python::Module& module, const Group& group) const;
};

// Of each part of a conjunction.
std::vector<LocalDecision> LocalDecisionsOf(const python::Module& module,
                                            const python::Definition& function, python::Node test);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_LOCAL_DECISIONS_H_
