#ifndef SERVICES_REPORT_STORY_TABLES_H_
#define SERVICES_REPORT_STORY_TABLES_H_

// Functions that are called through a table: no line names them where they are called. Pure.

#include <vector>

#include "services/report/story/model_index.h"

namespace allreview::report {

// Changed constants whose new value names the function and whose old one does not: `algos` of
// `algos = {"py1e": get_shuffle_py1e}`.
std::vector<const analysis::v1::ChangedSymbol*> TablesWith(
    const ModelIndex& index, const analysis::v1::ChangedSymbol& function);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_TABLES_H_
