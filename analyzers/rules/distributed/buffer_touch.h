#ifndef ANALYZERS_RULES_DISTRIBUTED_BUFFER_TOUCH_H_
#define ANALYZERS_RULES_DISTRIBUTED_BUFFER_TOUCH_H_

#include "analyzers/python/module.h"

namespace allreview::rules {

enum class Touch {
  kNone,  // Nothing that is sure: shape, type, a view, an alias, an argument of an unknown
          // function.
  kRead,
  kWrite,
};

// What the code around a mention of a tensor certainly does with its values:
//
//   x @ w, x.sum(), torch.exp(x), y.copy_(x)     kRead
//   x += 1, x[0] = y, x.mul_(2)                  kWrite
Touch TouchOf(const python::Module& module, python::Node mention);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_BUFFER_TOUCH_H_
