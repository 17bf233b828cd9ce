#ifndef SERVICES_REPORT_DIAGRAMS_REDUCE_H_
#define SERVICES_REPORT_DIAGRAMS_REDUCE_H_

// Makes a flowchart small enough to be read.

#include "review/language/phrase.h"
#include "services/report/diagrams/flowchart.h"

namespace allreview::report {

// At most `limits.max_nodes` nodes besides those that say how much is left out. The modules that
// come first stay in detail; of the others each becomes one node that counts its nodes by mark,
// then each folder does. Arrows follow their ends; those that would say the same twice are drawn
// once.
Flowchart Reduced(Flowchart chart, Language language, const FlowchartLimits& limits);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_REDUCE_H_
