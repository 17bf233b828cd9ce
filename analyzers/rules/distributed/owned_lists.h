#ifndef ANALYZERS_RULES_DISTRIBUTED_OWNED_LISTS_H_
#define ANALYZERS_RULES_DISTRIBUTED_OWNED_LISTS_H_

// Local containers that hold only what this rank owns, so that they may be empty on some ranks.
//
//   mine = []
//   for p in params:
//       if p.is_sharded:            OwnedListOf(module, *function, mine)->condition
//           mine.append(p.grad)                                        ->fill
//
// A condition is about ownership when its text, or that of a value it names, speaks of ranks,
// shards or experts. Pure.

#include <optional>

#include "analyzers/python/module.h"

namespace allreview::rules {

struct OwnedList {
  python::Node fill;       // What puts something into it: a call, an assignment.
  python::Node condition;  // Under which it does.
};

// The container starts empty and is filled, before the identifier in its function, only under
// conditions about ownership; or a comprehension with such a condition makes it. nullopt: somebody
// else fills it, all ranks exchanged what is in it, or nobody can tell.
std::optional<OwnedList> OwnedListOf(const python::Module& module,
                                     const python::Definition& function, python::Node identifier);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_OWNED_LISTS_H_
