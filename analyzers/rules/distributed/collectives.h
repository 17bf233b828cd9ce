#ifndef ANALYZERS_RULES_DISTRIBUTED_COLLECTIVES_H_
#define ANALYZERS_RULES_DISTRIBUTED_COLLECTIVES_H_

// What torch.distributed offers, as its documentation states it: one line for each function.
//
//   const Collective* op = FindCollective(module, call);
//   if (op != nullptr && op->output == 0) ...

#include <cstddef>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

struct Collective {
  absl::string_view name;           // Without "torch.distributed.".
  absl::string_view parameters[9];  // In order; ends with an empty one.
  int output = -1;                  // Position of the tensor that is written. -1: none.

  // Position of a parameter. -1: there is none of that name.
  int PositionOf(absl::string_view parameter) const;
  bool Has(absl::string_view parameter) const { return PositionOf(parameter) >= 0; }
};

// Null: the call is none of torch.distributed that the table knows.
const Collective* FindCollective(const python::Module& module, python::Node call);

// The expression names a process group, as far as its text tells: `tp_group`, `self.group`,
// `get_data_parallel_group()`.
bool IsNamedLikeProcessGroup(python::Node expression);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_COLLECTIVES_H_
