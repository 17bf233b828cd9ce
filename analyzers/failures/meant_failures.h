#ifndef ANALYZERS_FAILURES_MEANT_FAILURES_H_
#define ANALYZERS_FAILURES_MEANT_FAILURES_H_

// Failures that are nobody's mistake.

#include "analyzers/python/module.h"

namespace allreview::failures {

// Somebody waits for `at` to fail (`try`, `with pytest.raises`), or what runs is something else
// than what stands there.
bool IsMeant(const python::Module& module, python::Node at);

}  // namespace allreview::failures

#endif  // ANALYZERS_FAILURES_MEANT_FAILURES_H_
